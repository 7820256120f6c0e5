/// Rows that cast doubt on the state of their own store alone: what came of them was recorded, and is lost.
///
/// An action in flight is none of them: nothing came of it, so the state stays the one before it, and the next patch starts from that.
struct UnfinishedRows: Sendable {
  /// Rows from which on a state is not certain, of all stores, rising: their outcome may have stood anywhere behind them.
  fileprivate let lost: [UInt32]
  fileprivate let lostByStore: [Int: [UInt32]]
  /// Rows after which the state is not known, rising. Their outcome stood where a line broke off, and that is a loss of its own.
  fileprivate let brokenOff: [UInt32]

  /// - Parameter tornRow: A last line that broke off.
  init(_ open: OpenRows, tornRow: UInt32?, store: (UInt32) -> Int?) {
    brokenOff = open.brokenOff
    let brokenOff = Set(open.brokenOff)
    var lost = Set(open.lost).subtracting(brokenOff)
    if let tornRow, !open.inFlight.contains(tornRow) { lost.insert(tornRow) }
    self.lost = lost.sorted()
    var byStore: [Int: [UInt32]] = [:]
    for row in self.lost { if let store = store(row) { byStore[store, default: []].append(row) } }
    lostByStore = byStore
  }
}

// MARK: - Looking up

extension RunIndex {
  /// The first row behind `start` and up to `end`, or before it, from which on a store's state is not certain: records are missing there,
  /// cannot be read or are repeated, or what came of an action of the store is lost.
  ///
  /// - Parameter start: Where the store's last whole state stands; `nil` for the beginning.
  func doubt(about store: Int, after start: LinePlace?, upTo end: LinePlace, including: Bool) -> Int? {
    let loss = first(of: losses, after: start, upTo: end, including: including)
    let lost = first(of: unfinished.lostByStore[store] ?? [], after: start, upTo: end, including: including)
    return [loss, lost, including ? brokenOff(at: end, of: store) : nil].compactMap(\.self).min()
  }

  /// Whether any store's state may cease to be certain behind `start` and up to `end`.
  func hasDoubt(after start: LinePlace?, upTo end: LinePlace) -> Bool {
    first(of: losses, after: start, upTo: end, including: true) != nil
      || first(of: unfinished.lost, after: start, upTo: end, including: true) != nil
      || first(of: unfinished.brokenOff, after: start, upTo: end, including: true) != nil
  }

  /// The row of a store at `place`, if its outcome stood on a line that broke off.
  private func brokenOff(at place: LinePlace, of store: Int) -> Int? {
    let rows = unfinished.brokenOff
    guard !rows.isEmpty else { return nil }
    let number = rows.partitioningIndex { linePlace(of: Int($0)) >= place }
    guard number < rows.count, linePlace(of: Int(rows[number])) == place else { return nil }
    return self.store(of: Int(rows[number])) == store ? Int(rows[number]) : nil
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
