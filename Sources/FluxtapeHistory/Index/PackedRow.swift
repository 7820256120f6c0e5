/// A row of the index: 26 bytes. ``HistoryRow`` is its readable form.
///
/// Numbers that do not fit are in a table, and ``Flags/isWide`` is set; no recorder writes them. Facts that only few kinds of rows have are
/// in another table.
struct PackedRow: Sendable {
  /// Bits 0 to 39 of the place, then 40 of the time.
  private var placeLow: UInt16
  private var placeMiddle: UInt16
  private var placeHighAndTimeLow: UInt16
  private var timeMiddle: UInt16
  private var timeHigh: UInt16
  private var stepLow: UInt16
  private var stepHigh: UInt16
  private var textLow: UInt16
  private var textHighAndDurationLow: UInt16
  private var durationHigh: UInt16
  /// The number of steps from the first cause to the row; 0 without a cause.
  private var causeDistance: UInt16
  /// 12 bits for the store, 4 for the kind.
  private var storeAndKind: UInt16
  private var flagBits: UInt16

  /// The maximum values of the fields. The maximum text and store stand for none.
  static let maximumPlace = 1 << 40 - 1
  static let maximumTime = 1 << 40 - 1
  static let maximumStep = Int(UInt32.max)
  static let noText = 1 << 24 - 1
  static let maximumDuration = 1 << 24 - 1
  static let maximumCauseDistance = Int(UInt16.max)
  static let noStore = 1 << 12 - 1

  init(_ kind: HistoryRow.Kind, place: Int) {
    self.init(kind, place: place, time: 0, step: 0, text: Self.noText, store: Self.noStore, duration: 0, causeDistance: 0, flags: [])
  }

  /// Creates a row with all fields; none may exceed its maximum.
  @inline(__always) init(
    _ kind: HistoryRow.Kind, place: Int, time: Int, step: Int, text: Int, store: Int, duration: Int, causeDistance: Int, flags: Flags
  ) {
    placeLow = UInt16(truncatingIfNeeded: place)
    placeMiddle = UInt16(truncatingIfNeeded: place >> 16)
    placeHighAndTimeLow = UInt16(truncatingIfNeeded: place >> 32 & 0xFF | time << 8)
    timeMiddle = UInt16(truncatingIfNeeded: time >> 8)
    timeHigh = UInt16(truncatingIfNeeded: time >> 24)
    stepLow = UInt16(truncatingIfNeeded: step)
    stepHigh = UInt16(truncatingIfNeeded: step >> 16)
    textLow = UInt16(truncatingIfNeeded: text)
    textHighAndDurationLow = UInt16(truncatingIfNeeded: text >> 16 & 0xFF | duration << 8)
    durationHigh = UInt16(truncatingIfNeeded: duration >> 8)
    self.causeDistance = UInt16(truncatingIfNeeded: causeDistance)
    storeAndKind = UInt16(truncatingIfNeeded: store & 0xFFF | Int(kind.rawValue) << 12)
    flagBits = flags.rawValue
  }
}

// MARK: - Fields

extension PackedRow {
  /// The number of bytes in the run's files before the row's line; for a jump, before the next line.
  var place: Int {
    get { Int(placeLow) | Int(placeMiddle) << 16 | Int(placeHighAndTimeLow & 0xFF) << 32 }
    set {
      placeLow = UInt16(truncatingIfNeeded: newValue)
      placeMiddle = UInt16(truncatingIfNeeded: newValue >> 16)
      placeHighAndTimeLow = placeHighAndTimeLow & 0xFF00 | UInt16(truncatingIfNeeded: newValue >> 32 & 0xFF)
    }
  }

  var time: Int {
    get { Int(placeHighAndTimeLow >> 8) | Int(timeMiddle) << 8 | Int(timeHigh) << 24 }
    set {
      placeHighAndTimeLow = placeHighAndTimeLow & 0xFF | UInt16(truncatingIfNeeded: newValue & 0xFF) << 8
      timeMiddle = UInt16(truncatingIfNeeded: newValue >> 8)
      timeHigh = UInt16(truncatingIfNeeded: newValue >> 24)
    }
  }

  /// Never decreases from row to row: a row without a step, or with a late one, has the highest step before it.
  var step: Int {
    get { Int(stepLow) | Int(stepHigh) << 16 }
    set {
      stepLow = UInt16(truncatingIfNeeded: newValue)
      stepHigh = UInt16(truncatingIfNeeded: newValue >> 16)
    }
  }

  /// A number in the table of texts: the action's type, a mark's text, a gap's or end's reason.
  var text: Int {
    get { Int(textLow) | Int(textHighAndDurationLow & 0xFF) << 16 }
    set {
      textLow = UInt16(truncatingIfNeeded: newValue)
      textHighAndDurationLow = textHighAndDurationLow & 0xFF00 | UInt16(truncatingIfNeeded: newValue >> 16 & 0xFF)
    }
  }

  /// Microseconds in the reducer. With ``Flags/isCompleted``: the number of outcomes between the action and its outcome.
  var duration: Int {
    get { Int(textHighAndDurationLow >> 8) | Int(durationHigh) << 8 }
    set {
      textHighAndDurationLow = textHighAndDurationLow & 0xFF | UInt16(truncatingIfNeeded: newValue & 0xFF) << 8
      durationHigh = UInt16(truncatingIfNeeded: newValue >> 8)
    }
  }

  var cause: Int {
    get { Int(causeDistance) }
    set { causeDistance = UInt16(truncatingIfNeeded: newValue) }
  }

  var store: Int {
    get { Int(storeAndKind & 0xFFF) }
    set { storeAndKind = storeAndKind & 0xF000 | UInt16(truncatingIfNeeded: newValue & 0xFFF) }
  }

  var kind: HistoryRow.Kind {
    get { HistoryRow.Kind(rawValue: UInt8(truncatingIfNeeded: storeAndKind >> 12)) ?? .unknown }
    set { storeAndKind = storeAndKind & 0xFFF | UInt16(newValue.rawValue) << 12 }
  }

  var flags: Flags {
    get { Flags(rawValue: flagBits) }
    set { flagBits = newValue.rawValue }
  }
}

// MARK: - Flags

extension PackedRow {
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
    /// Some of the row's numbers are in the table of wide rows.
    static let isWide = Flags(rawValue: 1 << 14)
    /// A patch without operations.
    static let hasEmptyPatch = Flags(rawValue: 1 << 15)

    /// Outcomes that leave the state unchanged, unless one of ``carriesState`` is set too.
    static let leavesState: Flags = [.hasError, .isUnreduced]
    static let carriesState: Flags = [.hasPatch, .hasState, .isOmitted]
    /// The flags of an outcome.
    static let outcome: Flags = [.hasDuration, .hasPatch, .hasEmptyPatch, .hasState, .isOmitted, .isUnreduced, .hasError]

    /// These flags, with ``isUnchanged`` if they show that the state stayed the same.
    var withChange: Flags {
      let leavesState = !isDisjoint(with: .leavesState) && isDisjoint(with: .carriesState)
      return contains(.hasEmptyPatch) || leavesState ? union(.isUnchanged) : subtracting(.isUnchanged)
    }
  }
}

/// The numbers of a row if some do not fit into ``PackedRow``.
struct WideRow: Sendable {
  var time = 0
  var step = 0
  var text = PackedRow.noText
  var store = PackedRow.noStore
  var duration = 0
  var cause = 0
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
}

// MARK: - Outcomes on separate lines

/// A completion in the index: 16 bytes.
struct PackedOutcome: Sendable {
  private var placeLow: UInt32
  /// The action's row. Without such an action and without a state: the last row before the completion.
  var row: UInt32
  private var durationLow: UInt16
  private var durationHighAndPlaceHigh: UInt16
  private var flagBits: UInt16
  /// Whether the outcome begins or ends the store's life.
  var life: Life = []

  struct Life: OptionSet, Sendable {
    let rawValue: UInt8
    static let begins = Life(rawValue: 1 << 0)
    static let ends = Life(rawValue: 1 << 1)
  }
}

extension PackedOutcome {
  /// - Parameter duration: At most ``PackedRow/maximumDuration``.
  init(place: Int, row: Int, flags: PackedRow.Flags, duration: Int) {
    placeLow = UInt32(truncatingIfNeeded: place)
    self.row = UInt32(truncatingIfNeeded: row)
    flagBits = flags.rawValue
    durationLow = UInt16(truncatingIfNeeded: duration)
    durationHighAndPlaceHigh = UInt16(truncatingIfNeeded: duration >> 16 & 0xFF) | UInt16(truncatingIfNeeded: place >> 32 & 0xFF) << 8
  }

  /// The number of bytes in the run's files before the line.
  var place: Int { Int(placeLow) | Int(durationHighAndPlaceHigh >> 8) << 32 }
  var duration: Int { Int(durationLow) | Int(durationHighAndPlaceHigh & 0xFF) << 16 }
  var flags: PackedRow.Flags { PackedRow.Flags(rawValue: flagBits) }
}
