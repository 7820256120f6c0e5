import FluxtapeHistory
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog

extension History {
  /// Hands out the actions among some rows with what came of them, in the order of the log, with progress on standard error where that is a
  /// terminal.
  ///
  /// - Parameter store: Only actions of this store.
  func forEachAction(among rows: [Int]?, of store: String? = nil, _ body: (Int, ActionRecord) throws -> Void) throws {
    var progress = Progress("writing")
    defer { progress.end() }
    let rows = rows ?? Array(self.rows.indices)
    let store = store.flatMap { stores.firstIndex(of: $0) }
    for (place, row) in rows.enumerated() {
      progress.show(place, of: rows.count)
      let facts = self.rows[row]
      guard facts.kind == .action, store == nil || facts.store == store, let action = try action(at: row) else { continue }
      try body(row, action)
    }
  }

  /// The state of a row's store after it, where the log tells it for certain.
  func exactState(after row: Int) throws -> JSONNode? {
    guard let store = rows[row].store else { return nil }
    guard case .known(let node, .exact) = try state(of: stores[store], after: row) else { return nil }
    return JSONNode(node.value.withSortedMembers)
  }

  /// The state of a store before a row, where the log tells it for certain.
  func exactState(of store: String, before row: Int) throws -> JSONNode? {
    guard case .known(let node, .exact) = try state(of: store, before: row) else { return nil }
    return JSONNode(node.value.withSortedMembers)
  }
}
