public import Fluxtape
internal import FluxtapeLocking

/// A Flux store: one state that only its action handlers change.
///
/// ```swift
/// let todos = ReduceStore(initial: TodoList(), on: dispatcher, recording: recorder.store("todos")) { handlers in
///   handlers.reduce(TodoToggled.self) { list, toggled in list.toggle(toggled.id) }
///   handlers.reduce(FetchTodos.self) { list, result in list.show(result) }
/// }
/// let token = todos.select(\.openCount).removingDuplicates().subscribe { print($0) }
/// ```
///
/// - Handlers are fixed when the store is created. They are pure and run under the store's lock.
/// - The store lives as long as there is a reference to it. When it is released, its handlers are unregistered, and the log has `@@DEINIT`.
/// - Subscribers are not called for a state equal to the previous one.
/// - Subscribers are called after all stores have handled the action. Their dispatches come next.
public final class ReduceStore<State: Sendable>: StateSource, FluxStore {
  /// Held while reducing. It does not guard the state, which stays readable.
  private let turn = Locked(())
  private let states: StateBroadcast<State>
  private let areSame: (@Sendable (State, State) -> Bool)?
  private let recording: StoreTap?
  private let registered = Locked<[Registration]>([])
  /// The groups that contain the store.
  private let listeners = Listeners<GroupDispatch>()

  /// - Parameters:
  ///   - state: The initial state.
  ///   - dispatcher: The dispatcher whose actions the store handles.
  ///   - recording: Records the store: `recorder.store("todos")`. The log does not keep the store alive.
  ///   - handlers: Called once to add the handlers.
  public convenience init(
    initial state: State, on dispatcher: Dispatcher, recording: StoreTap? = nil, handlers: (inout Handlers) -> Void
  ) {
    self.init(state, dispatcher, recording, areSame: nil, handlers)
  }

  /// Creates a store that calls subscribers only for states that differ from the previous one.
  public convenience init(
    initial state: State, on dispatcher: Dispatcher, recording: StoreTap? = nil, handlers: (inout Handlers) -> Void
  ) where State: Equatable {
    self.init(state, dispatcher, recording, areSame: { $0 == $1 }, handlers)
  }

  private init(
    _ state: State, _ dispatcher: Dispatcher, _ recording: StoreTap?, areSame: (@Sendable (State, State) -> Bool)?,
    _ describe: (inout Handlers) -> Void
  ) {
    states = StateBroadcast(state)
    self.recording = recording.flatMap { $0.isRecording ? $0 : nil }
    self.areSame = areSame
    var handlers = Handlers(dispatcher: dispatcher)
    describe(&handlers)
    let made = handlers.makers.map { $0(self) }
    registered.withLock { $0 = made }
  }

  deinit {
    // Unregister first, so that no handler runs with a store being released.
    for registration in registrations { registration.unregister() }
    states.finish()
  }

  public var state: State { states.latest }

  public var selection: Selection<State> { states.selection }

  /// Calls `handler` after a change of the state, after the subscribers.
  func onChange(from site: CallSite, _ handler: @escaping @Sendable (GroupDispatch) -> Void) -> Registration {
    listeners.add(from: site, handler)
  }

  /// The registrations of its handlers, for other handlers to wait for.
  public var registrations: [Registration] { registered.withLock { $0 } }
}

/// A store with any state that is registered with a dispatcher, so that others can wait for it.
public protocol FluxStore: AnyObject, Sendable {
  /// The registrations of its handlers.
  var registrations: [Registration] { get }
}

// MARK: - Handlers

extension ReduceStore {
  /// Collects the handlers of a store.
  public struct Handlers {
    fileprivate let dispatcher: Dispatcher
    fileprivate var makers: [(ReduceStore) -> Registration] = []

    /// Adds a reducer for actions of a type.
    ///
    /// The stores `others` handle the action first, so that the reducer can read their new states.
    public mutating func reduce<Action: FluxAction>(
      _ type: Action.Type, after others: [any FluxStore] = [], fileID: StaticString = #fileID, line: UInt = #line,
      _ reducer: @escaping @Sendable (inout State, Action.Outcome) -> Void
    ) {
      // Weak, because stores that wait for each other would otherwise never be released.
      let others = others.map { other in { @Sendable [weak other] in other?.registrations ?? [] } }
      let (channel, site) = (dispatcher.channel(of: type), CallSite(fileID: fileID, line: line))
      makers.append { store in
        channel.register(from: site) { [weak store, weak channel] value in
          guard let store, let channel else { return }
          let awaited = others.flatMap { $0() }
          if !awaited.isEmpty { channel.line.waitFor(awaited) }
          store.handle(value, of: channel, from: site, reducer)
        }
      }
    }
  }

  private func handle<Value: Sendable>(
    _ value: Value, of channel: Channel<Value>, from site: CallSite, _ reducer: (inout State, Value) -> Void
  ) {
    let posted = turn.withLock { _ -> StateBroadcast<State>.Posted? in
      ThreadFlag.reducing.withFlagSet {
        let before = states.latest
        var (state, cause) = (before, Cause.current)
        if let recording {
          channel.naming.reduce(value, into: &state, recordedBy: recording, from: site) { state, value in
            cause = Cause.current
            reducer(&state, value)
          }
        } else {
          reducer(&state, value)
        }
        if let areSame, areSame(before, state) { return nil }
        return states.post(Change(state: state, cause: cause))
      }
    }
    guard let posted else { return }
    channel.line.afterRound { [listeners] in
      posted.deliver()
      let groups = listeners.all
      guard !groups.isEmpty else { return }
      let dispatch = GroupDispatch(value, of: channel)
      for group in groups { group.call(dispatch) }
    }
  }
}
