internal import Fluxtape

/// Hands each value to all who are registered, and keeps none.
///
/// ```swift
/// struct SearchEvents {
///   let loading: Subject<Bool>
///   let users: Subject<(page: Int, users: [User])>
///
///   init(_ dispatcher: Dispatcher) {
///     loading = dispatcher.subject("loading")
///     users = dispatcher.subject("users")
///   }
/// }
///
/// events.loading.dispatch(true)
/// ```
///
/// All that ``Dispatcher`` promises holds for it: values of all its subjects are handed over in one order, never nested.
public final class Subject<Value: Sendable>: Sendable {
  private let listeners = Listeners<Value>()
  let line: DispatchLine
  let naming: EventNaming<Value>

  init(on line: DispatchLine, _ naming: EventNaming<Value>) {
    self.line = line
    self.naming = naming
  }

  /// Hands `value` to all who are registered when its turn comes, and returns when they had it, unless another dispatch is under way.
  public func dispatch(_ value: Value, fileID: StaticString = #fileID, line: UInt = #line) {
    self.line.add(named: naming.name) { self.handOver(value, from: CallSite(fileID: fileID, line: line)) }
  }

  /// Calls `handler` with each value, until the registration ends.
  public func register(
    fileID: StaticString = #fileID, line: UInt = #line, _ handler: @escaping @Sendable (Value) -> Void
  ) -> Registration {
    listeners.add(from: CallSite(fileID: fileID, line: line), handler)
  }

  /// The values as a stream.
  public var events: EventStream<Value> {
    EventStream { [weak self] handler in
      let registration = self?.register { handler(Change(state: $0, cause: Cause.current)) }
      return Subscription { registration?.unregister() }
    }
  }

  private func handOver(_ value: Value, from site: CallSite) {
    let hand = { [self] in
      line.run(listeners.all.map { listener in (ObjectIdentifier(listener), { listener.call(value) }) })
    }
    guard let tap = line.tap else { return hand() }
    naming.record(value, by: tap, from: site, hand)
  }
}

extension Subject where Value == Void {
  /// Tells all who are registered.
  public func dispatch(fileID: StaticString = #fileID, line: UInt = #line) { dispatch((), fileID: fileID, line: line) }
}
