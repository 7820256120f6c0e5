import FluxtapeJSON

/// Rules out conditions on a row's contents by the bytes of its lines, before any JSON is parsed: the lines must contain the text to find.
/// Most rows need no further test.
struct LinePrefilter {
  private let index: RunIndex
  private var lines: LineWindow
  /// For the first leaves of the plan, a text that a line must contain, if known.
  private let needles: [Needle?]

  private struct Needle {
    let text: SearchText
    /// Whether a left-out value makes the condition unknown.
    let isAboutValues: Bool
  }

  /// The leaves of a set: a bit each, the first one in the lowest bit.
  typealias Leaves = UInt64

  /// The start of an object that may represent a left-out value.
  private static let tag = SearchText(exactly: "{\"$")

  init(_ plan: QueryPlan, _ index: RunIndex) {
    self.index = index
    lines = LineWindow(index: index)
    needles = plan.leaves.prefix(Leaves.bitWidth).map { leaf in
      guard case .line(let condition) = leaf else { return nil }
      return condition.needle.map { Needle(text: $0.text, isAboutValues: $0.isAboutValues) }
    }
  }

  /// Whether the filter can rule anything out.
  var isUseful: Bool { needles.contains { $0 != nil } }
}

extension LinePrefilter {
  /// The leaves that cannot hold for an action, by the bytes of its line and of its outcome; `nil` for other rows, and if these lines lack a
  /// part of the action.
  mutating func ruledOut(at row: Int) throws(HistoryError) -> Leaves? {
    let facts = index.rows[row]
    guard facts.kind == .action, !facts.flags.contains(.isTorn), !index.mayBeCopy(row) else { return nil }
    let leaves = try ruledOut(by: facts.place)
    guard let outcome = facts.outcome, leaves != 0 else { return leaves }
    return leaves & (try ruledOut(by: index.outcomes[outcome].place))
  }

  private mutating func ruledOut(by line: Int) throws(HistoryError) -> Leaves {
    try lines.withLine(line) { bytes, range in
      let line = bytes.extracting(range)
      var leaves = 0 as Leaves
      for (number, needle) in needles.enumerated() {
        guard let needle else { continue }
        let mayHold = needle.text.mayBeIn(json: line) || (needle.isAboutValues && Self.tag.isIn(line))
        if !mayHold { leaves |= 1 << Leaves(number) }
      }
      return leaves
    }
  }
}

extension RunIndex {
  /// Whether the action's contents may be recorded with its cause: see ``History/action(at:)``.
  func mayBeCopy(_ row: Int) -> Bool { possibleDispatch(of: row) != nil }

  /// The row of the cause with which the action's contents may be recorded.
  func possibleDispatch(of row: Int) -> Int? {
    guard let cause = cause(of: row).flatMap(self.row), rows[cause].flags.contains(.isUnreduced),
      textNumber(of: cause) == textNumber(of: row)
    else { return nil }
    return cause
  }
}

extension LineCondition {
  /// A text that a line must contain for the condition to hold, and whether the condition is about a value in it.
  fileprivate var needle: (text: SearchText, isAboutValues: Bool)? {
    switch self {
    case .text(let pattern): return pattern.needle.map { ($0, false) }
    case .trace(let pattern): return pattern.needle.map { ($0, false) }
    case .matches(.value(.payload, _), let pattern): return pattern.needle.map { ($0, true) }
    case .comparison(.value(.payload, _), .equal, .literal(.string(let text))),
      .comparison(.literal(.string(let text)), .equal, .value(.payload, _)):
      return (SearchText(exactly: text), true)
    case .comparison, .matches: return nil
    }
  }
}
