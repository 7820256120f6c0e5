import FluxtapeJSON
import FluxtapeLogReading

/// What a line of a file is.
enum LineContent {
  case header(LogHeader)
  /// A record that was only scanned.
  case facts(LineFacts)
  case record(LogRecord)
  /// A last line that broke off, and why it is not whole.
  case torn(TornLine, LogError)
  /// A header that broke off, in a segment that has nothing else.
  case tornHeader(LogHeader, LogError)
  case bad(LogError)
  /// A line that is only listed.
  case raw(JSONObject)
}

extension LineContent {
  /// Scans the line, and reads it in full where that does not do.
  init(_ line: SplitLine, with scanner: inout LineScanner) {
    if let facts = scanner.facts(of: line.bytes.span) { self = .facts(facts) } else { self.init(line) }
  }

  init(_ line: SplitLine) {
    do {
      self.init(try LogLine(decoding: line.bytes))
    } catch {
      // JSON that is whole and no record, and other text, is a bad line wherever it stands.
      guard !line.isTerminated, error.isBreak, [UInt8(ascii: "{"), 0].contains(line.bytes.first) else {
        self = .bad(error)
        return
      }
      let torn = TornLine(line.bytes)
      if case .header(let header)? = torn.line { self = .tornHeader(header, error) } else { self = .torn(torn, error) }
    }
  }

  private init(_ line: LogLine) {
    switch line {
    case .header(let header): self = .header(header)
    case .record(let record): self = .record(record)
    }
  }

  /// The line as it is listed where its meaning is not known: any object.
  init(raw line: SplitLine) {
    do {
      let value = try JSONValue(parsing: line.bytes)
      if case .object(let members) = value { self = .raw(members) } else { self = .bad(LogError(.notAnObject(kind: value.kind))) }
    } catch {
      self = .bad(LogError(error, in: line.bytes))
    }
  }
}

extension LogError {
  /// Whether a line that broke off may be what it is.
  fileprivate var isBreak: Bool {
    switch reason {
    case .notJSON, .nulBytes: true
    case .notAnObject, .notARecord, .missing, .wrongType, .newerVersion, .badPatch: false
    }
  }
}
