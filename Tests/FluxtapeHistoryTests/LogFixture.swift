import FluxtapeHistory
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
import Foundation
import Testing

/// Logs for one test, in a folder that is deleted with the value.
final class LogFixture {
  private let folder: URL
  private(set) var paths: [String] = []

  /// Each text is a file. A text without a final line feed has an unfinished last line.
  init(_ texts: String...) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "fluxtape-history-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for text in texts { try add(Array(text.utf8)) }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func path(_ name: String) -> String { folder.appending(path: name).path }

  @discardableResult
  func add(_ bytes: [UInt8]) throws -> String {
    let path = path("\(paths.count).jsonl")
    try Data(bytes).write(to: URL(filePath: path))
    paths.append(path)
    return path
  }

  /// All files, opened together.
  func histories() throws -> [History] { try History.open(paths) }

  /// The only run in the files.
  func history() throws -> History {
    let histories = try histories()
    try #require(histories.count == 1)
    return histories[0]
  }
}

extension History {
  /// Opens a log with this text.
  static func of(_ text: String) throws -> History { try LogFixture(text).history() }

  /// The rows in short: kind and step, with their special flags.
  var outline: [String] { rows.map(\.outline) }
}

extension HistoryRow {
  var outline: String {
    var words = ["\(kind)"]
    if let step { words.append("\(step)") }
    if let missing { words.append("\(missing.lowerBound)…\(missing.upperBound)") }
    let flags = [
      ("in flight", isInFlight), ("pending", isPending), ("lost", isOutcomeLost), ("duplicate", isDuplicate), ("torn", isTorn),
    ]
    words += flags.filter(\.1).map(\.0)
    return words.joined(separator: " ")
  }
}

extension StoreState {
  /// The state in short, as JSON with a mark for uncertain states.
  var outline: String {
    switch self {
    case .absent: "absent"
    case .known(let value, .exact): value.text
    case .known(let value, .notRecordedSince(let row)): "\(value.text) until \(row)"
    case .known(let value, .uncertain(let row)): "\(value.text)? since \(row)"
    case .unknown(let reason): "\(reason)"
    }
  }
}
