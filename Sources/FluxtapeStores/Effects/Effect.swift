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
/// - Dispatches of cancelled work are dropped. A dispatch that has already begun continues.
/// - Work that throws after it was cancelled ends silently. Any other error goes to the store's `onProblem`. Dispatch an action for a
///   failure that the state should show.
/// - Work inherits the task-local values of the dispatch that started it, including the recorder's cause.
/// - Work does not keep the store alive. It is cancelled when the store is released.
/// - In a recorded store, work with an id is a step of the log with a beginning and a completion, and the cause of its dispatches. Work
///   without an id is not a step; the action is the cause of its dispatches.
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

  /// No work.
  public static var none: Effect { Effect(steps: []) }

  /// Starts `work`, and cancels running work with the same `id`.
  public static func run(
    id: EffectID? = nil, fileID: StaticString = #fileID, line: UInt = #line, _ work: @escaping Work
  ) -> Effect {
    Effect(steps: [.run(id, CallSite(fileID: fileID, line: line), work)])
  }

  /// Cancels the running work with this `id`, if there is any.
  public static func cancel(id: EffectID) -> Effect { Effect(steps: [.cancel(id)]) }

  /// Starts all of `effects` in this order.
  public static func many(_ effects: [Effect]) -> Effect { Effect(steps: effects.flatMap(\.steps)) }
}

/// Names an effect within its store, to replace or cancel it.
public struct EffectID: Hashable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
  /// The name.
  public let rawValue: String

  /// Creates an id.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  public init(stringLiteral value: String) { rawValue = value }

  public var description: String { rawValue }
}
