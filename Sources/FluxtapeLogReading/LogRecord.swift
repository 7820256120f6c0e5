public import FluxtapeDocuments
public import FluxtapeJSON
public import FluxtapeLog

/// One line of a log after its header.
public enum LogRecord: Hashable, Sendable {
  /// An action and, once it is known, its outcome.
  case action(ActionRecord)
  /// The outcome of an action whose line was closed before the outcome was known.
  case completion(CompletionRecord)
  /// The state of a store without an action: `@@STATE`. With a step, it is a change that no recorded action explains.
  case state(StateRecord)
  /// A note by the app, a test or a person.
  case mark(MarkRecord)
  /// Records that were lost.
  case gap(GapRecord)
  /// The recorder was closed in an orderly way.
  case end(EndRecord)
  /// A JSON object with a `seq`, of a kind unknown to this version. It is kept whole.
  case unknown(UnknownRecord)
}

/// The resulting state of a record and its duration: the right-hand part of a line.
public struct Outcome: Hashable, Sendable {
  /// Microseconds in the reducer, or in the whole asynchronous scope.
  public var duration: Int?
  /// The action was rejected, or its reducer threw.
  public var error: RecordedError?
  /// The action never reached a reducer: a thunk, a filtered action, a dispatcher, or the end of a store. Or there was no state before: the
  /// action made the first.
  public var isUnreduced: Bool
  /// Why a state that may have changed was not recorded: `sampled`, `limit`, `unencodable`.
  public var omitted: String?
  /// The change from the store's previous recorded state. Empty: nothing changed.
  public var patch: JSONPatch?
  /// The whole resulting state: a snapshot.
  public var state: JSONValue?
  /// The types whose values the recorder compares the slow way, with the reasons: `{"Basket":"is a class"}`. As it stands in the line, also if
  /// it has another form; `nil` if the line has none.
  public var slowTypes: JSONValue?

  /// Creates a record from its members.
  public init(
    duration: Int? = nil, error: RecordedError? = nil, isUnreduced: Bool = false, omitted: String? = nil, patch: JSONPatch? = nil,
    state: JSONValue? = nil, slowTypes: JSONValue? = nil
  ) {
    self.duration = duration
    self.error = error
    self.isUnreduced = isUnreduced
    self.omitted = omitted
    self.patch = patch
    self.state = state
    self.slowTypes = slowTypes
  }

  /// Whether any member shows that the action completed. A duration alone does not.
  public var isKnown: Bool { error != nil || isUnreduced || omitted != nil || patch != nil || state != nil }

  /// Whether there is nothing to write.
  public var isEmpty: Bool { duration == nil && !isKnown }
}

/// The outcome of an action whose line was closed before the outcome was known.
public struct CompletionRecord: Hashable, Sendable {
  /// The step that this record completes.
  public var step: StepNumber
  /// Microseconds since the header's time.
  public var time: Int
  /// The store's name.
  public var store: String
  /// The outcome of the action, or the state.
  public var outcome: Outcome
  /// Members unknown to this version, kept when the record is copied.
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

/// The state of a store without an action that explains it.
public struct StateRecord: Hashable, Sendable {
  /// The type of records without an action.
  public static let type = LineHead.stateType

  /// The record's step if the state changed without a recorded action; `nil` if the record only states the store's state.
  public var step: StepNumber?
  /// Microseconds since the header's time.
  public var time: Int
  /// The store's name.
  public var store: String
  /// The action during which the state changed, if known.
  public var cause: RecordedCause?
  /// `#fileID:line` of the change, if known.
  public var site: String?
  /// The outcome of the action, or the state.
  public var outcome: Outcome
  /// Whether the state was read some time after the change: the record may combine several changes.
  public var isSettled: Bool
  /// Members unknown to this version, kept when the record is copied.
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
  /// `#fileID:line` of the note, if known.
  public var site: String?
  /// The action during which the note was made.
  public var cause: RecordedCause?
  /// A problem of the recorder itself.
  public var problem: RecordedProblem?
  /// What the inspector, or another client of a live session, did to the running app.
  public var live: RecordedCommand?
  /// Members unknown to this version, kept when the record is copied.
  public var other: JSONObject

  /// Creates a record from its members.
  public init(
    step: StepNumber, time: Int, text: String, level: String? = nil, site: String? = nil, cause: RecordedCause? = nil,
    problem: RecordedProblem? = nil, live: RecordedCommand? = nil, other: JSONObject = [:]
  ) {
    self.step = step
    self.time = time
    self.text = text
    self.level = level
    self.site = site
    self.cause = cause
    self.problem = problem
    self.live = live
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
  /// The first of the lost steps, if known.
  public var first: StepNumber?
  /// The last of the lost steps, if known.
  public var last: StepNumber?
  /// The recorder's reason.
  public var reason: String
  /// Members unknown to this version, kept when the record is copied.
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

/// The last record of a run, written when the recorder is closed.
public struct EndRecord: Hashable, Sendable {
  /// The record's number in the run.
  public var step: StepNumber
  /// Microseconds since the header's time.
  public var time: Int
  /// The recorder's reason.
  public var reason: String
  /// Members unknown to this version, kept when the record is copied.
  public var other: JSONObject

  /// Creates a record from its members.
  public init(step: StepNumber, time: Int, reason: String, other: JSONObject = [:]) {
    self.step = step
    self.time = time
    self.reason = reason
    self.other = other
  }
}

/// A record of a kind unknown to this version.
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
