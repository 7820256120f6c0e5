import FluxtapeHistory
import FluxtapeInterop
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLogReading
import Foundation
import Testing

/// A file of another tool, read as a log.
struct ForeignLog {
  let form: ForeignForm
  let notices: [String]
  let lines: [LogLine]
  let bytes: [UInt8]

  init(_ text: String, piece: Int = .max, referredParts: Int? = nil) throws {
    try self.init(bytes: Array(text.utf8), piece: piece, referredParts: referredParts)
  }

  init(bytes: [UInt8], piece: Int = .max, referredParts: Int? = nil) throws {
    var reader = try #require(ForeignLogReader(ofFileBeginning: Array(bytes.prefix(ForeignForm.beginningByteCount))))
    if let referredParts { reader.maximumReferredParts = referredParts }
    var log: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: min(piece, max(1, bytes.count))) {
      log += reader.convert(Array(bytes[start..<min(bytes.count, start + min(piece, bytes.count))]))
    }
    log += try reader.finish()
    form = reader.form
    notices = reader.notices
    self.bytes = log
    lines = log.split(separator: UInt8(ascii: "\n")).compactMap { try? LogLine(decoding: Array($0)) }
  }

  var records: [LogRecord] { lines.compactMap { if case .record(let record) = $0 { record } else { nil } } }
  var actions: [ActionRecord] { records.compactMap { if case .action(let action) = $0 { action } else { nil } } }
  var header: LogHeader? { lines.lazy.compactMap { if case .header(let header) = $0 { header } else { nil } }.first }

  /// The log, opened.
  func history() throws -> History {
    let file = FileManager.default.temporaryDirectory.appending(path: "fluxtape-interop-\(UUID().uuidString).jsonl")
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try #require(try History.open([file.path]).first)
  }

  /// The state after each action; `nil` if unknown.
  func states() throws -> [String?] {
    let history = try history()
    return try history.rows.indices.filter { history.rows[$0].kind == .action }.map { row in
      let state = try history.state(of: history.stores[history.rows[row].store ?? 0], after: row)
      guard case .known(let node, .exact) = state else { return nil }
      return node.text
    }
  }
}
