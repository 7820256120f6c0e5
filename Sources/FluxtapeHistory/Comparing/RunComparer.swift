import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

/// Compares two runs, pair by pair of aligned actions.
struct RunComparer {
  let histories: (first: History, second: History)
  private let compared: (first: ComparedRows, second: ComparedRows)
  private let sides: ActionSides
  private var walks: (first: TouchWalk, second: TouchWalk)
  /// The stores, by their numbers in the first run, whose states are known to be equal.
  private var equalStores: Set<Int>
  private(set) var matcher: ValueMatcher
  var result = RunComparison()
  /// The actions that only one of the runs has at their place.
  private var alone: (first: Set<ActionSides.Key>, second: Set<ActionSides.Key>) = ([], [])
  /// For each store a place that was known to differ, so that most actions with unequal inputs are known without a look at whole states.
  var knownDifferences: [String: JSONPointer] = [:]
  /// The number of differences to list with values; `nil` if differences are not listed.
  private let valueLimit: Int?

  /// - Parameter isContinued: Called now and then while the actions are read. If it returns `false`, the later ones are left out.
  init(
    _ first: History, _ second: History, ignoring: IgnoredPaths, valueLimit: Int? = nil, isContinued: () -> Bool = { true }
  ) throws(HistoryError) {
    histories = (first, second)
    self.valueLimit = valueLimit
    compared = try ComparedRows.reading(first, second, ignoring: ignoring, isContinued: isContinued)
    sides = ActionSides(old: compared.first.keys, new: compared.second.keys)
    walks = (TouchWalk(first), TouchWalk(second))
    equalStores = Set(first.stores.indices)
    matcher = ValueMatcher(ignoring: ignoring)
  }
}

// MARK: - Pairs

extension RunComparer {
  private var rows: (first: [Int], second: [Int]) { (compared.first.rows, compared.second.rows) }

  mutating func run(_ report: (Int, Int) -> Bool) throws(HistoryError) -> RunComparison {
    // The rows may be incomplete then, and aligning them takes time.
    guard valueLimit == nil || report(0, rows.first.count) else { return result }
    let steps = aligned().filter { !isStatementAlone($0) }
    alone.first = Set(steps.compactMap { if case .first(let place) = $0 { sides.old[place] } else { nil } })
    alone.second = Set(steps.compactMap { if case .second(let place) = $0 { sides.new[place] } else { nil } })
    if valueLimit != nil { noteMoves(among: steps) }
    var start = 0
    while start < steps.count {
      if case .both(let first, let second) = steps[start] {
        if start % 1024 == 0, !report(start, steps.count) || Task.isCancelled { return result }
        try takePair(first, second)
        start += 1
        continue
      }
      let end = steps[start...].firstIndex { if case .both = $0 { true } else { false } } ?? steps.count
      try takeAlone(steps[start..<end], next: end < steps.count ? steps[end] : nil)
      start = end
    }
    try compareFinalStates()
    result.unknown = matcher.unknownCount
    return result
  }

  /// Aligns all actions.
  private func aligned() -> [RunComparison.Pair] {
    var place = (first: 0, second: 0)
    var pairs: [RunComparison.Pair] = []
    for step in ArrayEdit(sides).steps {
      switch step {
      case .keep: pairs.append(.both(first: place.first, second: place.second))
      case .change where sides.likeness(place.first, place.second) > 0: pairs.append(.both(first: place.first, second: place.second))
      case .change: pairs += [.first(place.first), .second(place.second)]
      case .delete: pairs.append(.first(place.first))
      case .insert: pairs.append(.second(place.second))
      }
      if case .insert = step {} else { place.first += 1 }
      if case .delete = step {} else { place.second += 1 }
    }
    return pairs
  }

  private func isStatementAlone(_ pair: RunComparison.Pair) -> Bool {
    switch pair {
    case .both: false
    case .first(let place): compared.first.statements.contains(place)
    case .second(let place): compared.second.statements.contains(place)
    }
  }

  private mutating func takePair(_ firstPlace: Int, _ secondPlace: Int) throws(HistoryError) {
    let (first, second) = (rows.first[firstPlace], rows.second[secondPlace])
    let payload = compared.first.payloads[firstPlace]
    let isSamePayload = payload != nil && payload == compared.second.payloads[secondPlace]
    result.pairs.append(.both(first: first, second: second))
    result.matched += 1
    if histories.first.rows[first].kind == .state { result.matchedStates += 1 }
    guard let difference = try difference(first, second, isSamePayload: isSamePayload) else { return }
    result.different += 1
    if let valueLimit { result.differences.append(result.different > valueLimit ? difference.withoutValues : difference) }
    result.divergence = result.divergence ?? difference
  }

  /// Adds actions that only one of the runs has, up to the next common one.
  private mutating func takeAlone(_ steps: ArraySlice<RunComparison.Pair>, next: RunComparison.Pair?) throws(HistoryError) {
    var (first, second): (Int?, Int?)
    for step in steps {
      switch step {
      case .first(let place):
        result.pairs.append(.first(rows.first[place]))
        result.onlyFirst += 1
        first = first ?? place
        try walks.first.passOver(rows.first[place], of: histories.first)
      case .second(let place):
        result.pairs.append(.second(rows.second[place]))
        result.onlySecond += 1
        second = second ?? place
        try walks.second.passOver(rows.second[place], of: histories.second)
      case .both: continue
      }
    }
    equalStores = []
    guard result.divergence == nil else { return }
    result.divergence = divergence(first, second, next)
  }

  /// The divergence of runs that continue with different actions; `nil` for a run without an unmatched action.
  private func divergence(_ first: Int?, _ second: Int?, _ next: RunComparison.Pair?) -> RunComparison.Divergence {
    var (nextFirst, nextSecond): (Int?, Int?)
    if case .both(let first, let second)? = next { (nextFirst, nextSecond) = (first, second) }
    let isMoved = first.map { alone.second.contains(sides.old[$0]) } ?? false || second.map { alone.first.contains(sides.new[$0]) } ?? false
    let places = (first: (first ?? nextFirst).map { rows.first[$0] }, second: (second ?? nextSecond).map { rows.second[$0] })
    guard let left = places.first, let right = places.second else { return .actions(first: places.first, second: places.second) }
    if isMoved { return .order(first: left, second: right) }
    if second == nil { return .missing(first: left, second: right) }
    if first == nil { return .additional(first: left, second: right) }
    return .actions(first: left, second: right)
  }

  /// Pairs the actions without a counterpart that the other run has at another place: the first with the first, and so on.
  private mutating func noteMoves(among steps: [RunComparison.Pair]) {
    var places: [ActionSides.Key: (first: [Int], second: [Int])] = [:]
    for step in steps {
      switch step {
      case .first(let place): places[sides.old[place], default: ([], [])].first.append(rows.first[place])
      case .second(let place): places[sides.new[place], default: ([], [])].second.append(rows.second[place])
      case .both: continue
      }
    }
    let moves = places.values.flatMap { zip($0.first, $0.second) }
    result.moved = moves.sorted { $0.0 < $1.0 }.map { .both(first: $0.0, second: $0.1) }
  }
}

// MARK: - Differences

extension RunComparer {
  private mutating func difference(
    _ first: Int, _ second: Int, isSamePayload: Bool
  ) throws(HistoryError) -> RunComparison.Divergence? {
    if isSamePayload, let store = storeOfEqualEnds(first, second) { return try states(first, second, store: store) }
    guard let left = try histories.first.action(at: first), let right = try histories.second.action(at: second) else {
      guard let store = histories.first.rows[first].store else { return nil }
      return try states(first, second, store: histories.first.stores[store])
    }
    if histories.first.rows[first].isInFlight != histories.second.rows[second].isInFlight {
      noteEnd(second)
      return .inFlight(first: first, second: second)
    }
    let contents = matcher.differences(
      left.payload, right.payload, in: .payload, of: [left.payload, right.payload].map { $0.map(JSONNode.init) })
    if !contents.isEmpty { return .contents(first: first, second: second, differences: contents) }
    if left.outcome.error?.type != right.outcome.error?.type {
      try noteFirstDivergence(first, second, [])
      return .outcomes(first: first, second: second)
    }
    return try states(first, second, store: left.store)
  }

  /// The store of two actions without an error and in flight both or neither; `nil` for others.
  private func storeOfEqualEnds(_ first: Int, _ second: Int) -> String? {
    let (left, right) = (histories.first.rows[first], histories.second.rows[second])
    guard !left.hasError, !right.hasError, left.isInFlight == right.isInFlight else { return nil }
    return left.store.map { histories.first.stores[$0] }
  }

  private mutating func states(_ first: Int, _ second: Int, store: String) throws(HistoryError) -> RunComparison.Divergence? {
    let isKnownUnequal = areKnownUnequal(store)
    let differences = try stateDifferences(first, second, store: store)
    if !differences.isEmpty, !isKnownUnequal { try noteFirstDivergence(first, second, differences) }
    return differences.isEmpty ? nil : .states(first: first, second: second, differences: differences)
  }

  /// Whether the states of a store before the next pair are known to differ.
  private mutating func areKnownUnequal(_ store: String) -> Bool {
    guard result.firstDivergence == nil, let pointer = knownDifferences[store],
      let left = histories.first.stores.firstIndex(of: store), let right = histories.second.stores.firstIndex(of: store)
    else { return result.firstDivergence != nil }
    let states = [walks.first.walk.value(of: left), walks.second.walk.value(of: right)]
    let (old, new) = (states[0]?[pointer], states[1]?[pointer])
    var matcher = matcher
    return old != new && !matcher.differences(old?.value, new?.value, at: pointer, in: .state(of: store), of: states).isEmpty
  }

  private mutating func stateDifferences(_ first: Int, _ second: Int, store: String) throws(HistoryError) -> [ValueDifference] {
    guard let left = histories.first.stores.firstIndex(of: store), let right = histories.second.stores.firstIndex(of: store) else {
      return []
    }
    try walks.first.advance(to: histories.first.index.outcomePlace(of: first))
    try walks.second.advance(to: histories.second.index.outcomePlace(of: second))
    let changes = (walks.first.takeChanges(in: left), walks.second.takeChanges(in: right))
    let wereEqual = equalStores.remove(left) != nil
    guard walks.first.walk.isKnown(left), walks.second.walk.isKnown(right) else { return [] }
    if wereEqual, changes.0.areSame(as: changes.1) {
      equalStores.insert(left)
      return []
    }
    var touched = changes.0.touched
    touched.formUnion(changes.1.touched)
    let (old, new) = (walks.first.walk.value(of: left), walks.second.walk.value(of: right))
    var found: [ValueDifference] = []
    let pointers = touched.pointers
    var areEqual = wereEqual || pointers == [JSONPointer()]
    for pointer in pointers where found.count < RunComparison.mostValues {
      let (left, right) = (old?[pointer], new?[pointer])
      guard left != right else { continue }
      areEqual = false
      found += matcher.differences(left?.value, right?.value, at: pointer, in: .state(of: store), of: [old, new])
    }
    if areEqual { equalStores.insert(left) }
    return found
  }

  private mutating func compareFinalStates() throws(HistoryError) {
    try walks.first.advance(to: nil)
    try walks.second.advance(to: nil)
    for (left, store) in histories.first.stores.enumerated() {
      guard let right = histories.second.stores.firstIndex(of: store) else { continue }
      guard walks.first.walk.isKnown(left), walks.second.walk.isKnown(right) else { continue }
      var (old, new) = (walks.first.walk.value(of: left)?.value, walks.second.walk.value(of: right)?.value)
      // For a store that has ended, compare its last state: all stores of a test end.
      if old == nil { old = try lastState(of: store, in: histories.first) }
      if new == nil { new = try lastState(of: store, in: histories.second) }
      let found = matcher.differences(old, new, in: .state(of: store), of: [old, new].map { $0.map(JSONNode.init) })
      if !found.isEmpty { result.finalStates.append(.init(store: store, differences: found)) }
    }
  }
}

extension RunComparison.Divergence {
  /// The same divergence without the values that differ.
  fileprivate var withoutValues: Self {
    switch self {
    case .states(let first, let second, _): .states(first: first, second: second, differences: [])
    case .contents(let first, let second, _): .contents(first: first, second: second, differences: [])
    case .outcomes, .actions, .order, .missing, .additional, .inFlight: self
    }
  }
}
