import FluxtapeHistory
import Foundation

/// The checked-in log of a sample.
struct PlayedLog {
  let history: History

  static func file(_ name: String) -> URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../../logs/\(name).jsonl").standardizedFileURL
  }

  init(_ name: String) throws {
    guard let run = try History.open([Self.file(name).path]).first else { throw CocoaError(.fileReadUnknown) }
    history = run
  }

  /// `store type <cause`, one for each action.
  var steps: [String] {
    history.rows.filter { $0.kind == .action }.map { row in
      let store = row.store.map { history.stores[$0] } ?? "-"
      let cause = row.cause.map { " <\($0.rawValue)" } ?? ""
      return "\(store) \(row.type)\(cause)"
    }
  }

  /// The types of the actions of one store.
  func types(of store: String) -> [String] {
    history.rows.filter { row in row.kind == .action && row.store.map { history.stores[$0] } == store }.map(\.type)
  }

  /// The state of a store after each of its own actions of this type, as JSON.
  func states(of store: String, after type: String) throws -> [String] {
    try history.rows.enumerated().filter { $1.type == type && $1.store.map { history.stores[$0] } == store }.map { row, _ in
      try history.state(of: store, after: row).value.map { "\($0)" } ?? "none"
    }
  }

  /// The last state of a store before it ended.
  func lastState(of store: String) throws -> String {
    let row = history.rows.enumerated().last { _, row in
      row.type != "@@DEINIT" && row.kind == .action && row.store.map { history.stores[$0] } == store
    }
    return try row.flatMap { try history.state(of: store, after: $0.offset).value }.map { "\($0)" } ?? "none"
  }
}
