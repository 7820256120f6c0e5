/// Keeps a handler registered with a ``Dispatcher`` until it is released or unregistered.
///
/// It also identifies the handler in ``Dispatcher/waitFor(_:)``.
public final class Registration: Sendable {
  typealias ID = ObjectIdentifier

  /// The place of the registration in the source: `Shop/Todos.swift:12`.
  public let place: String

  let id: ID
  private let subscription: Subscription

  init(of listener: AnyObject, _ site: CallSite, onEnd: @escaping @Sendable () -> Void) {
    id = ObjectIdentifier(listener)
    place = "\(site.fileID):\(site.line)"
    subscription = Subscription(onCancel: onEnd)
  }

  /// Ends the registration. No call of the handler begins after this returns; one on another thread may still be running. Calling it again
  /// does nothing.
  public func unregister() { subscription.cancel() }
}
