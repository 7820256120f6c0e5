/// What actions led to, in one run or in several of the same program. Of many actions, the newest are remembered.
package struct ReducerMemory {
  struct Entry {
    let run: Int
    let row: Int
    /// ``StateDigest/value`` of the state that the action led to.
    let after: UInt64
  }

  /// States and types of actions on them that are remembered at least; twice as many at most.
  private static let capacity = 1 << 17
  /// Outcomes of one type of action on one state that are remembered: the contents differ.
  private static let mostOutcomes = 8
  /// States that are equal but for an order look like one, and actions of one type may differ in their contents: to compare them takes
  /// time, so that not all are.
  private static let (mostActions, mostStates) = (20_000, 64)

  private(set) var runs: [History] = []
  private var newer: [UInt64: [Entry]] = [:]
  private var older: [UInt64: [Entry]] = [:]
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
    if newer.count >= Self.capacity { (older, newer) = (newer, [:]) }
    let known = newer[key] ?? older[key] ?? []
    let others = known.filter { $0.after != entry.after }
    if newer[key] == nil || (others.count == known.count && known.count < Self.mostOutcomes) {
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
