internal import FluxtapeDocuments
internal import FluxtapeJSON
internal import FluxtapeLiveWire

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Serves the sockets of a session until it is closed. One thread has it.
final class LiveLoop {
  private struct Client {
    let number: Int
    let socket: LiveSocket
    var lines = ReceivedLines(longest: LiveLoop.longestQuestion)
    var unsent: [UInt8] = []
    var isGreeted = false
    /// Bytes received before the greeting.
    var strange = 0
    let since = ContinuousClock.now
    var isGone = false
  }

  private let core: LiveCore
  private var clients: [Client] = []
  private var count = 0
  /// Whether the listening socket is left alone for once: it is ready, but the system has no room for another client.
  private var isFull = false

  /// A command with the states of a jump may be long; but parsing it takes time that a breakpoint of another client does not have.
  private static let longestLine = 64 << 20
  private static let longestQuestion = 64 << 10
  private static let mostClients = 16
  /// Bytes that wait for a client that does not read.
  private static let mostUnsent = 4 << 20
  /// What somebody may send without a greeting, and how long that may take.
  private static let mostStrange = 4096
  private static let longestStrange = Duration.seconds(2)

  init(_ core: LiveCore) { self.core = core }

  func run() {
    while true {
      let outgoing = core.server.take()
      for (client, line) in outgoing.lines { add(line, to: client) }
      if outgoing.isStatusNew, !outgoing.isOver { add(line(core.status), to: nil) }
      for place in clients.indices { send(to: &clients[place]) }
      removeGone()
      if outgoing.isOver { break }
      serve(waitForWork())
    }
    for client in clients { core.disconnect(client.number) }
  }

  private func line(_ status: LiveStatus) -> [UInt8] { LiveMessage.status(id: nil, status).json.bytes + [UInt8(ascii: "\n")] }

  private func waitForWork() -> Set<Int32> {
    let sockets = clients.map(\.socket.descriptor)
    let full = Set(clients.lazy.filter { !$0.unsent.isEmpty }.map(\.socket.descriptor))
    let listening = isFull ? [] : [core.listening.socket.descriptor]
    let isStrange = isFull || clients.contains { !$0.isGreeted }
    return readyDescriptors(among: [core.server.wakes] + listening + sockets, writing: full, milliseconds: isStrange ? 100 : -1)
  }

  private func serve(_ ready: Set<Int32>) {
    isFull = false
    for place in clients.indices {
      if ready.contains(clients[place].socket.descriptor) { receive(from: &clients[place]) }
      if !clients[place].isGreeted, clients[place].since.duration(to: .now) > Self.longestStrange { clients[place].isGone = true }
    }
    if ready.contains(core.listening.socket.descriptor) { accept() }
    removeGone()
  }

  private func removeGone() {
    let gone = clients.filter(\.isGone)
    guard !gone.isEmpty else { return }
    clients.removeAll(where: \.isGone)
    for client in gone { core.disconnect(client.number) }
  }
}

// MARK: - Clients

extension LiveLoop {
  private func accept() {
    guard let socket = core.listening.socket.accepted() else { return isFull = true }
    // One too many: the connection ends with the object.
    guard clients.count < Self.mostClients else { return }
    count += 1
    clients.append(Client(number: count, socket: socket))
  }

  private func receive(from client: inout Client) {
    guard let bytes = client.socket.receive() else { return client.isGone = true }
    client.lines.longest = client.isGreeted && core.hasTime(for: client.number) ? Self.longestLine : Self.longestQuestion
    guard client.lines.add(bytes) else {
      core.refuse(0, client.number, Refusal("a line is longer than \(client.lines.longest >> 10) KB"))
      return client.isGone = true
    }
    while !client.isGone, let line = client.lines.next() {
      if client.isGreeted { core.receive(line, from: client.number) } else { greet(line, &client) }
    }
    guard !client.isGreeted else { return }
    client.strange += bytes.count
    if client.strange > Self.mostStrange { client.isGone = true }
  }

  private func greet(_ line: [UInt8], _ client: inout Client) {
    guard line.count <= Self.mostStrange, let json = try? JSONValue(parsing: line), case .client(let name, let token)? = LiveGreeting(json)
    else { return client.isGone = true }
    if case .loopback(_, let expected) = core.listening.address, token != expected { return client.isGone = true }
    client.isGreeted = true
    core.connect(client.number, named: name)
  }

  private func add(_ line: [UInt8], to number: Int?) {
    for place in clients.indices where clients[place].isGreeted && (number ?? clients[place].number) == clients[place].number {
      clients[place].unsent += line
      if clients[place].unsent.count > Self.mostUnsent { clients[place].isGone = true }
    }
  }

  private func send(to client: inout Client) {
    guard !client.isGone, !client.unsent.isEmpty else { return }
    guard let count = client.socket.send(client.unsent[...]) else { return client.isGone = true }
    client.unsent.removeFirst(count)
  }
}
