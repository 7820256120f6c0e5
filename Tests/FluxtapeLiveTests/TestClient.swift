import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLiveWire
import Foundation

/// A client of a session, which waits for messages and never sleeps.
final class TestClient {
  private let socket: LiveSocket
  private var lines = ReceivedLines(longest: 1 << 24)
  /// Messages that nobody has asked for yet.
  private var messages: [LiveMessage] = []
  private(set) var greeting: LiveGreeting?
  private var count = 0
  private(set) var isOver = false

  struct NoSession: Error {}

  /// - Parameter greeting: What the client says first; `nil` for nothing.
  init(_ log: String, greeting: JSONValue? = nil, named name: String = "tester") throws {
    guard let address = LiveAddress.find(besideLog: log) else { throw NoSession() }
    socket = try LiveSocket.connected(to: address)
    var token: String?
    if case .loopback(_, let secret) = address { token = secret }
    send(greeting ?? LiveGreeting.client(name: name, token: token).json)
  }

  func send(_ json: JSONValue) { send(json.bytes + [UInt8(ascii: "\n")]) }

  func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty, let count = socket.send(rest) {
      rest = rest.dropFirst(count)
      if count == 0 { _ = socket.wait(for: Int32(POLLOUT), milliseconds: 1000) }
    }
  }

  /// Sends a command without waiting for the reply, and returns its number.
  @discardableResult
  func send(_ command: LiveCommand) -> Int {
    count += 1
    send(command.json(id: count))
    return count
  }

  /// Sends a command, and returns its reply.
  func ask(_ command: LiveCommand) -> Reply? { reply(to: send(command)) }

  func reply(to id: Int) -> Reply? { next { Reply($0, to: id) } }

  /// The next message for which `pick` returns something. Messages before it stay for other questions.
  func next<Found>(_ pick: (LiveMessage) -> Found?) -> Found? {
    let end = Date(timeIntervalSinceNow: 60)
    while true {
      for (place, message) in messages.enumerated() {
        guard let found = pick(message) else { continue }
        messages.remove(at: place)
        return found
      }
      guard !isOver, Date() < end else { return nil }
      receive()
    }
  }

  func status(_ condition: (LiveStatus) -> Bool = { _ in true }) -> LiveStatus? {
    next { if case .status(_, let status) = $0, condition(status) { status } else { nil } }
  }

  /// Waits until the session has closed the connection.
  func end() -> Bool { next { _ in nil as Void? } == nil && isOver }

  private func receive() {
    guard socket.wait(for: Int32(POLLIN), milliseconds: 60_000) else { return }
    guard let bytes = socket.receive() else { return isOver = true }
    _ = lines.add(bytes)
    while let line = lines.next() {
      guard let json = try? JSONValue(parsing: line) else { continue }
      if let greeting = LiveGreeting(json) { self.greeting = greeting }
      if let message = LiveMessage(json) { messages.append(message) }
    }
  }
}

/// The reply to a command.
enum Reply: Equatable {
  case done(mark: Int?, String)
  case refused(String, missing: [String])
  case status

  init?(_ message: LiveMessage, to id: Int) {
    switch message {
    case .done(id, let mark, let text): self = .done(mark: mark, text)
    case .refused(id, let reason, let missing): self = .refused(reason, missing: missing)
    case .status(id, _): self = .status
    default: return nil
    }
  }

  var mark: Int? { if case .done(let mark, _) = self { mark } else { nil } }
  var text: String? { if case .done(_, let text) = self { text } else { nil } }
  var isDone: Bool { if case .done = self { true } else { false } }
  var reason: String? { if case .refused(let reason, _) = self { reason } else { nil } }
  var missing: [String]? { if case .refused(_, let missing) = self { missing } else { nil } }
}

/// Runs `body` on a thread of its own, where it may wait.
func onThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    let thread = Thread { continuation.resume(with: Swift.Result { try body() }) }
    thread.stackSize = 8 << 20
    thread.start()
  }
}
