public import Fluxtape
internal import FluxtapeLocking

/// Hands actions to stores: one after another, each to all stores that registered for its type, in the order in which they did.
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
/// What can be relied on:
/// - `dispatch` may be called from any thread. Handlers never overlap, and all of them get all actions in the same order.
/// - An action that is dispatched while another one is handed over, by a handler or on another thread, waits until that is done, and is then
///   handed over by whoever is at it. Otherwise `dispatch` returns when its action has been handled.
/// - Subscribers of stores are told when all stores have handled the action: nobody ever sees half of it.
/// - No lock is held while handlers run. A dispatch from inside a reducer is refused and handed to `onProblem`.
/// - It keeps no store alive. When it is released its running requests are cancelled.
public final class Dispatcher: Sendable {
  let line: DispatchLine
  let runner: any EffectRunner
  let running = RunningEffects()
  /// For each type of action its channel.
  private let channels = Locked<[ObjectIdentifier: any Sendable]>([:])

  /// - Parameters:
  ///   - tap: Where actions are recorded, `recorder.dispatcher("app")`.
  ///   - runner: Starts requests; samples and tests give one with a clock of its own, ``VirtualClock``.
  ///   - onProblem: DecodedEvent of mistakes that do not stop the dispatcher. By default a line on standard error.
  public init(
    recording tap: DispatcherTap? = nil,
    runner: any EffectRunner = .tasks,
    onProblem: @escaping @Sendable (DispatcherProblem) -> Void = { $0.printToStandardError() }
  ) {
    line = DispatchLine(recording: tap, onProblem: onProblem)
    self.runner = runner
  }

  deinit { running.close() }

  /// Hands `action` to all who registered for its type.
  public func dispatch<Action: FluxAction>(
    _ action: Action, fileID: StaticString = #fileID, line: UInt = #line
  ) where Action.Outcome == Action {
    channel(of: Action.self).dispatch(action, from: CallSite(fileID: fileID, line: line))
  }

  /// Hands over what came of an action of this type: a result that was not waited for here, as it came from a socket or a database.
  public func dispatch<Request: FluxRequest>(
    _ type: Request.Type, _ result: Request.Outcome, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    channel(of: type).dispatch(result, from: CallSite(fileID: fileID, line: line))
  }

  /// Calls `handler` with each action of this type, until the registration ends.
  ///
  /// Stores do this for you: ``ReduceStore``.
  public func register<Action: FluxAction>(
    _ type: Action.Type, fileID: StaticString = #fileID, line: UInt = #line, _ handler: @escaping @Sendable (Action.Outcome) -> Void
  ) -> Registration {
    channel(of: type).register(from: CallSite(fileID: fileID, line: line), handler)
  }

  /// Inside a handler: lets `others` handle the action at hand first, if they have not yet.
  ///
  /// Handlers that wait for each other in a circle are a mistake, which `onProblem` is told of: the one that closes the circle does not wait.
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
