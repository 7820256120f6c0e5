import FluxtapeJSON
import FluxtapeLog

/// Goes through two aligned runs and compares what the same actions led to.
struct RunComparer {
  let histories: (first: History, second: History)
  /// The rows of the actions of each run.
  private let rows: (first: [Int], second: [Int])
  private let sides: ActionSides
  private var walks: (first: TouchWalk, second: TouchWalk)
  private var matcher: ValueMatcher
  private var result = RunComparison()

  init(_ first: History, _ second: History, ignoring: [PathPattern]) throws(HistoryError) {
    histories = (first, second)
    var keys = ActionKeys()
    let (firstRows, firstKeys) = try Self.actions(of: first, &keys)
    let (secondRows, secondKeys) = try Self.actions(of: second, &keys)
    rows = (firstRows, secondRows)
    sides = ActionSides(old: firstKeys, new: secondKeys)
    walks = (TouchWalk(first), TouchWalk(second))
    matcher = ValueMatcher(ignoring: ignoring)
  }

  private static func actions(of history: History, _ keys: inout ActionKeys) throws(HistoryError) -> ([Int], [ActionSides.Key]) {
    var (rows, found): ([Int], [ActionSides.Key]) = ([], [])
    for row in history.rows.indices where history.rows[row].kind == .action {
      guard let action = try history.action(at: row) else { continue }
      rows.append(row)
      found.append(keys.key(of: action))
    }
    return (rows, found)
  }
}

// MARK: - Going through

extension RunComparer {
  mutating func run(_ report: (Int, Int) -> Bool) throws(HistoryError) -> RunComparison {
    var place = (first: 0, second: 0)
    let steps = ArrayEdit(sides).steps
    for (count, step) in steps.enumerated() {
      if count % 1024 == 0, !report(count, steps.count) || Task.isCancelled { break }
      switch step {
      case .keep:
        try takePair(rows.first[place.first], rows.second[place.second])
      case .change where sides.likeness(place.first, place.second) > 0:
        try takePair(rows.first[place.first], rows.second[place.second])
      case .change:
        take(onlyFirst: place.first, next: place.second)
        take(onlySecond: place.second, next: nil)
      case .delete: take(onlyFirst: place.first, next: place.second)
      case .insert: take(onlySecond: place.second, next: place.first)
      }
      if case .insert = step {} else { place.first += 1 }
      if case .delete = step {} else { place.second += 1 }
    }
    try compareFinalStates()
    result.unknown = matcher.unknownCount
    result.badStep = try badStep(of: result, matcher)
    return result
  }

  private mutating func takePair(_ first: Int, _ second: Int) throws(HistoryError) {
    result.pairs.append(.both(first: first, second: second))
    result.matched += 1
    guard let difference = try difference(first, second) else { return }
    result.different += 1
    result.divergence = result.divergence ?? difference
  }

  /// `next` is where the other run is.
  private mutating func take(onlyFirst place: Int, next: Int?) {
    result.pairs.append(.first(rows.first[place]))
    result.onlyFirst += 1
    noteDivergence(place, next.flatMap { $0 < rows.second.count ? $0 : nil })
  }

  private mutating func take(onlySecond place: Int, next: Int?) {
    result.pairs.append(.second(rows.second[place]))
    result.onlySecond += 1
    noteDivergence(next.flatMap { $0 < rows.first.count ? $0 : nil }, place)
  }

  /// The runs go on with different actions, at these places.
  private mutating func noteDivergence(_ first: Int?, _ second: Int?) {
    guard result.divergence == nil else { return }
    if let first, let second, sides.new[second...].contains(sides.old[first]), sides.old[first...].contains(sides.new[second]) {
      result.divergence = .order(first: rows.first[first], second: rows.second[second])
    } else {
      result.divergence = .actions(first: first.map { rows.first[$0] }, second: second.map { rows.second[$0] })
    }
  }
}

// MARK: - What differs

extension RunComparer {
  private mutating func difference(_ first: Int, _ second: Int) throws(HistoryError) -> RunComparison.Divergence? {
    guard let left = try histories.first.action(at: first), let right = try histories.second.action(at: second) else { return nil }
    let contents = matcher.differences(left.payload, right.payload, at: JSONPointer(), store: nil)
    if !contents.isEmpty { return .contents(first: first, second: second, differences: contents) }
    if left.outcome.error?.type != right.outcome.error?.type { return .outcomes(first: first, second: second) }
    let states = try stateDifferences(first, second, store: left.store)
    return states.isEmpty ? nil : .states(first: first, second: second, differences: states)
  }

  private mutating func stateDifferences(_ first: Int, _ second: Int, store: String) throws(HistoryError) -> [ValueDifference] {
    guard let left = histories.first.stores.firstIndex(of: store), let right = histories.second.stores.firstIndex(of: store) else {
      return []
    }
    try walks.first.advance(to: histories.first.index.outcomePlace(of: first))
    try walks.second.advance(to: histories.second.index.outcomePlace(of: second))
    var touched = walks.first.takeTouched(in: left)
    touched.formUnion(walks.second.takeTouched(in: right))
    guard walks.first.walk.isKnown(left), walks.second.walk.isKnown(right) else { return [] }
    let (old, new) = (walks.first.walk.value(of: left), walks.second.walk.value(of: right))
    var found: [ValueDifference] = []
    for pointer in touched.pointers where found.count < ValueMatcher.maximumDifferences {
      found += matcher.differences(old?[pointer], new?[pointer], at: pointer, store: store)
    }
    return found
  }

  private mutating func compareFinalStates() throws(HistoryError) {
    try walks.first.advance(to: nil)
    try walks.second.advance(to: nil)
    for (left, store) in histories.first.stores.enumerated() {
      guard let right = histories.second.stores.firstIndex(of: store) else { continue }
      guard walks.first.walk.isKnown(left), walks.second.walk.isKnown(right) else { continue }
      var (old, new) = (walks.first.walk.value(of: left), walks.second.walk.value(of: right))
      // A store that has ended, as all of a test have, is known by how it stood last.
      if old == nil { old = try lastState(of: store, in: histories.first) }
      if new == nil { new = try lastState(of: store, in: histories.second) }
      let found = matcher.differences(old, new, at: JSONPointer(), store: store)
      if !found.isEmpty { result.finalStates.append(.init(store: store, differences: found)) }
    }
  }
}
