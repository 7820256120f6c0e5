public import FluxtapeJSON
public import FluxtapeLog

/// One line of a log after its header.
public enum LogRecord: Hashable, Sendable {
  /// An action and, once it is known, what came of it.
  case action(ActionRecord)
  /// What came of an action whose line was closed before that was known.
  case completion(CompletionRecord)
  /// Where a store stands without an action: `@@STATE`. With a step, a change that no recorded action explains.
  case state(StateRecord)
  /// A note by the app, a test or a person.
  case mark(MarkRecord)
  /// Records that were lost.
  case gap(GapRecord)
  /// The recorder was closed in an orderly way.
  case end(EndRecord)
  /// A JSON object with a `seq` of a kind that this version does not know: kept whole.
  case unknown(UnknownRecord)
}

/// What a store held after something happened, and at what cost: the right-hand part of a record.
public struct Outcome: Hashable, Sendable {
  /// Microseconds spent in the reducer, or in the whole of an asynchronous scope.
  public var duration: Int?
  /// The action was rejected, or its reducer threw.
  public var error: RecordedError?
  /// The action never reached a reducer: a thunk, filtered, a dispatcher, a store's end. Or there was no state yet: it made the first.
  public var isUnreduced: Bool
  /// The state may have changed and is not recorded here, and why: `sampled`, `limit`, `unencodable`.
  public var omitted: String?
  /// From the store's previous recorded state to the resulting one. Empty: nothing changed.
  public var patch: JSONPatch?
  /// The whole resulting state: a snapshot.
  public var state: JSONValue?

  /// Creates a record from its members.
  public init(
    duration: Int? = nil, error: RecordedError? = nil, isUnreduced: Bool = false, omitted: String? = nil, patch: JSONPatch? = nil,
    state: JSONValue? = nil
  ) {
    self.duration = duration
    self.error = error
    self.isUnreduced = isUnreduced
    self.omitted = omitted
    self.patch = patch
    self.state = state
  }

  /// Whether anything tells that the action came to its end. A duration alone does not.
  public var isKnown: Bool { error != nil || isUnreduced || omitted != nil || patch != nil || state != nil }

  /// Whether there is nothing to write.
  public var isEmpty: Bool { duration == nil && !isKnown }
}

/// What came of an action whose line was ended before that was known.
public struct CompletionRecord: Hashable, Sendable {
  /// The step that this completes.
  public var step: StepNumber
  /// Microseconds since the header's time.
  public var time: Int
  /// The store's name.
  public var store: String
  /// What came of the action, or the state.
  public var outcome: Outcome
  /// Members that this version does not know, kept when the record is copied.
  public var other: JSONObject

  /// Creates a record from its members.
  public init(step: StepNumber, time: Int, store: String, outcome: Outcome, other: JSONObject = [:]) {
    self.step = step
    self.time = time
    self.store = store
    self.outcome = outcome
    self.other = other
  }
}

/// Where a store stands, without an action that explains it.
public struct StateRecord: Hashable, Sendable {
  /// What a record without an action has as its type.
  public static let type = LineHead.stateType

  /// The record's own step where the state changed and no recorded action did it; `nil` where it only tells how the store stands.
  public var step: StepNumber?
  /// Microseconds since the header's time.
  public var time: Int
  /// The store's name.
  public var store: String
  /// The action during which the state changed, where that is known.
  public var cause: RecordedCause?
  /// `#fileID:line` of the change, where that is known.
  public var site: String?
  /// What came of the action, or the state.
  public var outcome: Outcome
  /// Whether the state was read some time after the change: the record may stand for several changes.
  public var isSettled: Bool
  /// Members that this version does not know, kept when the record is copied.
  public var other: JSONObject

  /// Creates a record from its members.
  public init(
    step: StepNumber? = nil, time: Int, store: String, cause: RecordedCause? = nil, site: String? = nil, outcome: Outcome,
    isSettled: Bool = false, other: JSONObject = [:]
  ) {
    self.step = step
    self.time = time
    self.store = store
    self.cause = cause
    self.site = site
    self.outcome = outcome
    self.isSettled = isSettled
    self.other = other
  }
}

/// A note by the app, a test, a person or the recorder.
public struct MarkRecord: Hashable, Sendable {
  /// The record's number in the run.
  public var step: StepNumber
  /// Microseconds since the header's time.
  public var time: Int
  /// The note.
  public var text: String
  /// `info`, `warning` or `error`.
  public var level: String?
  /// `#fileID:line` of the note, where that is known.
  public var site: String?
  /// The action during which the note was made.
  public var cause: RecordedCause?
  /// What a recorder says of its own work.
  public var problem: RecordedProblem?
  /// Members that this version does not know, kept when the record is copied.
  public var other: JSONObject

  /// Creates a record from its members.
  public init(
    step: StepNumber, time: Int, text: String, level: String? = nil, site: String? = nil, cause: RecordedCause? = nil,
    problem: RecordedProblem? = nil, other: JSONObject = [:]
  ) {
    self.step = step
    self.time = time
    self.text = text
    self.level = level
    self.site = site
    self.cause = cause
    self.problem = problem
    self.other = other
  }
}

/// Records that could not be written.
public struct GapRecord: Hashable, Sendable {
  /// The record's number in the run.
  public var step: StepNumber
  /// Microseconds since the header's time.
  public var time: Int
  /// How many records were lost.
  public var lost: Int
  /// The steps among which they were, both ends included, where that is known.
  public var first: StepNumber?
  /// The last of these steps.
  public var last: StepNumber?
  /// Why, in the words of the recorder.
  public var reason: String
  /// Members that this version does not know, kept when the record is copied.
  public var other: JSONObject

  /// Creates a record from its members.
  public init(
    step: StepNumber, time: Int, lost: Int, first: StepNumber? = nil, last: StepNumber? = nil, reason: String, other: JSONObject = [:]
  ) {
    self.step = step
    self.time = time
    self.lost = lost
    self.first = first
    self.last = last
    self.reason = reason
    self.other = other
  }
}

/// The end of a log whose recorder was closed.
public struct EndRecord: Hashable, Sendable {
  /// The record's number in the run.
  public var step: StepNumber
  /// Microseconds since the header's time.
  public var time: Int
  /// Why, in the words of the recorder.
  public var reason: String
  /// Members that this version does not know, kept when the record is copied.
  public var other: JSONObject

  /// Creates a record from its members.
  public init(step: StepNumber, time: Int, reason: String, other: JSONObject = [:]) {
    self.step = step
    self.time = time
    self.reason = reason
    self.other = other
  }
}

/// A record of a kind that this version does not know.
public struct UnknownRecord: Hashable, Sendable {
  /// The record's number in the run.
  public var step: StepNumber
  /// The whole record.
  public var members: JSONObject

  /// Creates a record from its members.
  public init(step: StepNumber, members: JSONObject) {
    self.step = step
    self.members = members
  }
}
