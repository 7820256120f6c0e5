public import FluxtapeJSON

/// An action, as it was when it began, and what came of it as far as the same line tells.
public struct ActionRecord: Hashable, Sendable {
  public var step: StepNumber
  /// Microseconds since the header's time, from a clock that never goes back.
  public var time: Int
  /// Which store: `cart`; a second live instance of the name is `cart#2`.
  public var store: String
  /// The action's type as Redux means it: `cart.itemAdded`. See ``storeBegan``, ``storeEnded``.
  public var type: String
  /// Schema version of the action type, where the app gives one.
  public var version: Int?
  /// The enum case, or the path of nested cases, whose content ``payload`` is.
  public var enumCase: String?
  /// The action that led here. Recorded, never guessed.
  public var cause: RecordedCause?
  /// `#fileID:line` of the dispatch.
  public var site: String?
  /// Name of the thread, queue or task.
  public var thread: String?
  /// The asynchronous work that this record belongs to.
  public var effect: RecordedEffect?
  public var payload: JSONValue?
  public var outcome: Outcome
  /// Members this version does not know, kept when the record is copied.
  public var other: JSONObject

  /// The type that begins a store's life.
  public static let storeBegan = "@@INIT"
  /// The type that ends a store's life.
  public static let storeEnded = "@@DEINIT"

  public init(
    step: StepNumber, time: Int, store: String, type: String, version: Int? = nil, enumCase: String? = nil,
    cause: RecordedCause? = nil, site: String? = nil, thread: String? = nil, effect: RecordedEffect? = nil,
    payload: JSONValue? = nil, outcome: Outcome = Outcome(), other: JSONObject = [:]
  ) {
    self.step = step
    self.time = time
    self.store = store
    self.type = type
    self.version = version
    self.enumCase = enumCase
    self.cause = cause
    self.site = site
    self.thread = thread
    self.effect = effect
    self.payload = payload
    self.outcome = outcome
    self.other = other
  }
}

/// What led to an action.
public enum RecordedCause: Hashable, Sendable {
  case step(StepNumber)
  /// An action of another run.
  case otherRun(String, StepNumber)
  /// Several actions together, in the order written.
  case several([RecordedCause])

  /// The causes within the same run.
  public var steps: [StepNumber] {
    switch self {
    case .step(let step): [step]
    case .otherRun: []
    case .several(let causes): causes.flatMap(\.steps)
    }
  }
}

/// A piece of asynchronous work and how far it has come.
public struct RecordedEffect: Hashable, Sendable {
  public enum Phase: String, Hashable, Sendable { case started, finished, failed, cancelled }

  /// Equal in all records of one piece of work. A text or a number.
  public var id: JSONValue
  public var phase: Phase

  public init(id: JSONValue, phase: Phase) {
    self.id = id
    self.phase = phase
  }

  /// The id as it is read: a text without quotes, or a number.
  package var name: String { id.string ?? id.text }
}
