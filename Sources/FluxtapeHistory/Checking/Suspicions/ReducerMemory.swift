/// What actions led to, in one run or in several of the same program. Of many actions, the newest are remembered.
package struct ReducerMemory {
  struct Entry {
    private let places: (run: UInt32, row: UInt32)
    /// ``StateDigest/value`` of the state that the action led to.
    let after: UInt64

    init(run: Int, row: Int, after: UInt64) {
      places = (UInt32(run), UInt32(row))
      self.after = after
    }

    var run: Int { Int(places.run) }
    var row: Int { Int(places.row) }
  }

  /// Entries by the state and the type of action, the oldest first. Nearly all lists have one element, so the first is stored without a list.
  private struct Outcomes {
    private var first: [UInt64: Entry] = [:]
    private var others: [UInt64: [Entry]] = [:]

    var count: Int { first.count }

    /// Whether all outcomes of a key are known to be this state; `nil` if there is none.
    func areAll(_ after: UInt64, for key: UInt64) -> Bool? { first[key].map { $0.after == after && others[key] == nil } }

    mutating func begin(with entry: Entry, for key: UInt64) { first[key] = entry }

    /// Empty for none.
    subscript(key: UInt64) -> [Entry] {
      get { first[key].map { [$0] + (others[key] ?? []) } ?? [] }
      set {
        first[key] = newValue.first
        if newValue.count > 1 { others[key] = Array(newValue.dropFirst()) }
      }
    }
  }

  /// States and types of actions on them that are remembered at least; twice as many at most.
  private static let capacity = 1 << 17
  /// Outcomes of one type of action on one state that are remembered: the contents differ.
  private static let mostOutcomes = 8
  /// States that are equal but for an order look like one, and actions of one type may differ in their contents: to compare them takes
  /// time, so that not all are.
  private static let (mostActions, mostStates) = (20_000, 64)

  private(set) var runs: [History] = []
  private var newer = Outcomes()
  private var older = Outcomes()
  /// Stores and types of which a difference was found: one is told of each.
  private(set) var told: Set<String> = []
  private var actions = Self.mostActions
  private var states = Self.mostStates

  package init() {}
}

extension ReducerMemory {
  mutating func begin(_ run: History) { runs.append(run) }
  mutating func tell(_ name: String) { told.insert(name) }

  /// Other outcomes that actions of this type on this state had before.
  mutating func otherOutcomes(than entry: Entry, for key: UInt64) -> [Entry] {
    if newer.count >= Self.capacity { (older, newer) = (newer, Outcomes()) }
    // Nearly all actions are new, or led to what they led to before.
    switch newer.areAll(entry.after, for: key) {
    case true?: return []
    case nil where older.areAll(entry.after, for: key) == nil:
      newer.begin(with: entry, for: key)
      return []
    case nil, false?: break
    }
    let new = newer[key]
    let known = new.isEmpty ? older[key] : new
    let others = known.filter { $0.after != entry.after }
    if new.isEmpty || (others.count == known.count && known.count < Self.mostOutcomes) {
      newer[key] = others.count == known.count ? known.suffix(Self.mostOutcomes - 1) + [entry] : known
    }
    return others
  }

  /// Whether two more actions, or states, are compared.
  mutating func mayCompareActions() -> Bool {
    actions -= 1
    return actions >= 0
  }

  mutating func mayCompareStates() -> Bool {
    states -= 1
    return states >= 0
  }
}
