public import Fluxtape
internal import FluxtapeLocking

/// Dispatches actions to stores, one after another. Each goes to all stores registered for its type, in the order of registration.
///
/// ```swift
/// let dispatcher = Dispatcher(recording: recorder.dispatcher("app"))
/// let todos = ReduceStore(initial: TodoList(), on: dispatcher, recording: recorder.store("todos")) { handlers in
///   handlers.reduce(TodoToggled.self) { list, toggled in list.toggle(toggled.id) }
///   handlers.reduce(FetchTodos.self) { list, result in list.show(result) }
/// }
/// dispatcher.dispatch(TodoToggled(id: 3))
/// dispatcher.invoke(FetchTodos(api: api))
/// ```
///
/// Guarantees:
/// - `dispatch` may be called from any thread. Handlers never overlap, and all get the actions in the same order.
/// - An action dispatched during another dispatch, by a handler or on another thread, waits for it; the thread of the running dispatch then
///   delivers it. Otherwise `dispatch` returns when its action has been handled.
/// - Subscribers are called after all stores have handled the action, so none sees a partial update.
/// - No lock is held while handlers run. A dispatch inside a reducer is dropped and reported to `onProblem`.
/// - The dispatcher keeps no store alive. When it is released, its running requests are cancelled.
public final class Dispatcher: Sendable {
  let line: DispatchLine
  let runner: any EffectRunner
  let running = RunningEffects()
  /// The channel of each action type.
  private let channels = Locked<[ObjectIdentifier: any Sendable]>([:])

  /// - Parameters:
  ///   - tap: Records actions: `recorder.dispatcher("app")`.
  ///   - runner: Starts requests. Tests can use ``VirtualClock``.
  ///   - onProblem: Called with mistakes that do not stop the dispatcher. By default prints to standard error.
  public init(
    recording tap: DispatcherTap? = nil,
    runner: any EffectRunner = .tasks,
    onProblem: @escaping @Sendable (DispatcherProblem) -> Void = { $0.printToStandardError() }
  ) {
    line = DispatchLine(recording: tap, onProblem: onProblem)
    self.runner = runner
  }

  deinit { running.close() }

  /// Dispatches `action` to all handlers of its type.
  public func dispatch<Action: FluxAction>(
    _ action: Action, fileID: StaticString = #fileID, line: UInt = #line
  ) where Action.Outcome == Action {
    channel(of: Action.self).dispatch(action, from: CallSite(fileID: fileID, line: line))
  }

  /// Dispatches the result of a request that was performed elsewhere, such as by a socket or a database.
  public func dispatch<Request: FluxRequest>(
    _ type: Request.Type, _ result: Request.Outcome, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    channel(of: type).dispatch(result, from: CallSite(fileID: fileID, line: line))
  }

  /// Calls `handler` with each action of a type, until the registration ends.
  ///
  /// ``ReduceStore`` does this for its handlers.
  public func register<Action: FluxAction>(
    _ type: Action.Type, fileID: StaticString = #fileID, line: UInt = #line, _ handler: @escaping @Sendable (Action.Outcome) -> Void
  ) -> Registration {
    channel(of: type).register(from: CallSite(fileID: fileID, line: line), handler)
  }

  /// Inside a handler, lets `others` handle the current action first, if they have not yet.
  ///
  /// Handlers must not wait for each other in a cycle. The one that closes a cycle does not wait, and `onProblem` is called.
  public func waitFor(_ others: [Registration]) { line.waitFor(others) }

  func channel<Action: FluxAction>(of type: Action.Type) -> Channel<Action.Outcome> {
    channels.withLock { channels in
      let key = ObjectIdentifier(type)
      if let channel = channels[key] as? Channel<Action.Outcome> { return channel }
      let channel = Channel(on: line, ActionNaming(of: type))
      channels[key] = channel
      return channel
    }
  }
}
