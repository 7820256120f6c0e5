internal import Fluxtape
internal import FluxtapeLocking

/// A handler and its undelivered changes.
///
/// The poster of a change also delivers it. While the handler is running, further up the stack or on another thread, the change waits, and
/// the running delivery takes it next. Calls therefore never overlap, never nest, and keep their order. Each call runs with the cause of
/// its own change, which may differ from the current action.
final class Subscriber<Value: Sendable>: Sendable {
  typealias Handler = @Sendable (Change<Value>) -> Void

  private struct Mailbox {
    var handler: Handler?
    var waiting: [Change<Value>] = []
    var isDelivering = false
  }

  private let mailbox: Locked<Mailbox>

  init(_ handler: @escaping Handler) {
    mailbox = Locked(Mailbox(handler: handler))
  }

  func post(_ change: Change<Value>) {
    mailbox.withLock { mailbox in
      guard mailbox.handler != nil else { return }
      mailbox.waiting.append(change)
    }
  }

  func deliver() {
    let isFirst = mailbox.withLock { mailbox in
      defer { mailbox.isDelivering = true }
      return !mailbox.isDelivering
    }
    guard isFirst else { return }
    while let batch = takeWaiting() {
      for change in batch {
        // The previous call may have cancelled the subscription.
        guard let handler = mailbox.withLock({ $0.handler }) else { return }
        if change.cause == Cause.current { handler(change) } else { Cause.with(change.cause) { handler(change) } }
      }
    }
  }

  /// Returns the waiting changes. Returns nil if there are none; the next poster delivers then.
  private func takeWaiting() -> [Change<Value>]? {
    mailbox.withLock { mailbox in
      guard !mailbox.waiting.isEmpty else {
        mailbox.isDelivering = false
        return nil
      }
      defer { mailbox.waiting = [] }
      return mailbox.waiting
    }
  }

  /// Closes the subscriber. No call begins after this; one on another thread may still be running.
  func close() {
    let released = mailbox.withLock { mailbox in
      defer {
        mailbox.handler = nil
        mailbox.waiting = []
      }
      return (mailbox.handler, mailbox.waiting)
    }
    _ = released
  }
}
