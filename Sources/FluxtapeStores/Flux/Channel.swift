internal import Fluxtape

/// Delivers the actions of one type to all registered handlers. Keeps no actions.
final class Channel<Outcome: Sendable>: Sendable {
  private let listeners = Listeners<Outcome>()
  let line: DispatchLine
  let naming: ActionNaming<Outcome>

  init(on line: DispatchLine, _ naming: ActionNaming<Outcome>) {
    self.line = line
    self.naming = naming
  }

  /// Dispatches `value` to all handlers. Returns when they have handled it, or at once during another dispatch, which then delivers it.
  func dispatch(_ value: Outcome, from site: CallSite) {
    line.add(named: naming.name) { self.deliver(value, from: site) }
  }

  /// Calls `handler` with each value, until the registration ends.
  func register(from site: CallSite, _ handler: @escaping @Sendable (Outcome) -> Void) -> Registration {
    listeners.add(from: site, handler)
  }

  private func deliver(_ value: Outcome, from site: CallSite) {
    let run = { [self] in
      line.run(listeners.all.map { listener in (ObjectIdentifier(listener), { listener.call(value) }) })
    }
    guard let tap = line.tap else { return run() }
    naming.record(value, by: tap, from: site, run)
  }
}
