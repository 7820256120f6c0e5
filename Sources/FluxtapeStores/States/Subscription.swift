internal import FluxtapeLocking

/// Keeps a subscriber informed for as long as it lives, or until it is cancelled.
///
/// It does not keep the store alive. The store keeps the subscriber's closure: one that captures the store strongly holds
/// it until the subscription ends.
public final class Subscription: Sendable {
  private let onCancel: Locked<(@Sendable () -> Void)?>

  init(onCancel: @escaping @Sendable () -> Void) {
    self.onCancel = Locked(onCancel)
  }

  deinit { cancel() }

  /// Ends the subscription. After this returns no call begins; one that is running on another thread may still be ending.
  ///
  /// From inside the subscriber's own closure it is the last call. Cancelling twice does nothing.
  public func cancel() { onCancel.exchange(nil)?() }
}
