/// How one screen makes outputs of inputs: four types and one function, the same for every screen.
///
/// ```swift
/// enum SearchLogic: ViewLogic {
///   struct Input: Sendable { let queryTyped = Relay<String>() }
///   struct State: Sendable { let users = Variable<[User]>([]) }
///   struct Extra: Sendable { let api: UserAPI }
///   struct Output: Sendable { let titles: Property<[String]> }
///
///   static func bind(from dependency: Dependency<Input, State, Extra>) -> Output {
///     let (state, api) = (dependency.state, dependency.extra.api)
///     dependency.on(\.queryTyped) { query in
///       dependency.run("search", query, id: "search") { state.users.accept(try await api.users(query)) }
///     }
///     return Output(titles: Property(state.users.select { $0.map(\.name) }))
///   }
/// }
/// ```
///
/// - SeeAlso: Unio (cats-oss), whose shape this is.
public protocol ViewLogic {
  /// What happens to the screen: a `struct` of ``Relay``s, which only the outside puts values into.
  associatedtype Input: Sendable
  /// What the screen remembers: a `struct` of ``Variable``s, which nobody outside sees.
  associatedtype State: Sendable
  /// What it needs besides: an API, a store, an action.
  associatedtype Extra: Sendable
  /// What the screen shows: a `struct` of ``Property``s and ``EventStream``s, which the outside only reads.
  associatedtype Output: Sendable

  /// Called once for each screen. What it subscribes to and runs by way of `dependency` ends with the screen.
  static func bind(from dependency: Dependency<Input, State, Extra>) -> Output
}

/// What a screen's logic is made from.
public struct Dependency<Input: Sendable, State: Sendable, Extra: Sendable>: Sendable {
  public let state: State
  public let extra: Extra
  private let input: Input
  private let core: StreamCore

  init(_ input: Input, _ state: State, _ extra: Extra, _ core: StreamCore) {
    self.input = input
    self.state = state
    self.extra = extra
    self.core = core
  }

  /// An input as a stream.
  public func events<Value>(_ relay: KeyPath<Input, Relay<Value>>) -> EventStream<Value> { input[keyPath: relay].events }

  /// Calls `handler` with each value of an input, as long as the screen lives.
  public func on<Value>(_ relay: KeyPath<Input, Relay<Value>>, _ handler: @escaping @Sendable (Value) -> Void) {
    core.keep(events(relay).subscribe(handler))
  }

  /// Calls `handler` with each value of `events`, as long as the screen lives.
  public func on<Value>(_ events: EventStream<Value>, _ handler: @escaping @Sendable (Value) -> Void) {
    core.keep(events.subscribe(handler))
  }

  /// Calls `handler` with the present and each later value of `source`, as long as the screen lives.
  ///
  /// In the log each later one is an action of this name, whose cause is the action that changed the source.
  public func observe<Source: StateSource>(
    _ name: String, _ source: Source, fileID: StaticString = #fileID, line: UInt = #line,
    _ handler: @escaping @Sendable (Source.State) -> Void
  ) {
    let site = CallSite(fileID: fileID, line: line)
    core.keep(
      source.subscribe { [weak core] value in
        if let core { core.scope(name, value, site) { handler(value) } }
      })
  }

  /// Starts `work`, instead of running work with the same `id`; it is cancelled when the screen ends.
  ///
  /// In the log it is a step of this name, begun and ended, and the cause of what it sets. Errors stand there, and nowhere else.
  public func run<Payload: Sendable>(
    _ name: String, _ payload: Payload, id: EffectID? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ work: @escaping @Sendable () async throws -> Void
  ) {
    core.run(name, payload, id, CallSite(fileID: fileID, line: line), work)
  }

  /// Cancels the running work with this `id`, if there is any.
  public func cancel(id: EffectID) { core.cancel(id) }

  /// Makes one step of what `body` sets: an answer that several variables take their part of.
  public func record<Payload: Sendable, Result>(
    _ name: String, _ payload: Payload, fileID: StaticString = #fileID, line: UInt = #line, _ body: () -> Result
  ) -> Result {
    core.scope(name, payload, CallSite(fileID: fileID, line: line), body)
  }
}
