public import Fluxtape
internal import FluxtapeLocking

/// A Flux store: one state, which handlers of actions change, and which everybody else only reads.
///
/// ```swift
/// let todos = ReduceStore(initial: TodoList(), on: dispatcher, recording: recorder.store("todos")) { handlers in
///   handlers.reduce(TodoToggled.self) { list, toggled in list.toggle(toggled.id) }
///   handlers.reduce(FetchTodos.self) { list, result in list.show(result) }
/// }
/// let token = todos.select(\.openCount).removingDuplicates().subscribe { print($0) }
/// ```
///
/// - Handlers are given once, when it is made; from then on it is read-only. They are pure and run under the store's lock.
/// - It is no singleton: it lives as long as somebody keeps it. When it goes, its handlers are unregistered, and the log says `@@DEINIT`.
/// - A state equal to the one before is not told to subscribers.
/// - Subscribers are told when all stores have handled the action; what they dispatch is handed over next.
public final class ReduceStore<State: Sendable>: StateSource, FluxStore {
  /// What reduces holds it; it owns nothing, as the state can be read meanwhile.
  private let turn = Locked(())
  private let states: StateBroadcast<State>
  private let areSame: (@Sendable (State, State) -> Bool)?
  private let recording: StoreTap?
  private let registered = Locked<[Registration]>([])
  /// Groups that it is part of.
  private let listeners = Listeners<Occasion>()

  /// - Parameters:
  ///   - state: What the first action finds.
  ///   - dispatcher: Whose actions it handles.
  ///   - recording: Where it is recorded, `recorder.store("todos")`. The log keeps nothing alive.
  ///   - handlers: Called once, to say which actions change the state, and how.
  public convenience init(
    initial state: State, on dispatcher: Dispatcher, recording: StoreTap? = nil, handlers: (inout Handlers) -> Void
  ) {
    self.init(state, dispatcher, recording, areSame: nil, handlers)
  }

  /// A store that tells only states that differ from the one before.
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
    // Handlers first: none may find a store that is half gone.
    for registration in registrations { registration.unregister() }
    states.finish()
  }

  public var state: State { states.latest }

  public var selection: Selection<State> { states.selection }

  /// Calls `handler` when the state has changed and its subscribers have been told.
  func onChange(from site: CallSite, _ handler: @escaping @Sendable (Occasion) -> Void) -> Registration {
    listeners.add(from: site, handler)
  }

  /// One for each of its handlers, for those that wait for it.
  public var registrations: [Registration] { registered.withLock { $0 } }
}

/// A store of whatever state that registered with a dispatcher, so that others can wait for it.
public protocol FluxStore: AnyObject, Sendable {
  /// One for each of its handlers.
  var registrations: [Registration] { get }
}

// MARK: - Handlers

extension ReduceStore {
  /// Which actions change the state, and how.
  public struct Handlers {
    fileprivate let dispatcher: Dispatcher
    fileprivate var makers: [(ReduceStore) -> Registration] = []

    /// Lets `reducer` change the state for each action of this type.
    ///
    /// The stores `others` are to handle the action first; their state can then be read in the reducer.
    public mutating func reduce<Action: FluxAction>(
      _ type: Action.Type, after others: [any FluxStore] = [], fileID: StaticString = #fileID, line: UInt = #line,
      _ reducer: @escaping @Sendable (inout State, Action.Outcome) -> Void
    ) {
      // Weak, as stores that wait for each other would otherwise never go.
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
      let occasion = Occasion(value, of: channel)
      for group in groups { group.call(occasion) }
    }
  }
}
