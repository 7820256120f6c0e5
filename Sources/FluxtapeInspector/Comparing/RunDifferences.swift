import FluxtapeHistory

/// All differences between the shown run and another one, in their order.
package struct RunDifferences: Sendable {
  /// A line of the list.
  enum Line: Sendable {
    /// The index of a listed difference.
    case difference(Int)
    /// A step that is alike in both runs, near a difference.
    case alike(shown: Int, other: Int)
    /// The number of further steps that are alike.
    case skipped(Int)
  }

  let question: ComparisonQuestion
  /// The differences of rows as far as ``lines`` has room for them, then those of the last states.
  private(set) var listed: [RunDifference] = []
  /// The listed differences with some steps around them, in the order of the runs; those of the last states come last.
  private(set) var lines: [Line] = []
  /// The number of differences of rows beyond the limit.
  private(set) var unlistedCount = 0
  /// The rows of the shown run that differ, ascending.
  private(set) var places: [LinePlace] = []
  /// The number of rows that both runs have, and of those of them that are states without an action.
  let matchedCount: Int
  let matchedStateCount: Int
  /// The number of those with a different payload, failure or state.
  let changedCount: Int
  let onlyShownCount: Int
  let onlyOtherCount: Int
  /// The number of values that could not be compared.
  let unknownCount: Int

  /// - Parameter comparison: Of the other run with the shown one, with its differences.
  /// - Complexity: O(rows of both runs).
  init(_ comparison: RunComparison, to question: ComparisonQuestion) {
    self.question = question
    (matchedCount, changedCount, unknownCount) = (comparison.matched, comparison.different, comparison.unknown)
    matchedStateCount = comparison.matchedStates
    (onlyShownCount, onlyOtherCount) = (comparison.onlySecond, comparison.onlyFirst)
    addRows(of: comparison)
    addLastStates(of: comparison)
  }

  /// The rows of the step that a line of the list shows; nil if not both runs have it.
  func pair(at line: Int) -> (shown: Int, other: Int)? {
    guard lines.indices.contains(line) else { return nil }
    switch lines[line] {
    case .skipped: return nil
    case .alike(let shown, let other): return (shown, other)
    case .difference(let number):
      guard let shown = listed[number].shown, let other = listed[number].other else { return nil }
      return (shown, other)
    }
  }

  /// The number of steps before and after a difference that are listed too.
  private static let around = 2
}

// MARK: - Building

extension RunDifferences {
  private mutating func addRows(of comparison: RunComparison) {
    var elsewhere: (shown: [Int: Int], other: [Int: Int]) = ([:], [:])
    for case .both(let other, let shown) in comparison.moved {
      elsewhere.shown[shown] = other
      elsewhere.other[other] = shown
    }
    let (rows, stores) = (question.shown.rows, question.shown.history.stores)
    var differences = comparison.differences[...]
    var alike = AlikeSteps()
    var last = 0
    for pair in comparison.pairs {
      switch pair {
      case .both(let other, let shown):
        last = shown
        guard let difference = differences.first, difference.rowOfPair == shown else {
          lines += alike.take(.alike(shown: shown, other: other), around: Self.around)
          continue
        }
        differences.removeFirst()
        add(RunDifference.Kind(difference, store: rows[shown]?.store.map { stores[$0] }), shown: shown, other: other, at: shown, &alike)
      case .second(let shown):
        last = shown
        add(.onlyShown(elsewhere: elsewhere.shown[shown]), shown: shown, other: nil, at: shown, &alike)
      case .first(let other): add(.onlyOther(elsewhere: elsewhere.other[other]), shown: nil, other: other, at: last, &alike)
      }
    }
    if unlistedCount == 0 { lines += alike.rest }
  }

  /// - Parameter kind: Evaluated only for a difference that is listed, as it copies values.
  private mutating func add(
    _ kind: @autoclosure () -> RunDifference.Kind?, shown: Int?, other: Int?, at row: Int, _ alike: inout AlikeSteps
  ) {
    let place = question.shown.rows.place(of: row)
    if shown != nil, let place { places.append(place) }
    guard lines.count < OpenAnswer.limit, let known = kind() else {
      unlistedCount += 1
      return
    }
    lines += alike.takeAll(around: Self.around)
    add(RunDifference(kind: known, shown: shown, other: other, target: place))
  }

  private mutating func add(_ difference: RunDifference) {
    lines.append(.difference(listed.count))
    listed.append(difference)
  }

  private mutating func addLastStates(of comparison: RunComparison) {
    for state in comparison.finalStates {
      let shown = question.shown.history.lastRow(withStateOf: state.store)
      add(
        RunDifference(
          kind: .lastState(RunDifference.Values(state.differences, store: state.store)), shown: shown,
          other: question.other.history.lastRow(withStateOf: state.store), target: shown.flatMap { question.shown.rows.place(of: $0) }))
    }
  }
}

/// The steps since the last difference that are not listed yet.
private struct AlikeSteps {
  /// The last of them.
  private var waiting: [RunDifferences.Line] = []
  private var skipped = 0
  /// The number of next ones to list, as they follow a difference.
  private var following = 0

  /// Takes a step. Returns it if it is to be listed at once.
  mutating func take(_ step: RunDifferences.Line, around count: Int) -> [RunDifferences.Line] {
    if following > 0 {
      following -= 1
      return [step]
    }
    waiting.append(step)
    if waiting.count > count {
      waiting.removeFirst()
      skipped += 1
    }
    return []
  }

  /// Returns the lines before a difference.
  mutating func takeAll(around count: Int) -> [RunDifferences.Line] {
    defer { (waiting, skipped, following) = ([], 0, count) }
    return (skipped > 0 ? [.skipped(skipped)] : []) + waiting
  }

  /// The line after the last difference.
  var rest: [RunDifferences.Line] {
    let count = skipped + waiting.count
    return count > 0 ? [.skipped(count)] : []
  }
}

// MARK: - In words

extension RunDifferences {
  /// The number of differences of rows.
  var count: Int { changedCount + onlyShownCount + onlyOtherCount }

  /// Which runs were compared, and how many differences there are.
  var title: String {
    question.title + "  "
      + (count > 0 ? QuantityText.counted(count, "difference") : listed.isEmpty ? "no difference" : "different at the end")
  }

  /// For runs without a difference.
  var agreement: String {
    guard matchedCount > 0 else { return "Neither run has an action or a state to compare." }
    let unknown = unknownCount > 0 ? " \(QuantityText.counted(unknownCount, "value")) could not be compared." : ""
    return "The runs agree in \(matched)." + unknown
  }

  /// `284 actions and 3 states`
  private var matched: String {
    let states = matchedStateCount > 0 ? " and \(QuantityText.counted(matchedStateCount, "state"))" : ""
    return QuantityText.counted(matchedCount - matchedStateCount, "action") + states
  }

  /// `40 actions in both runs, 1 of them with a different result, 2 only in run 1`
  var counts: String {
    var parts = ["\(matched) in both runs"]
    if changedCount > 0 { parts.append("\(QuantityText.grouped(changedCount)) of them with a different result") }
    if onlyShownCount > 0 { parts.append("\(QuantityText.grouped(onlyShownCount)) only in \(question.shownName)") }
    if onlyOtherCount > 0 { parts.append("\(QuantityText.grouped(onlyOtherCount)) only in \(question.otherName)") }
    if unknownCount > 0 { parts.append("\(QuantityText.counted(unknownCount, "value")) that could not be compared") }
    return parts.joined(separator: ", ")
  }
}
