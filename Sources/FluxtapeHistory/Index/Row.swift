/// A row of the index: 64 bytes of plain numbers. ``HistoryRow`` is its readable form. Facts that only few rows have are in tables.
struct Row: Sendable {
  /// The number of bytes in the run's files before the row's line; for a jump, before the next line.
  var place: Int
  /// Never decreases from row to row: a row without a step, or with a late one, has the highest step before it. The latter's own step is in
  /// the table of odd steps.
  var step = 0
  private var timeOrZero = 0
  private var durationOrZero = 0
  private var causeOrZero = 0
  private var textOrNone = Self.none
  private var storeOrNone = Self.none
  private var outcomeOrNone = Self.none
  var flags: Flags = []
  var kind: HistoryRow.Kind
  /// Where the patch of the outcome lies if the row's own line has it.
  var patch = Part()

  private static let none = UInt32.max

  /// Where a value lies in a line. Empty if the line does not have it, or must be parsed to find it.
  struct Part: Sendable {
    private var first: UInt32 = 0
    private var count: UInt32 = 0

    init() {}

    /// - Parameter line: The beginning of the line.
    init(_ range: Range<Int>, from line: Int) {
      guard !range.isEmpty else { return }
      (first, count) = (UInt32(range.lowerBound - line), UInt32(range.count))
    }

    var isEmpty: Bool { count == 0 }
    /// The bytes of the line before the value, and those up to its end.
    var range: Range<Int> { Int(first)..<Int(first) + Int(count) }
  }

  init(_ kind: HistoryRow.Kind, place: Int) {
    self.kind = kind
    self.place = place
  }
}

// MARK: - Facts that a row may have

extension Row {
  var time: Int? {
    get { flags.contains(.hasTime) ? timeOrZero : nil }
    set {
      timeOrZero = newValue ?? 0
      flags.set(.hasTime, newValue != nil)
    }
  }

  /// Microseconds in the reducer, as far as the row's own line tells.
  var duration: Int? {
    get { flags.contains(.hasDuration) ? durationOrZero : nil }
    set {
      durationOrZero = newValue ?? 0
      flags.set(.hasDuration, newValue != nil)
    }
  }

  /// The step of the first cause.
  var cause: Int? {
    get { flags.contains(.hasCause) ? causeOrZero : nil }
    set {
      causeOrZero = newValue ?? 0
      flags.set(.hasCause, newValue != nil)
    }
  }

  /// A number in the table of texts: the action's type, a mark's text, a gap's or end's reason.
  var text: Int? {
    get { textOrNone == Self.none ? nil : Int(textOrNone) }
    set { textOrNone = newValue.map { UInt32($0) } ?? Self.none }
  }

  /// The store's number.
  var store: Int? {
    get { storeOrNone == Self.none ? nil : Int(storeOrNone) }
    set { storeOrNone = newValue.map { UInt32($0) } ?? Self.none }
  }

  /// The outcome's number if a later line has it.
  var outcome: Int? {
    get { outcomeOrNone == Self.none ? nil : Int(outcomeOrNone) }
    set { outcomeOrNone = newValue.map { UInt32($0) } ?? Self.none }
  }
}

// MARK: - Flags

extension Row {
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
    static let hasStep = Flags(rawValue: 1 << 9)
    static let isDuplicate = Flags(rawValue: 1 << 10)
    static let isTorn = Flags(rawValue: 1 << 11)
    static let hasEffect = Flags(rawValue: 1 << 12)
    /// A later line has the action's outcome.
    static let isCompleted = Flags(rawValue: 1 << 13)
    /// The row's step is in the table of odd steps.
    static let hasOddStep = Flags(rawValue: 1 << 14)
    /// A patch without operations.
    static let hasEmptyPatch = Flags(rawValue: 1 << 15)

    /// Outcomes that leave the state unchanged, unless one of ``carriesState`` is set too.
    static let leavesState: Flags = [.hasError, .isUnreduced]
    static let carriesState: Flags = [.hasPatch, .hasState, .isOmitted]
    /// The flags of an outcome.
    static let outcome: Flags = [.hasDuration, .hasPatch, .hasEmptyPatch, .hasState, .isOmitted, .isUnreduced, .hasError]

    fileprivate mutating func set(_ flag: Flags, _ isOn: Bool) { if isOn { insert(flag) } else { remove(flag) } }

    /// These flags, with ``isUnchanged`` if they show that the state stayed the same.
    var withChange: Flags {
      let leavesState = !isDisjoint(with: .leavesState) && isDisjoint(with: .carriesState)
      return contains(.hasEmptyPatch) || leavesState ? union(.isUnchanged) : subtracting(.isUnchanged)
    }
  }
}

/// Facts that only gaps, jumps and marks have.
struct RareFacts: Sendable {
  /// For a gap or jump: the steps that may be missing.
  var missing: ClosedRange<Int>?
  /// The number of missing records.
  var missingCount: Int?
  /// A mark's level, and the kind of the problem that it reports.
  var level: UInt32?
  var problem: UInt32?
  /// The name of the live command that a mark tells of.
  var live: UInt32?
}

// MARK: - Outcomes on separate lines

/// A completion in the index: 40 bytes.
struct Completion: Sendable {
  /// The number of bytes in the run's files before the line.
  var place: Int
  /// The action's row. Without such an action and without a state: the last row before the completion.
  var row: UInt32
  var duration: Int
  var flags: Row.Flags
  /// Whether the outcome begins or ends the store's life.
  var life: Life = []
  var patch = Row.Part()

  struct Life: OptionSet, Sendable {
    let rawValue: UInt8
    static let begins = Life(rawValue: 1 << 0)
    static let ends = Life(rawValue: 1 << 1)
  }
}
