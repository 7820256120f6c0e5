public import FluxtapeJSON
public import FluxtapeLog

/// An action as it was when it began, and its outcome as far as the same line has it.
public struct ActionRecord: Hashable, Sendable {
  /// The action's number in the run.
  public var step: StepNumber
  /// Microseconds since the header's time, from a monotonic clock.
  public var time: Int
  /// The store's name: `cart`. A second live instance with the same name is `cart#2`.
  public var store: String
  /// The action's type as in Redux: `cart.itemAdded`. See ``storeBegan``, ``storeEnded``.
  public var type: String
  /// The schema version of the action type, if the app gives one.
  public var version: Int?
  /// The enum case, or the path of nested cases, whose content is ``payload``.
  public var enumCase: String?
  /// The action that caused this one. Recorded, never guessed.
  public var cause: RecordedCause?
  /// `#fileID:line` of the dispatch.
  public var site: String?
  /// The name of the thread, queue or task.
  public var thread: String?
  /// The trace in which the action was dispatched: 32 hexadecimal digits, if its writer follows the format.
  public var trace: String?
  /// The span in that trace: 16 hexadecimal digits, if its writer follows the format.
  public var span: String?
  /// The asynchronous work that this record is part of.
  public var effect: RecordedEffect?
  /// The contents of the action, if any.
  public var payload: JSONValue?
  /// The outcome of the action, as far as this line has it.
  public var outcome: Outcome
  /// Members unknown to this version, kept when the record is copied.
  public var other: JSONObject

  /// The type of the action that begins a store's life.
  public static let storeBegan = ActionHead.storeBegan
  /// The type of the action that ends a store's life.
  public static let storeEnded = ActionHead.storeEnded

  /// Creates a record from its members.
  public init(
    step: StepNumber, time: Int, store: String, type: String, version: Int? = nil, enumCase: String? = nil,
    cause: RecordedCause? = nil, site: String? = nil, thread: String? = nil, trace: String? = nil, span: String? = nil,
    effect: RecordedEffect? = nil, payload: JSONValue? = nil, outcome: Outcome = Outcome(), other: JSONObject = [:]
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
    self.trace = trace
    self.span = span
    self.effect = effect
    self.payload = payload
    self.outcome = outcome
    self.other = other
  }
}

extension ActionRecord {
  /// The trace and the span, if both are identifiers as W3C Trace Context writes them.
  package var traceContext: (trace: String, span: String)? {
    guard let trace, let span, trace.isTraceIdentifier(ofDigits: 32), span.isTraceIdentifier(ofDigits: 16) else { return nil }
    return (trace, span)
  }
}
