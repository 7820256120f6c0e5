import FluxtapeLiveWire

/// Serves one page to browsers on this machine, and tells them when it has grown.
///
/// Its address holds a random token. Without it, nobody gets anything; with it, a browser gets the page and its server-sent events.
final class PageServer {
  private let socket: LiveSocket
  private let port: UInt16
  private let token: String
  private var clients: [Client] = []
  /// Whether a browser began to wait since the last message: its page may be older than that.
  private(set) var hasNewcomer = false

  /// A browser's connection.
  private final class Client {
    let socket: LiveSocket
    var head: [UInt8] = []
    var unsent: [UInt8] = []
    /// Whether it waits for growth.
    var listens = false
    /// Whether it ends when all is sent.
    var isAnswered = false

    var isReady: Bool { listens && unsent.isEmpty }

    init(_ socket: LiveSocket) { self.socket = socket }
  }

  private static let mostClients = 32
  private static let longestHead = 16_384

  init() throws(LiveSocket.Failure) {
    (socket, port) = try LiveSocket.listeningOnLoopback()
    var random = SystemRandomNumberGenerator()
    token = String(random.next(), radix: 36) + String(random.next(), radix: 36)
  }

  var address: String { "http://127.0.0.1:\(port)/\(token)/" }

  /// Whether a browser waits for what comes next, and has got all that came before.
  var isAwaited: Bool { clients.contains(where: \.isReady) }

  /// Waits for requests and answers them, for some time.
  ///
  /// - Parameter page: Makes the page as it is now.
  func serve<Failure: Error>(milliseconds: Int, page: () throws(Failure) -> String) throws(Failure) {
    let deadline = ContinuousClock.now + .milliseconds(milliseconds)
    repeat {
      let left = max(0, Int(((deadline - .now) / .milliseconds(1)).rounded(.up)))
      LiveSocket.wait(for: [(socket, false)] + clients.map { ($0.socket, !$0.unsent.isEmpty) }, milliseconds: left)
      while let accepted = socket.accepted() { add(Client(accepted)) }
      for client in clients where try !attend(to: client, page) { clients.removeAll { $0 === client } }
    } while ContinuousClock.now < deadline
  }

  /// Adds a client; of too many, the one goes that has waited longest without showing the page.
  private func add(_ client: Client) {
    if clients.count >= Self.mostClients { clients.remove(at: clients.firstIndex { !$0.listens } ?? 0) }
    clients.append(client)
  }

  /// Sends a message to all that show the page, but for those that have not yet got the one before: they get the next.
  func tell(_ message: String) {
    hasNewcomer = false
    var event: [UInt8] = []
    for line in message.utf8.split(separator: UInt8(ascii: "\n")) { event += Array("data: ".utf8) + line + [UInt8(ascii: "\n")] }
    for client in clients where client.isReady { client.unsent += event + "\n".utf8 }
  }

  /// Reads what a client asks, and sends what it has not got yet. `false` if it is to go.
  private func attend<Failure: Error>(to client: Client, _ page: () throws(Failure) -> String) throws(Failure) -> Bool {
    guard let received = client.socket.receive() else { return false }
    if !client.isAnswered, !client.listens {
      client.head += received
      guard client.head.count <= Self.longestHead else { return false }
      if let end = client.head.firstRange(of: Array("\r\n\r\n".utf8)) {
        try answer(client, String(decoding: client.head[..<end.lowerBound], as: UTF8.self), page)
      }
    }
    guard let sent = client.socket.send(client.unsent[...]) else { return false }
    client.unsent.removeFirst(sent)
    return !(client.isAnswered && client.unsent.isEmpty)
  }

  private func answer<Failure: Error>(_ client: Client, _ head: String, _ page: () throws(Failure) -> String) throws(Failure) {
    switch Result(catching: { () throws(PageRequest.Refusal) in try PageRequest(head, token: token) }).map(\.resource) {
    case .success(.page): client.unsent = Self.response("200 OK", "text/html", try page())
    case .success(.growth):
      client.unsent = Self.head("200 OK", "text/event-stream")
      (client.listens, hasNewcomer) = (true, true)
    case .failure(let refusal): client.unsent = Self.response(refusal.status, "text/plain", refusal.status + "\n")
    }
    client.isAnswered = !client.listens
  }

  private static func response(_ status: String, _ type: String, _ body: String) -> [UInt8] {
    head(status, type, "Content-Length: \(body.utf8.count)\r\n") + Array(body.utf8)
  }

  /// No other site may show the page or read from it, and no cache keeps it.
  private static func head(_ status: String, _ type: String, _ more: String = "") -> [UInt8] {
    Array(
      """
      HTTP/1.1 \(status)\r
      Content-Type: \(type); charset=utf-8\r
      Cache-Control: no-store\r
      X-Content-Type-Options: nosniff\r
      X-Frame-Options: DENY\r
      Cross-Origin-Resource-Policy: same-origin\r
      Cross-Origin-Opener-Policy: same-origin\r
      Referrer-Policy: no-referrer\r
      Connection: close\r
      \(more)\r

      """.utf8)
  }
}
