import FluxtapeJSON

/// Rules out conditions on a row's contents by the bytes of its lines, before any JSON is parsed: the lines must contain the text to find.
/// Most rows need no further test.
struct LinePrefilter {
  private let index: RunIndex
  private var reader: LineWindow
  /// For each leaf of the plan, a text that a line must contain, if known.
  let needles: [Needle?]

  struct Needle {
    let text: SearchText
    /// Whether a left-out value makes the condition unknown.
    let isAboutValues: Bool
  }

  /// The start of an object that may represent a left-out value.
  static let tag = SearchText(exactly: "{\"$")

  init(_ plan: QueryPlan, _ index: RunIndex) {
    self.index = index
    reader = LineWindow(index: index)
    needles = plan.leaves.map { leaf in
      guard case .line(let condition) = leaf else { return nil }
      return condition.needle.map { Needle(text: $0.text, isAboutValues: $0.isAboutValues) }
    }
  }

  /// Whether the filter can rule anything out.
  var isUseful: Bool { needles.contains { $0 != nil } }
}

extension LinePrefilter {
  /// The lines of an action and its outcome; `nil` for other rows, and if these lines lack a part of the action.
  mutating func bytes(of row: Int) throws(HistoryError) -> [[UInt8]]? {
    let packed = index.rows[row]
    guard packed.kind == .action, !packed.flags.contains(.isTorn), !index.mayBeCopy(row) else { return nil }
    let line = try reader.bytes(of: packed.place)
    guard let outcome = index.outcome(of: row) else { return [line] }
    return [line, try reader.bytes(of: index.outcomes[outcome].place)]
  }

  /// Whether a leaf cannot hold for a row with these lines.
  func rulesOut(_ leaf: Int, _ lines: [[UInt8]]) -> Bool {
    guard let needle = needles[leaf] else { return false }
    return !lines.contains { line in
      needle.text.mayBeIn(json: line.span) || (needle.isAboutValues && Self.tag.isIn(line.span))
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
