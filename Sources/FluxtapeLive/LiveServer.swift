internal import FluxtapeJSON
internal import FluxtapeLiveWire
internal import FluxtapeLocking

/// What is to be sent, and whether the thread of the sockets is to end. Any thread may use it, under any lock.
final class LiveServer: Sendable {
  struct Outgoing: Sendable {
    /// By client; `nil` is for all of them.
    var lines: [(client: Int?, line: [UInt8])] = []
    var isStatusNew = false
    var isOver = false
  }

  private let outgoing = Locked(Outgoing())
  private let wakeup: Wakeup

  /// The number of no client.
  static let nobody = -1

  init(_ wakeup: Wakeup) { self.wakeup = wakeup }

  var wakes: Int32 { wakeup.reading }

  func send(_ message: LiveMessage, to client: Int?) { send(message.json, to: client) }

  func send(_ greeting: LiveGreeting, to client: Int) { send(greeting.json, to: client) }

  private func send(_ json: JSONValue, to client: Int?) {
    guard client != Self.nobody else { return }
    let line = json.bytes + [UInt8(ascii: "\n")]
    outgoing.withLock { $0.lines.append((client, line)) }
    wakeup.wake()
  }

  /// Has all clients told the status.
  func noteStatus() {
    let isFirst = outgoing.withLock { outgoing in
      defer { outgoing.isStatusNew = true }
      return !outgoing.isStatusNew
    }
    if isFirst { wakeup.wake() }
  }

  func stop() {
    outgoing.withLock { $0.isOver = true }
    wakeup.wake()
  }

  func take() -> Outgoing {
    wakeup.clear()
    return outgoing.withLock { outgoing in
      defer { outgoing = Outgoing(isOver: outgoing.isOver) }
      return outgoing
    }
  }
}
