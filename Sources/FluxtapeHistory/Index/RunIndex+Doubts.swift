/// Rows that cast doubt on the state of their own store only: their outcome was recorded, but is lost.
///
/// An action in flight does not count: it has no outcome, so the next patch applies to the state before it.
struct UnfinishedRows: Sendable {
  /// Rows after which a state is uncertain, for all stores, ascending: their outcome may have been anywhere after them.
  fileprivate let lost: [UInt32]
  fileprivate let lostByStore: [Int: [UInt32]]
  /// Rows after which the state is unknown, ascending. Their outcome was on a torn line, which counts as a loss itself.
  fileprivate let brokenOff: [UInt32]

  /// - Parameter tornRow: A torn last line.
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
  /// The first row after `start` and up to `end`, or before it, that makes a store's state uncertain: records are missing there, unreadable
  /// or repeated, or the outcome of an action of the store is lost.
  ///
  /// - Parameter start: The place of the store's last whole state; `nil` for the beginning.
  func doubt(about store: Int, after start: LinePlace?, upTo end: LinePlace, including: Bool) -> Int? {
    let loss = first(of: losses, after: start, upTo: end, including: including)
    // Most runs have lost nothing, and nothing is looked up then.
    let rows = unfinished.lost.isEmpty ? nil : unfinished.lostByStore[store]
    let lost = rows.flatMap { first(of: $0, after: start, upTo: end, including: including) }
    return Int?.lowest(.lowest(loss, lost), including ? brokenOff(at: end, of: store) : nil)
  }

  /// Whether any store's state may become uncertain after `start` and up to `end`.
  func hasDoubt(after start: LinePlace?, upTo end: LinePlace) -> Bool {
    first(of: losses, after: start, upTo: end, including: true) != nil
      || first(of: unfinished.lost, after: start, upTo: end, including: true) != nil
      || first(of: unfinished.brokenOff, after: start, upTo: end, including: true) != nil
  }

  /// The row of a store at `place`, if its outcome was on a torn line.
  private func brokenOff(at place: LinePlace, of store: Int) -> Int? {
    let rows = unfinished.brokenOff
    guard !rows.isEmpty else { return nil }
    let number = rows.partitioningIndex { linePlace(of: Int($0)) >= place }
    guard number < rows.count, linePlace(of: Int(rows[number])) == place else { return nil }
    return self.store(of: Int(rows[number])) == store ? Int(rows[number]) : nil
  }

  /// The first loss after `start` (`nil` for the beginning) and up to `end`, or before it.
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

extension Int? {
  /// The lower of two numbers that may be missing. Without an array, as it is asked for at every event.
  static func lowest(_ one: Int?, _ other: Int?) -> Int? {
    guard let one, let other else { return one ?? other }
    return Swift.min(one, other)
  }
}
