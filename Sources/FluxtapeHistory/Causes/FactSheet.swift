import FluxtapeJSON

/// What was observed of one run.
struct FactSheet {
  /// The rows at which something happened, for kinds that count.
  private(set) var rows: [FactKey: [Int32]] = [:]
  /// The smallest or largest value and its row, for kinds that measure.
  private(set) var extremes: [FactKey: (value: Float, row: Int32)] = [:]
  /// Who wrote the values that the states have at the end, and where.
  var lastWrites: [FactPlace: (writer: UInt32, row: Int32)] = [:]
  /// Places of values that the failure shows.
  var namedPlaces: Set<FactPlace> = []
  /// Values that hashes stand for.
  private(set) var texts: [FactKey: String] = [:]
  /// All actions, in their order.
  var occurrences: [FactOccurrence] = []
  /// Where the failure shows: what comes behind it did not lead there.
  var failureRow: Int?
  var rowCount = 0
  /// Whether a state had too many empty values to note them.
  var hasManyEmpty = false
  /// The action that failed, if one did.
  var failing: UInt32? { occurrences.first { $0.row == failureRow.map(Int32.init) }?.subject }

  /// Facts of one run: more are those of a program that makes up names as it goes.
  private static let most = 60_000

  mutating func note(_ key: FactKey, at row: Int32) {
    note(key, at: row, isOnce: false)
  }

  /// The same, of a kind of which a row is to count once.
  mutating func noteOnce(_ key: FactKey, at row: Int32) { note(key, at: row, isOnce: true) }

  private mutating func note(_ key: FactKey, at row: Int32, isOnce: Bool) {
    guard let place = rows.index(forKey: key) else {
      if rows.count < Self.most { rows[key] = [row] }
      return
    }
    if !isOnce || rows.values[place].last != row { rows.values[place].append(row) }
  }

  mutating func note(_ key: FactKey, text: String) { texts[key] = text }

  mutating func measure(_ key: FactKey, _ value: Float, at row: Int32) {
    guard let old = extremes[key] else {
      if extremes.count < Self.most { extremes[key] = (value, row) }
      return
    }
    if key.kind.form == .least ? value < old.value : value > old.value { extremes[key] = (value, row) }
  }

  /// The value of each fact for the run.
  func forEachValue(_ body: (FactKey, Float) -> Void) {
    for (key, rows) in rows {
      switch key.kind.form {
      case .any: body(key, 1)
      case .every: body(key, rows.count == siteCount(of: key) ? 1 : 0.5)
      case .count, .least, .most: body(key, Float(rows.count))
      }
    }
    for (key, extreme) in extremes { body(key, extreme.value) }
  }

  private func siteCount(of key: FactKey) -> Int { key.site.flatMap { rows[$0]?.count } ?? 0 }
}

/// A value's place in the state of a store.
struct FactPlace: Hashable {
  let store: UInt32
  let path: UInt32
}

/// An action of a run.
struct FactOccurrence {
  let row: Int32
  let store: Int32
  let time: Int
  /// The place of its cause among the actions; -1 without one.
  var cause: Int32 = -1
  /// Values of its payload that are telling enough to be compared with others.
  var values: [PayloadValue] = []
  var step: FactStep

  var subject: UInt32 { step.subject }
}

/// An action in the sequence of a run, and where it changed its store's state; without places if they are many.
struct FactStep {
  let subject: UInt32
  var changes: [UInt32] = []

  mutating func note(change path: UInt32) {
    if changes.count <= Self.mostChanges, !changes.contains(path) { changes.append(path) }
  }

  /// Forgets changes that are too many.
  mutating func finish() {
    if changes.count > Self.mostChanges { changes = [] }
  }

  /// Of an action that changes more, it says more that it happens than what it changes.
  private static var mostChanges: Int { 6 }
}

// MARK: - Where a fact shows

extension FactSheet {
  /// Where it shows that a fact's value is at least, or below, a bound; `nil` where that is as something is absent.
  func row(of key: FactKey, isBelow: Bool, bound: Float) -> Int32? {
    switch key.kind.form {
    case .count: return isBelow ? nil : rows[key].flatMap { $0.count >= Int(bound) ? $0[max(0, Int(bound) - 1)] : nil }
    case .any: return isBelow ? nil : rows[key]?.first
    case .every:
      let site = key.site.flatMap { rows[$0] } ?? []
      guard isBelow else { return rows[key]?.first ?? site.first }
      // Where it holds sometimes elsewhere and never here, any of the site's rows may do so.
      guard bound > 0.5 else { return nil }
      let held = Set(rows[key] ?? [])
      return site.first { !held.contains($0) }
    case .least, .most: return extremes[key]?.row
    }
  }

  /// Where a site is first seen.
  func firstRow(of site: FactKey?) -> Int32? { site.flatMap { rows[$0]?.first ?? extremes[$0]?.row } }
}
