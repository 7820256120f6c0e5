/// What the index keeps of a row: 64 bytes. ``HistoryRow`` is its readable form.
struct PackedRow: Sendable {
  /// Stands for "none" in the 32-bit fields.
  static let none = UInt32.max

  /// The `seq`, or 0.
  var step = 0
  var time = 0
  /// Action: the step of the first cause. Gap and jump: the first step that may be missing.
  var first = 0
  /// Action: microseconds in the reducer. Gap and jump: the last step that may be missing.
  var last = 0
  /// The line in the table; of a jump, the line before which it is.
  var line: UInt32
  /// Action: the line of its completion. Gap and jump: how many records are missing, at most `UInt32.max`. Mark: its level.
  var other = Self.none
  /// In the texts: the action's type, a mark's text, a gap's or end's reason.
  var text = Self.none
  var store = Self.none
  /// The event among its store's that tells the outcome.
  var event = Self.none
  var added: UInt16 = 0
  var removed: UInt16 = 0
  var replaced: UInt16 = 0
  var moved: UInt16 = 0
  var flags: Flags = []
  var kind: HistoryRow.Kind

  init(_ kind: HistoryRow.Kind, line: UInt32, flags: Flags = []) {
    self.kind = kind
    self.line = line
    self.flags = flags
  }

  struct Flags: OptionSet, Sendable {
    let rawValue: UInt16

    static let hasTime = Flags(rawValue: 1 << 0)
    static let hasCause = Flags(rawValue: 1 << 1)
    static let hasDuration = Flags(rawValue: 1 << 2)
    static let hasPatch = Flags(rawValue: 1 << 3)
    static let hasState = Flags(rawValue: 1 << 4)
    static let isOmitted = Flags(rawValue: 1 << 5)
    static let isUnreduced = Flags(rawValue: 1 << 6)
    static let hasError = Flags(rawValue: 1 << 7)
    static let isUnchanged = Flags(rawValue: 1 << 8)
    static let isInFlight = Flags(rawValue: 1 << 9)
    static let isPending = Flags(rawValue: 1 << 10)
    static let isOutcomeLost = Flags(rawValue: 1 << 11)
    static let isDuplicate = Flags(rawValue: 1 << 12)
    static let isTorn = Flags(rawValue: 1 << 13)
    static let hasEffect = Flags(rawValue: 1 << 14)

    /// What comes of an action and leaves its store's state alone, unless one of ``carriesState`` stands beside it.
    static let leavesState: Flags = [.hasError, .isUnreduced]
    static let carriesState: Flags = [.hasPatch, .hasState, .isOmitted]
  }
}

// MARK: - Places

/// A point in the order of a run's lines: on a line, or right before it, where a jump is.
struct LinePlace: Comparable, Sendable {
  private let rawValue: Int

  static func on(_ line: UInt32) -> LinePlace { LinePlace(rawValue: 2 * Int(line) + 1) }
  static func before(_ line: UInt32) -> LinePlace { LinePlace(rawValue: 2 * Int(line)) }

  static func < (left: LinePlace, right: LinePlace) -> Bool { left.rawValue < right.rawValue }
}

extension PackedRow {
  /// Where the row stands.
  var place: LinePlace { kind == .jump ? .before(line) : .on(line) }

  /// The line that completes the action, if another one does.
  var completionLine: UInt32? { kind == .action && other != Self.none ? other : nil }

  /// Where the row's outcome stands: its store's state "after the row" is the one there. A completion that tells nothing of the
  /// state, as that of a thunk or of work that ended much later, leaves it where it was when the action began.
  var outcomePlace: LinePlace { event == Self.none ? place : completionLine.map(LinePlace.on) ?? place }

  /// Whether anything tells that the action came to its end.
  var isOutcomeKnown: Bool { !flags.isDisjoint(with: Flags.leavesState.union(.carriesState)) }
}

// MARK: - Taking an outcome

extension PackedRow {
  mutating func take(_ outcome: OutcomeFacts) {
    if let duration = outcome.duration {
      last = duration
      flags.insert(.hasDuration)
    }
    if outcome.hasError { flags.insert(.hasError) }
    if outcome.isUnreduced { flags.insert(.isUnreduced) }
    if outcome.isOmitted { flags.insert(.isOmitted) }
    if outcome.hasState { flags.insert(.hasState) }
    if let patch = outcome.patch {
      flags.insert(.hasPatch)
      added = UInt16(clamping: patch.added)
      removed = UInt16(clamping: patch.removed)
      replaced = UInt16(clamping: patch.replaced)
      moved = UInt16(clamping: patch.moved)
    }
    let leavesState = !flags.isDisjoint(with: .leavesState) && flags.isDisjoint(with: .carriesState)
    if outcome.patch?.isEmpty == true || leavesState { flags.insert(.isUnchanged) }
  }
}
