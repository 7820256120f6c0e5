import FluxtapeJSON
import FluxtapeLog

/// What a line of a file is.
enum LineContent {
  case header(LogHeader)
  /// A record that was only scanned.
  case facts(LineFacts)
  case record(LogRecord)
  /// A last line that broke off: what can be read of it, and why it is not whole.
  case torn(LogRecord?, LogError)
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
      // A torn line is the beginning of an object. JSON that is whole and no record is a bad line wherever it stands.
      guard !line.isTerminated, case .notJSON = error.reason, line.bytes.first == UInt8(ascii: "{") else {
        self = .bad(error)
        return
      }
      switch LogLine(torn: line.bytes) {
      case .header(let header): self = .tornHeader(header, error)
      case .record(let record): self = .torn(record, error)
      case nil: self = .torn(nil, error)
      }
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
      self = .bad(LogError(.notJSON(error.reason), at: error.offset))
    }
  }
}
