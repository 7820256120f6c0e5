internal import FluxtapeLocking

/// Handlers in the order of registration.
final class Listeners<Value: Sendable>: Sendable {
  typealias Handler = @Sendable (Value) -> Void

  /// One handler. Its identity is the registration's id.
  final class Listener: Sendable {
    private let handler: Locked<Handler?>

    fileprivate init(_ handler: @escaping Handler) { self.handler = Locked(handler) }

    func call(_ value: Value) { handler.withLock { $0 }?(value) }

    fileprivate func close() { _ = handler.exchange(nil) }
  }

  private let listeners = Locked<[Listener]>([])

  /// Releases the handlers, so that a remaining registration does not keep their captures alive.
  deinit { for listener in all { listener.close() } }

  var all: [Listener] { listeners.withLock { $0 } }

  func add(from site: CallSite, _ handler: @escaping Handler) -> Registration {
    let listener = Listener(handler)
    listeners.withLock { $0.append(listener) }
    return Registration(of: listener, site) { [weak self] in
      listener.close()
      self?.listeners.withLock { $0.removeAll { $0 === listener } }
    }
  }
}
