extension History {
  /// The last row after which a store has a state: that before its end, where it has ended.
  public func lastRow(withStateOf store: String) -> Int? {
    guard !rows.isEmpty, let number = stores.firstIndex(of: store) else { return nil }
    guard let end = index.timelines[number].events.last, end.kind.contains(.ends) else { return rows.count - 1 }
    return end.row > 0 ? Int(end.row) - 1 : nil
  }

  /// The stores that a path may mean: the one that it names, or those whose state has the most of it after `row` (where they stood
  /// last, if `nil`). A member that is only there at times is known by what is around it.
  ///
  /// - Throws: ``HistoryError`` if there is no such row, or if the file can no longer be read.
  public func stores(meantBy path: StatePath, after row: Int? = nil) throws(HistoryError) -> [String] {
    if let store = path.store { return stores.contains(store) ? [store] : [] }
    guard stores.count > 1, !rows.isEmpty else { return stores }
    var best: [String] = []
    var most = path.parts.isEmpty ? 0 : 1
    for store in stores {
      guard let row = row ?? lastRow(withStateOf: store), var value = try state(of: store, after: row).value else { continue }
      var depth = 0
      for part in path.parts {
        guard let child = value.child(part) else { break }
        value = child
        depth += 1
      }
      if depth > most { (best, most) = ([], depth) }
      if depth == most { best.append(store) }
    }
    return best
  }
}
