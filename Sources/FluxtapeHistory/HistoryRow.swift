public import FluxtapeLog

/// One row of a run's timeline: an action, or something else that stands in the log or is missing from it.
///
/// A row is made from the index when it is asked for; it holds no contents. ``History/action(at:)`` reads these.
public struct HistoryRow: Sendable {
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
  }

  public var kind: Kind

  /// `nil` for bad lines and jumps.
  public var step: StepNumber?

  /// Microseconds since the run's start, where the line tells them.
  public var time: Int?

  /// The action's store: an index into ``History/stores``.
  public var store: Int?

  /// The action's type, a mark's text, a gap's or an end's reason; words for a jump, a bad line and an unknown record.
  public var type: String

  /// The step of the first cause. It may be missing from the log: see ``History/cause(of:)``.
  public var cause: StepNumber?

  /// What the patch says.
  public var changes: ChangeCounts

  public var hasPatch: Bool
  /// The whole state stands in the log here.
  public var hasState: Bool
  /// The state may have changed and is not recorded here.
  public var isOmitted: Bool
  /// The action never reached a reducer.
  public var isUnreduced: Bool
  /// The action was rejected, or its reducer threw.
  public var hasError: Bool
  /// The log says that the state stayed as it was: an empty patch, or an error or an action not reduced, without a patch.
  public var isUnchanged: Bool

  /// The action had not come to its end when the log broke off.
  public var isInFlight: Bool
  /// Asynchronous work that had not ended when the log did.
  public var isPending: Bool
  /// What came of the action is among lost records: neither in flight nor pending, but unknown.
  public var isOutcomeLost: Bool
  /// A record with this step stands further up.
  public var isDuplicate: Bool
  /// The line broke off: no line feed ends it and it is not whole.
  public var isTorn: Bool
  /// The record belongs to asynchronous work.
  public var hasEffect: Bool

  /// A mark's level: `info`, `warning`, `error`.
  public var level: String?

  /// Microseconds in the reducer, or of a whole asynchronous scope.
  public var duration: Int?

  /// Counted from 1 in the row's file; `nil` for a jump, which has no line.
  public var lineNumber: Int?

  /// Gap, jump: the steps among which records are missing. A gap's may also be steps that are there, whose completion is lost.
  public var missing: ClosedRange<StepNumber>?

  /// Gap, jump: how many records are missing.
  public var missingCount: Int?

  /// Why a bad line is none; its offset counts from the line's beginning.
  public var error: LogError?
}

extension HistoryRow {
  /// Whether the log does not tell what the action did to the state: it was in flight, or its outcome is lost or was not recorded.
  public var isChangeUnknown: Bool { isInFlight || isOutcomeLost || (isOmitted && !hasPatch && !hasState) }
}

/// How many operations of each kind a patch has, each at most 65,535.
public struct ChangeCounts: Hashable, Sendable {
  public var added: Int
  public var removed: Int
  public var replaced: Int
  public var moved: Int

  public init(added: Int = 0, removed: Int = 0, replaced: Int = 0, moved: Int = 0) {
    self.added = added
    self.removed = removed
    self.replaced = replaced
    self.moved = moved
  }
}
