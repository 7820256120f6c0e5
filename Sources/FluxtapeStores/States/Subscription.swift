internal import FluxtapeLocking

/// Keeps a subscription alive until it is released or cancelled.
///
/// It does not keep the store alive. The store keeps the subscriber's closure; a closure that captures the store strongly keeps the store
/// alive until the subscription ends.
public final class Subscription: Sendable {
  private let onCancel: Locked<(@Sendable () -> Void)?>

  init(onCancel: @escaping @Sendable () -> Void) {
    self.onCancel = Locked(onCancel)
  }

  deinit { cancel() }

  /// Ends the subscription. No call begins after this returns; one on another thread may still be running.
  ///
  /// In the subscriber's own closure, the current call is the last one. Cancelling again does nothing.
  public func cancel() { onCancel.exchange(nil)?() }
}
