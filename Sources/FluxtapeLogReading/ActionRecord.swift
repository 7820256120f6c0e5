public import FluxtapeJSON
public import FluxtapeLog

/// An action, as it was when it began, and what came of it as far as the same line tells.
public struct ActionRecord: Hashable, Sendable {
  /// The action's number in the run.
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
  /// The contents of the action, if it has any.
  public var payload: JSONValue?
  /// What came of the action, as far as this line tells.
  public var outcome: Outcome
  /// Members this version does not know, kept when the record is copied.
  public var other: JSONObject

  /// The type that begins a store's life.
  public static let storeBegan = ActionHead.storeBegan
  /// The type that ends a store's life.
  public static let storeEnded = ActionHead.storeEnded

  /// Creates a record from its members.
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
