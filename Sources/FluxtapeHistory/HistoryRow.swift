package import FluxtapeDocuments
public import FluxtapeLog
public import FluxtapeLogReading

/// One row of a run's timeline: an action, or something else that stands in the log or is missing from it.
///
/// A row is a place in the index; it holds no contents. What it says is looked up when it is asked for; ``changes`` and ``error`` read the
/// line again. ``History/action(at:)`` reads the contents.
public struct HistoryRow: Sendable {
  /// What kind of record a row stands for.
  public enum Kind: UInt8, Hashable, Sendable {
    /// Something happened to a store.
    case action
    /// A note by the app, a test or a person.
    case mark
    /// Records are lost, and the log says why.
    case gap
    /// Steps are left out, and nothing says why.
    case jump
    /// A line that is no record. With ``HistoryRow/isTorn``: a last line that broke off before it named an action.
    case badLine
    /// A record of a kind that this version does not know.
    case unknown
    /// The recorder was closed in an orderly way.
    case end
    /// A store's state without an action: `@@STATE`, or what came of an action whose own line is missing. With a step, a change that no
    /// recorded action explains; without one, where the store stands: when recording begins, at the beginning of a segment, after a gap.
    case state
  }

  let index: RunIndex
  let number: Int
  private let row: Row

  init(_ number: Int, of index: RunIndex) {
    self.index = index
    self.number = number
    row = index.rows[number]
  }
}

// MARK: - What happened

extension HistoryRow {
  /// What kind of record the row stands for.
  public var kind: Kind { row.kind }

  /// `nil` for bad lines, jumps, and states that only tell how a store stands.
  public var step: StepNumber? {
    let step = index.step(of: number)
    return step > 0 ? StepNumber(step) : nil
  }

  /// Microseconds since the run's start, where the line tells them.
  public var time: Int? { index.time(of: number) }

  /// The store of the action or state: an index into ``History/stores``.
  public var store: Int? { index.store(of: number) }

  /// The action's type, a mark's text, a gap's or an end's reason; words for a jump, a bad line and an unknown record.
  public var type: String {
    guard let text = index.textNumber(of: number).map({ index.texts[$0] }), !text.isEmpty else { return words }
    return text
  }

  /// The step of the first cause. It may be missing from the log: see ``History/cause(of:)``.
  public var cause: StepNumber? { index.cause(of: number).map { StepNumber($0) } }

  /// What kind of problem a recorder tells of its own work in a mark: the `kind` of a `RecordedProblem`.
  public var problem: String? { row.kind == .mark ? index.rareFacts[number]?.problem.map { index.texts[Int($0)] } : nil }

  /// A mark's level: `info`, `warning`, `error`.
  public var level: String? { row.kind == .mark ? index.rareFacts[number]?.level.map { index.texts[Int($0)] } : nil }

  /// The name of the command that a mark tells of, if the inspector, or another client of a live session, gave it to the running app: see
  /// `RecordedCommand`.
  public var liveCommand: String? { index.liveCommand(of: number) }

  /// Whether the inspector set this state or dispatched this action, by a live command. What the app dispatches in turn, or because a state
  /// was set, is the app's doing; so are held actions that go on.
  public var isByInspector: Bool { index.isByInspector(number) }

  /// Microseconds in the reducer, or of a whole asynchronous scope.
  public var duration: Int? { index.duration(of: number) }

  /// Counted from 1 in the row's file; `nil` for a jump, which has no line. O(log n).
  public var lineNumber: Int? { row.kind == .jump ? nil : index.lineNumber(of: number) }

  /// Gap, jump: the steps among which records are missing. A gap's may also be steps that are there, whose completion is lost.
  public var missing: ClosedRange<StepNumber>? {
    missingFacts?.missing.map { StepNumber($0.lowerBound)...StepNumber($0.upperBound) }
  }

  /// Gap, jump: how many records are missing.
  public var missingCount: Int? { missingFacts?.missingCount }

  private var missingFacts: RareFacts? { row.kind == .gap || row.kind == .jump ? index.rareFacts[number] : nil }
}

// MARK: - What came of it

extension HistoryRow {
  /// Whether the row's outcome has a patch.
  public var hasPatch: Bool { row.flags.contains(.hasPatch) }
  /// The whole state stands in the log here.
  public var hasState: Bool { row.flags.contains(.hasState) }
  /// The state may have changed and is not recorded here.
  public var isOmitted: Bool { row.flags.contains(.isOmitted) }
  /// The action never reached a reducer.
  public var isUnreduced: Bool { row.flags.contains(.isUnreduced) }
  /// The action was rejected, or its reducer threw.
  public var hasError: Bool { row.flags.contains(.hasError) }
  /// The log says that the state stayed as it was: an empty patch, or an error or an action not reduced, without a patch.
  public var isUnchanged: Bool { row.flags.contains(.isUnchanged) }

  /// The action had not come to its end when the log broke off.
  public var isInFlight: Bool { index.openRows.inFlight.has(number) }
  /// Asynchronous work that had not ended when the log did.
  public var isPending: Bool { index.openRows.pending.has(number) }
  /// What came of the action is among lost records, or stood on a line that broke off: neither in flight nor pending, but unknown.
  public var isOutcomeLost: Bool { index.openRows.lost.has(number) }
  /// What came of the action stood, or may have stood, on its own line or on that of its completion, which broke off.
  public var isOutcomeBrokenOff: Bool { index.openRows.brokenOff.has(number) }
  /// A record with this step stands further up.
  public var isDuplicate: Bool { row.flags.contains(.isDuplicate) }
  /// The line broke off: it is the last one, no line feed ends it, and it is not whole, or NUL bytes stand there.
  public var isTorn: Bool { row.flags.contains(.isTorn) }
  /// What is left of a line that broke off; `nil` for others. Reads the line.
  public var tornLine: TornLine? { isTorn ? index.tornLine(of: number) : nil }
  /// The record belongs to asynchronous work.
  public var hasEffect: Bool { row.flags.contains(.hasEffect) }

  /// Whether the log does not tell what the action did to the state: it was in flight, its line broke off, or its outcome is lost or was not
  /// recorded.
  public var isChangeUnknown: Bool {
    isInFlight || isOutcomeLost || (isTorn && kind != .badLine) || (isOmitted && !hasPatch && !hasState)
  }

  /// What the patch says. Reads the line; nothing where that is no longer possible.
  public var changes: ChangeCounts {
    hasPatch ? index.changes(of: number) : ChangeCounts()
  }

  /// The asynchronous work that the record belongs to. Reads the line; `nil` where that is no longer possible.
  public var effect: RecordedEffect? { hasEffect ? index.effect(of: number) : nil }

  /// The payload of an action, for one of many rows on a screen. Reads the first 4 KB of the line; `nil` for a longer payload, and where
  /// that is no longer possible.
  package var shortPayload: JSONNode? { kind == .action ? index.shortPayload(of: number) : nil }

  /// The patch of the row's outcome, for one of many rows on a screen. Reads the first 4 KB of the line; `nil` for an empty patch, for one
  /// that ends after them, and where that is no longer possible.
  package var shortPatch: NodePatch? {
    guard hasPatch, !row.flags.contains(.hasEmptyPatch) else { return nil }
    return index.shortPatch(of: number)
  }

  /// Why a bad line is none; its offset counts from the line's beginning. Reads the line.
  public var error: LogError? { row.kind == .badLine ? index.error(of: number) : nil }
}

extension [UInt32] {
  /// Whether `row` is among these, which rise.
  func has(_ row: Int) -> Bool {
    guard !isEmpty else { return false }
    let place = partitioningIndex { Int($0) >= row }
    return place < count && Int(self[place]) == row
  }
}

/// How many operations of each kind a patch has.
public struct ChangeCounts: Hashable, Sendable {
  /// Values that were added.
  public var added: Int
  /// Values that were removed.
  public var removed: Int
  /// Values that were replaced.
  public var replaced: Int
  /// Values that were moved.
  public var moved: Int

  /// Creates counts.
  public init(added: Int = 0, removed: Int = 0, replaced: Int = 0, moved: Int = 0) {
    self.added = added
    self.removed = removed
    self.replaced = replaced
    self.moved = moved
  }
}
