import FluxtapeDocuments
public import FluxtapeJSON

/// One change of a value.
public struct ValueChange: Hashable, Sendable {
  /// The index of the path in the question.
  public let path: Int
  /// The row that changed it.
  public let origin: ValueOrigin
  /// The row whose outcome shows the change.
  public let row: Int
  /// The value before; `nil` if there was none. Each call makes it anew.
  public var old: JSONValue? { before?.value }
  /// The value after; `nil` if there is none. Each call makes it anew.
  public var new: JSONValue? { after?.value }
  /// The row since which the store's state is uncertain, if it is after the change.
  public let doubt: Int?
  // Nodes, since the versions of a text share memory.
  let before: JSONNode?
  let after: JSONNode?
}

extension History {
  /// Every change of the values at some paths, in the order of reduction: the value at the path before and after differ, also
  /// where what is around it was replaced. The first value that the log shows is a change too.
  ///
  /// A path without a store is looked for in `store`.
  /// - Throws: ``HistoryError`` if there is no such store, or if the file can no longer be read.
  /// - Complexity: O(bytes of the stores' patches and states). Values that no patch touches are not looked at.
  public func changes(
    of paths: [StatePath], store: String? = nil, report: (Int, Int) -> Bool = { _, _ in true }
  ) throws(HistoryError) -> [ValueChange] {
    var search = ChangeSearch(self, try paths.map { (path) throws(HistoryError) in try storeNumber(of: path, else: store) }, paths)
    return try search.run(report)
  }

  func storeNumber(of path: StatePath, else store: String?) throws(HistoryError) -> Int {
    let name = path.store ?? store ?? (stores.count == 1 ? stores[0] : "")
    guard let number = stores.firstIndex(of: name) else { throw HistoryError(.noSuchStore(name), path: files.first?.path ?? "") }
    return number
  }
}

/// A walk that notes how values change.
private struct ChangeSearch {
  private struct Watched {
    let store: Int
    let pattern: PathPattern
    var value: JSONNode?
  }

  private let history: History
  private var watched: [Watched]
  private var walk: StateWalk
  private var changes: [ValueChange] = []

  /// Events after which the search tells how far it is.
  private static let eventsPerReport = 2048

  init(_ history: History, _ stores: [Int], _ paths: [StatePath]) {
    self.history = history
    watched = zip(stores, paths).map { Watched(store: $0, pattern: PathPattern($1)) }
    walk = StateWalk(history, stores: Set(stores))
  }

  mutating func run(_ report: (Int, Int) -> Bool) throws(HistoryError) -> [ValueChange] {
    var count = 0
    while let event = try walk.next() {
      take(event)
      count += 1
      if count % Self.eventsPerReport == 0, !report(event.row, history.rows.count) || Task.isCancelled { break }
    }
    return changes
  }

  private mutating func take(_ event: StateWalk.Event) {
    let touched = watched.indices.filter { watched[$0].store == event.store && watched[$0].pattern.isTouched(by: event) }
    // Copied first, so that the walk can change the document in place.
    let old = touched.map { watched[$0].value }
    walk.take(event)
    guard walk.isKnown(event.store) else { return }
    let document = walk.value(of: event.store)
    for (number, old) in zip(touched, old) {
      let new = document.flatMap { watched[number].pattern.value(in: $0) }
      guard new != old else { continue }
      watched[number].value = new
      changes.append(
        ValueChange(
          path: number, origin: origin(of: event, to: new, at: watched[number].pattern), row: event.row,
          doubt: walk.doubt(about: event.store, at: event.place), before: old?.withoutText, after: new?.withoutText))
    }
  }

  /// If the patch beside an uncertain state leads to the value, the patch has its origin.
  private func origin(of event: StateWalk.Event, to new: JSONNode?, at path: PathPattern) -> ValueOrigin {
    guard let result = event.refuted?.result, path.value(in: result) == new else { return event.origin }
    return event.origins.patch
  }
}

extension PathPattern {
  /// Whether an event may change the value that the path leads to.
  func isTouched(by event: StateEvents.Event) -> Bool { event.patch?.operations.contains(where: isTouched) ?? true }
}
