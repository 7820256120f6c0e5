import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLiveWire
import FluxtapeLocking
import Foundation

/// A connection to the live session of a log. Several threads may send; one receives.
final class LiveClient: Sendable {
  private let log: String
  private let socket: LiveSocket
  private let lines = Locked(ReceivedLines(longest: longestLine))
  /// Guards the order of lines. The value is the last command's number.
  private let sending = Locked(0)
  /// Messages that came before a reply.
  private let early = Locked<[LiveMessage]>([])

  /// Why a session cannot be reached.
  struct Failure: Error {
    let message: String
  }

  /// Messages of a session are short.
  private static let longestLine = 1 << 20
  /// A session on the same machine answers at once, unless its program is stopped.
  private static let patience = Duration.seconds(2)

  /// Connects and greets.
  ///
  /// - Parameters:
  ///   - log: The log beside which the session listens.
  ///   - name: Who this is, for the log and for other clients.
  init(besideLog log: String, as name: String) throws(Failure) {
    self.log = log
    let path = LogNames.path(of: log)
    guard let address = path.flatMap(LiveAddress.find) else {
      let isThere = path.map(FileManager.default.fileExists) ?? false
      throw Failure(
        message: (isThere ? "\(log) has no live session" : "there is no log \(log)") + ": the app must link FluxtapeLive and run")
    }
    do throws(LiveSocket.Failure) {
      socket = try LiveSocket.connected(to: address)
    } catch {
      throw Failure(message: Self.words(for: error, at: log))
    }
    let token: String? = if case .loopback(_, let token) = address { token } else { nil }
    try send(LiveGreeting.client(name: name, token: token).json)
    let deadline = ContinuousClock.now + Self.patience
    guard let line = try nextLine(until: deadline) else { throw silence }
    guard case .session? = LiveGreeting(line) else {
      let version = line["live"]?.int.map { "version \($0) of the protocol" } ?? "something else"
      throw Failure(message: "\(log): the live session speaks \(version), and this program version \(LiveGreeting.version)")
    }
  }

  private static func words(for failure: LiveSocket.Failure, at log: String) -> String {
    switch failure.code {
    case ECONNREFUSED, ENOENT:
      "\(log) has no live session: \(LiveAddress.path(besideLog: log)) was left behind by a program that no longer runs; start the app"
    case EACCES, EPERM: "\(log): the live session belongs to another user"
    case EAGAIN: "\(log): too many clients wait for the live session"
    default: "\(log): the live session cannot be reached: \(failure.message)"
    }
  }

  private var silence: Failure { Failure(message: "\(log): the live session does not answer; is its program stopped?") }
  private var end: Failure { Failure(message: "\(log): the live session has ended") }
}

// MARK: - Messages

extension LiveClient {
  /// Sends a command. Returns the number that its reply repeats.
  @discardableResult
  func send(_ command: LiveCommand) throws(Failure) -> Int {
    let id = sending.withLock { last in
      last += 1
      return last
    }
    try send(command.json(id: id))
    return id
  }

  private func send(_ json: JSONValue) throws(Failure) {
    let isSent = sending.withLock { _ in
      var bytes = (json.bytes + [UInt8(ascii: "\n")])[...]
      let deadline = ContinuousClock.now + Self.patience
      while !bytes.isEmpty, ContinuousClock.now < deadline {
        guard let count = socket.send(bytes) else { return false }
        bytes.removeFirst(count)
        if count == 0 { _ = socket.wait(for: Int32(POLLOUT), milliseconds: 50) }
      }
      return bytes.isEmpty
    }
    if !isSent { throw end }
  }

  /// Returns the next message; nil if none arrives until the deadline.
  func next(until deadline: ContinuousClock.Instant) throws(Failure) -> LiveMessage? {
    if let first = early.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { return first }
    return try nextArrived(until: deadline)
  }

  private func nextArrived(until deadline: ContinuousClock.Instant) throws(Failure) -> LiveMessage? {
    while let line = try nextLine(until: deadline) {
      // A later version may have other messages.
      if let message = LiveMessage(line) { return message }
    }
    return nil
  }

  private func nextLine(until deadline: ContinuousClock.Instant) throws(Failure) -> JSONValue? {
    while true {
      if let line = lines.withLock({ $0.next() }) {
        guard let json = try? JSONValue(parsing: line) else { throw Failure(message: "\(log): the live session sent what is not JSON") }
        return json
      }
      let rest = (deadline - ContinuousClock.now) / .milliseconds(1)
      guard socket.wait(for: Int32(POLLIN), milliseconds: max(0, Int(rest.rounded(.up)))) else { return nil }
      guard let bytes = socket.receive(), lines.withLock({ $0.add(bytes) }) else { throw end }
    }
  }

  /// Sends a command, and waits for its reply. Other messages stay the next ones.
  func perform(_ command: LiveCommand) throws(Failure) -> LiveMessage {
    let id = try send(command)
    // The app may be in a long reducer, and says so itself.
    let deadline = ContinuousClock.now + .seconds(10)
    while let message = try nextArrived(until: deadline) {
      if message.id == id { return message }
      early.withLock { $0.append(message) }
    }
    throw silence
  }

  /// What becomes readable when messages arrive.
  var descriptor: Int32 { socket.descriptor }
}

extension LiveMessage {
  /// The number of the command that it replies to.
  var id: Int? {
    switch self {
    case .done(let id, _, _), .refused(let id, _, _): id
    case .status(let id, _): id
    case .asks, .paused, .resumed: nil
    }
  }
}
