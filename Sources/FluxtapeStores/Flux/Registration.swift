/// Keeps a handler registered with a ``Dispatcher`` for as long as it lives, or until it is unregistered.
///
/// Handlers are told apart by it where one waits for another: ``Dispatcher/waitFor(_:)``.
public final class Registration: Sendable {
  typealias ID = ObjectIdentifier

  /// Where in the source it was made: `Shop/Todos.swift:12`.
  public let place: String

  let id: ID
  private let subscription: Subscription

  init(of listener: AnyObject, _ site: CallSite, onEnd: @escaping @Sendable () -> Void) {
    id = ObjectIdentifier(listener)
    place = "\(site.fileID):\(site.line)"
    subscription = Subscription(onCancel: onEnd)
  }

  /// Ends it. After this returns no call of the handler begins; one on another thread may still be ending. Twice does nothing.
  public func unregister() { subscription.cancel() }
}
