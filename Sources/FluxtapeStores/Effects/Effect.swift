/// Asynchronous work that a store does for an action, as a value.
///
/// ```swift
/// effects: { action, state in
///   switch action {
///   case .fetchTapped: .run(id: "fetch") { dispatch in dispatch(.fetched(await api.items())) }
///   case .left: .cancel(id: "fetch")
///   default: .none
///   }
/// }
/// ```
///
/// - Work with an id replaces running work with the same id, which is cancelled.
/// - What cancelled work dispatches is dropped; a dispatch that had begun before is not taken back.
/// - Work that fails because it was cancelled ends silently. Any other error goes to the store's `onProblem`; a failure that
///   the state should show is an action.
/// - Work inherits the task-local values, the recorder's cause among them, of the dispatch that it was started under.
/// - Work does not keep the store alive: it is cancelled when the store is released.
/// - In a recorded store, work with an id is a step of the log, begun and ended, and the cause of what it dispatches. Work without
///   one is not; what it dispatches has the action as its cause.
public struct Effect<Action: Sendable>: Sendable {
  /// Sends an action to the store, unless the work has been cancelled.
  public typealias Dispatch = @Sendable (_ action: Action) -> Void
  /// Asynchronous work that may dispatch actions.
  public typealias Work = @Sendable (_ dispatch: @escaping Dispatch) async throws -> Void

  enum Step: Sendable {
    case run(EffectID?, CallSite, Work)
    case cancel(EffectID)
  }

  let steps: [Step]

  /// Nothing to do.
  public static var none: Effect { Effect(steps: []) }

  /// Starts `work`, instead of running work with the same `id`.
  public static func run(
    id: EffectID? = nil, fileID: StaticString = #fileID, line: UInt = #line, _ work: @escaping Work
  ) -> Effect {
    Effect(steps: [.run(id, CallSite(fileID: fileID, line: line), work)])
  }

  /// Cancels the running work with this `id`, if there is any.
  public static func cancel(id: EffectID) -> Effect { Effect(steps: [.cancel(id)]) }

  /// All of `effects`, started in this order.
  public static func many(_ effects: [Effect]) -> Effect { Effect(steps: effects.flatMap(\.steps)) }
}

/// Names an effect within its store, to replace or cancel it.
public struct EffectID: Hashable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
  /// The name.
  public let rawValue: String

  /// The effect with this name.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  public init(stringLiteral value: String) { rawValue = value }

  public var description: String { rawValue }
}
