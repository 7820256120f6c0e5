/// Rows that cast doubt on the state of their own store alone: the log does not tell what came of them.
struct UnfinishedRows: Sendable {
  /// Of all stores, rising.
  private let rows: [UInt32]
  private let byStore: [Int: [UInt32]]

  /// - Parameter tornRow: A last line that broke off.
  init(_ open: OpenRows, tornRow: UInt32?, store: (UInt32) -> Int?) {
    var all = Set(open.inFlight)
    all.formUnion(open.lost)
    if let tornRow { all.insert(tornRow) }
    var byStore: [Int: [UInt32]] = [:]
    rows = all.sorted()
    for row in rows { if let store = store(row) { byStore[store, default: []].append(row) } }
    self.byStore = byStore
  }

  /// Those of a store, or of all stores.
  fileprivate func of(_ store: Int?) -> [UInt32] {
    guard let store, !rows.isEmpty else { return rows }
    return byStore[store] ?? []
  }
}

// MARK: - Looking up

extension RunIndex {
  /// The first row behind `start` and up to `end`, or before it, from which on a store's state is not certain: records are missing there,
  /// cannot be read or are repeated, or the log does not tell what came of an action of the store.
  ///
  /// - Parameter start: Where the store's last whole state stands; `nil` for the beginning.
  func doubt(about store: Int, after start: LinePlace?, upTo end: LinePlace, including: Bool) -> Int? {
    let loss = first(of: losses, after: start, upTo: end, including: including)
    let open = first(of: unfinished.of(store), after: start, upTo: end, including: including)
    return [loss, open].compactMap(\.self).min()
  }

  /// Whether any store's state may cease to be certain behind `start` and up to `end`.
  func hasDoubt(after start: LinePlace?, upTo end: LinePlace) -> Bool {
    first(of: losses, after: start, upTo: end, including: true) != nil
      || first(of: unfinished.of(nil), after: start, upTo: end, including: true) != nil
  }

  /// The first loss after `start` (from the beginning, where that is `nil`) and up to `end`, or before it.
  func loss(after start: LinePlace?, upTo end: LinePlace, including: Bool) -> Int? {
    first(of: losses, after: start, upTo: end, including: including)
  }

  private func first(of rows: [UInt32], after start: LinePlace?, upTo end: LinePlace, including: Bool) -> Int? {
    guard !rows.isEmpty else { return nil }
    let place = rows.partitioningIndex { row in start.map { linePlace(of: Int(row)) > $0 } ?? true }
    guard place < rows.count else { return nil }
    let found = linePlace(of: Int(rows[place]))
    return found < end || (including && found == end) ? Int(rows[place]) : nil
  }
}
