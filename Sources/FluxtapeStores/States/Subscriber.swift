internal import Fluxtape
internal import FluxtapeLocking

/// A handler and the changes it has not been told of.
///
/// Whoever posts a change also delivers. If the handler is running, further up the stack or on another thread, the change
/// waits, and the one who is delivering takes it next: calls never overlap, never nest and keep their order.
/// As it is not always the action at hand that is delivered, each call runs under the cause of its own change.
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
        // Asked again for each change: the call before may have cancelled.
        guard let handler = mailbox.withLock({ $0.handler }) else { return }
        if change.cause == Cause.current { handler(change) } else { Cause.with(change.cause) { handler(change) } }
      }
    }
  }

  /// Nil when all is delivered; from then on the next one to post delivers.
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

  /// After this no call begins. One that runs on another thread may still be ending.
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
