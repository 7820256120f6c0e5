internal import Fluxtape

/// The actions of one type on their way to all who are registered for it. It keeps none.
final class Channel<Outcome: Sendable>: Sendable {
  private let listeners = Listeners<Outcome>()
  let line: DispatchLine
  let naming: ActionNaming<Outcome>

  init(on line: DispatchLine, _ naming: ActionNaming<Outcome>) {
    self.line = line
    self.naming = naming
  }

  /// Hands `value` to all who are registered when its turn comes, and returns when they had it, unless another dispatch is under way.
  func dispatch(_ value: Outcome, from site: CallSite) {
    line.add(named: naming.name) { self.handOver(value, from: site) }
  }

  /// Calls `handler` with each value, until the registration ends.
  func register(from site: CallSite, _ handler: @escaping @Sendable (Outcome) -> Void) -> Registration {
    listeners.add(from: site, handler)
  }

  private func handOver(_ value: Outcome, from site: CallSite) {
    let hand = { [self] in
      line.run(listeners.all.map { listener in (ObjectIdentifier(listener), { listener.call(value) }) })
    }
    guard let tap = line.tap else { return hand() }
    naming.record(value, by: tap, from: site, hand)
  }
}
