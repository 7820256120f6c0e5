import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import Foundation

extension Subject {
  /// A written line reads as the same line, and the index accepts only valid records.
  func checkLine(_ bytes: [UInt8]) {
    let line = try? LogLine(decoding: bytes)
    if let line {
      promise((try? LogLine(decoding: line.bytes)) == line, "what is written reads as another line")
    }
    var reader = LineReader()
    let padded = bytes + [UInt8](repeating: bytes.last ?? 0, count: JSONPass.padding)
    guard reader.read(padded.span, in: bytes.indices) else { return }
    let (facts, store) = (reader.facts, reader.facts.store.text(in: padded.span))
    guard case .record(let record) = line else { return promise(false, "the index takes for a record what is none") }
    switch (facts.subject, record) {
    case (.action(let step), .action(let action)):
      promise(step == action.step.rawValue && facts.time == action.time && store == action.store, "another action")
      promise(facts.outcome == OutcomeSummary(action.outcome), "another outcome")
    case (.completion(let step), .completion(let completion)):
      promise(step == completion.step.rawValue && facts.time == completion.time, "another completion")
    case (.state(let step), .state(let state)):
      promise(step == state.step?.rawValue && facts.time == state.time && store == state.store, "another state")
      promise(facts.outcome == OutcomeSummary(state.outcome), "another outcome")
    default: promise(false, "another kind of record")
    }
  }

  /// Any bytes open as a log or not, and every row can be read or has an error. Lines in another form become the same rows.
  func checkLog(_ bytes: [UInt8]) {
    checkWholeLog(bytes)
    checkWholeLog(bytes + [0x0A])
  }

  private func checkWholeLog(_ bytes: [UInt8]) {
    let usual = try? History.open([Scratch.log(bytes)], threads: 1)
    // With members that repeat, a line is read by other code.
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    let longer = lines.map { $0.starts(with: Array(#"{""#.utf8)) ? Array(#"{"v":1,"v":1,"#.utf8) + $0.dropFirst() : Array($0) }
    let other = try? History.open([Scratch.log(Array(longer.joined(separator: [0x0A])))], threads: 1)
    for history in (usual ?? []) + (other ?? []) {
      for place in history.rows.indices {
        _ = try? history.line(at: place)
        for store in history.stores { _ = try? history.state(of: store, after: place) }
      }
    }
    promise(usual?.map { $0.rows.map(Self.outline) } == other?.map { $0.rows.map(Self.outline) }, "other rows")
    promise(usual?.map(\.stores) == other?.map(\.stores), "other stores")
  }

  /// The contents of a row as text.
  private static func outline(_ row: HistoryRow) -> String {
    let numbers: [Int?] = [row.step?.rawValue, row.time, row.store, row.cause?.rawValue, row.duration, row.lineNumber]
    let flags = [row.hasPatch, row.hasState, row.isOmitted, row.isUnreduced, row.hasError, row.isUnchanged, row.isInFlight, row.hasEffect]
    // What is wrong with a bad line is told with its place in the line.
    return "\(row.kind) \(row.kind == .badLine ? "" : row.type) \(numbers) \(flags)"
  }

  /// A text is a query or an error with a place in it; a query finds rows in order.
  func checkQuery(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    do throws(QueryError) {
      let query = try Query(parsing: text)
      let history = Scratch.history
      guard let rows = try? history.rows(matching: query) else { return promise(false, "the log cannot be read") }
      promise(zip(rows, rows.dropFirst()).allSatisfy { $0 < $1 }, "rows out of order")
      promise(rows.allSatisfy(history.rows.indices.contains), "rows beyond the end")
    } catch {
      promise(0...text.count ~= error.offset, "an error beyond the text")
    }
  }
}

/// The files of the subjects.
private enum Scratch {
  private static let path = FileManager.default.temporaryDirectory.appending(path: "fluxtape-fuzz-\(getpid()).jsonl").path

  /// Writes the bytes to a file and returns its path.
  static func log(_ bytes: [UInt8]) -> String {
    guard FileManager.default.createFile(atPath: path, contents: Data(bytes)) else { preconditionFailure("cannot write \(path)") }
    return path
  }

  /// A log with a match for every kind of term.
  static let history: History = {
    let lines = [
      #"{"fluxtape":1,"run":"5E0A0C2F-0000-4000-8000-000000000000","start":"2026-01-02T03:04:05.006Z"}"#,
      #"{"seq":1,"t":0,"store":"cart","type":"@@INIT","state":{"items":[{"id":"p7","qty":2}],"total":9}}"#,
      #"{"seq":2,"t":10,"store":"cart","type":"Cart","case":"add","payload":{"sku":"p8"},"dur":7,"patch":[{"op":"add","path":"/items/1","value":{"id":"p8","qty":1}}]}"#,
      #"{"seq":3,"t":20,"store":"cart","type":"Cart","case":"fail","cause":2,"error":{"type":"E","message":"no"},"patch":[{"op":"replace","path":"/total","value":-1}]}"#,
    ]
    guard let history = try? History.open([log(Array(lines.joined(separator: "\n").utf8))]).first else {
      preconditionFailure("the log of the queries does not open")
    }
    return history
  }()
}
