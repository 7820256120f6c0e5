import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLiveWire
import Foundation

/// A session that answers as a test says, on a thread of its own, until it is released.
final class FakeSession: @unchecked Sendable {  // `lock` guards what changes
  private let lock = NSLock()
  private var received: [LiveCommand] = []
  private var isOver = false
  private let done = DispatchSemaphore(value: 0)

  /// The commands so far.
  var commands: [LiveCommand] { lock.withLock { received } }

  /// - Parameters:
  ///   - greeting: What it says first.
  ///   - answer: The messages that follow a command with this number.
  init(
    besideLog log: String, greeting: JSONValue = LiveGreeting.session(run: "r").json,
    answer: @escaping @Sendable (LiveCommand, _ id: Int) -> [LiveMessage]
  ) throws {
    let listener = try LiveSocket.listening(at: LiveAddress.path(besideLog: log))
    Thread.detachNewThread { [weak self, done] in
      while let self, !self.lock.withLock({ self.isOver }) {
        if listener.wait(for: Int32(POLLIN), milliseconds: 20), let client = listener.accepted() { self.serve(client, greeting, answer) }
      }
      done.signal()
    }
  }

  func end() {
    lock.withLock { isOver = true }
    done.wait()
  }

  private func serve(_ client: LiveSocket, _ greeting: JSONValue, _ answer: (LiveCommand, Int) -> [LiveMessage]) {
    func send(_ messages: [JSONValue]) { for json in messages { _ = client.send((json.bytes + [0x0A])[...]) } }
    var lines = ReceivedLines(longest: 1 << 20)
    while !lock.withLock({ isOver }) {
      guard client.wait(for: Int32(POLLIN), milliseconds: 20) else { continue }
      guard let bytes = client.receive(), lines.add(bytes) else { return }
      while let line = lines.next(), let json = try? JSONValue(parsing: line) {
        if case .client? = LiveGreeting(json) {
          send([greeting, LiveMessage.status(id: nil, LiveStatus(run: "r")).json])
        } else if let command = LiveCommand(json), let id = json["id"]?.int {
          lock.withLock { received.append(command) }
          send(answer(command, id).map(\.json))
        }
      }
    }
  }
}

extension TemporaryFolder {
  /// A run with a jump in it: the app leaves and reaches a flag, then the inspector brings it back.
  static let drivenLines = [
    #"{"fluxtape":1,"run":"r","time":"2026-01-05T09:00:00Z"}"#,
    #"{"seq":1,"t":0,"store":"cart","type":"@@INIT","state":{"items":[],"total":0,"isLoading":false}}"#,
    #"{"seq":2,"t":1000,"store":"cart","type":"Cart.itemAdded","case":"itemAdded","payload":{"_0":"tea","price":5},"#
      + #""patch":[{"op":"replace","path":"/total","value":5},{"op":"add","path":"/items/-","value":"tea"}]}"#,
    #"{"seq":3,"t":2000,"store":"cart","type":"Cart.load","case":"load","patch":[{"op":"replace","path":"/isLoading","value":true}]}"#,
    #"{"seq":4,"t":3000,"store":"cart","type":"Cart.loaded","case":"loaded","#
      + #""patch":[{"op":"replace","path":"/isLoading","value":false},{"op":"replace","path":"/total","value":-1}]}"#,
    #"{"seq":5,"t":4000,"mark":"live: jump to step 3 (by fluxtape inspector)","level":"info","#
      + #""live":{"do":"jump","step":3,"by":"fluxtape inspector"}}"#,
    #"{"seq":6,"t":4100,"store":"cart","type":"@@STATE","cause":5,"#
      + #""patch":[{"op":"replace","path":"/isLoading","value":true},{"op":"replace","path":"/total","value":5}]}"#,
  ]

  func drivenLog(_ more: [String] = []) throws -> String {
    try write((Self.drivenLines + more).map { $0 + "\n" }.joined(), to: "shop.jsonl")
  }
}
