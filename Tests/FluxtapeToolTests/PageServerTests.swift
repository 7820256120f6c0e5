import FluxtapeLiveWire
import Testing

@testable import FluxtapeTool

struct PageServerTests {
  @Test(arguments: [
    ("GET /t/ HTTP/1.1\r\nHost: 127.0.0.1:80", "page"),
    ("GET /t/grown HTTP/1.1\r\nhost:localhost:8080\r\nSec-Fetch-Site: same-origin", "growth"),
    ("GET /t/ HTTP/1.1\r\nHost: 127.0.0.1:80\r\nSec-Fetch-Site: cross-site", "page"),
    ("GET /t/grown HTTP/1.1\r\nHost: 127.0.0.1:80\r\nOrigin: http://127.0.0.1:80", "growth"),
    // Without the token, or with a part of it.
    ("GET / HTTP/1.1\r\nHost: 127.0.0.1:80", "404"),
    ("GET //grown HTTP/1.1\r\nHost: 127.0.0.1:80", "404"),
    ("GET /t HTTP/1.1\r\nHost: 127.0.0.1:80", "404"),
    ("GET /T/ HTTP/1.1\r\nHost: 127.0.0.1:80", "404"),
    ("GET /t/../t/ HTTP/1.1\r\nHost: 127.0.0.1:80", "404"),
    // From other sites, and under names that others gave to this machine.
    ("GET /t/ HTTP/1.1\r\nHost: evil.example:80", "403"),
    ("GET /t/ HTTP/1.1\r\nHost: 127.0.0.1.evil.example", "403"),
    ("GET /t/ HTTP/1.1", "403"),
    ("GET /t/grown HTTP/1.1\r\nHost: 127.0.0.1:80\r\nOrigin: http://evil.example", "403"),
    ("GET /t/grown HTTP/1.1\r\nHost: 127.0.0.1:80\r\nOrigin: null", "403"),
    ("GET /t/grown HTTP/1.1\r\nHost: 127.0.0.1:80\r\nSec-Fetch-Site: cross-site", "403"),
    // Nothing can be changed, and nothing else is HTTP.
    ("POST /t/ HTTP/1.1\r\nHost: 127.0.0.1:80", "405"),
    ("GET /t/", "400"),
    ("GET  /t/ HTTP/1.1\r\nHost: 127.0.0.1:80", "400"),
    ("GET /t/ HTTP/1.1\r\nHost: 127.0.0.1:80\r\nnothing", "400"),
    ("", "400"),
  ])
  func `only who knows the token is answered, on this machine's own name`(head: String, expected: String) {
    let answer: String
    do throws(PageRequest.Refusal) {
      answer = "\(try PageRequest(head, token: "t").resource)"
    } catch {
      answer = String(error.status.prefix(3))
    }
    #expect(answer == expected, "\(head)")
  }

  @Test func `a browser gets the page, and each growth once, whatever others do`() throws {
    let server = try PageServer()
    let address = try #require(server.address.firstMatch(of: #/^http:\/\/127\.0\.0\.1:([0-9]+)(\/[0-9a-z]{20,}\/)$/#))
    let port = try #require(UInt16(address.1))
    func client(_ bytes: String) throws -> LiveSocket {
      let socket = try LiveSocket.connected(to: .loopback(port: port, token: ""))
      #expect(socket.send(Array(bytes.utf8)[...]) == bytes.utf8.count)
      return socket
    }
    func received(_ socket: LiveSocket, until end: String) -> String {
      var bytes: [UInt8] = []
      while !String(decoding: bytes, as: UTF8.self).hasSuffix(end) {
        server.serve(milliseconds: 1) { "<p>now</p>" }
        guard let more = socket.receive() else { break }
        bytes += more
      }
      return String(decoding: bytes, as: UTF8.self)
    }
    let host = "Host: 127.0.0.1:\(port)\r\n"
    // These never say what they want, or go on without end.
    let silent = try client("")
    let slow = try client("GET \(address.2) HTTP/1.1\r\n")
    let page = received(try client("GET \(address.2) HTTP/1.1\r\n\(host)\r\n"), until: "</p>")
    #expect(page.hasPrefix("HTTP/1.1 200 OK\r\n") && page.contains("Content-Length: 10\r\n") && page.hasSuffix("\r\n\r\n<p>now</p>"))
    #expect(!server.isAwaited)
    let stream = try client("GET \(address.2)grown HTTP/1.1\r\n\(host)\r\n")
    #expect(received(stream, until: "\r\n\r\n").contains("Content-Type: text/event-stream;"))
    #expect(server.isAwaited && server.hasNewcomer)
    server.tell("{\"a\":1,\n\"b\":2}")
    #expect(!server.isAwaited && !server.hasNewcomer)
    #expect(received(stream, until: "\n\n") == "data: {\"a\":1,\ndata: \"b\":2}\n\n")
    #expect(server.isAwaited)
    #expect(received(try client("GET / HTTP/1.1\r\n\(host)\r\n"), until: "\n\n").hasPrefix("HTTP/1.1 404"))
    let endless = try client(String(repeating: "a", count: 20_000))
    while endless.receive() != nil { server.serve(milliseconds: 1) { "" } }
    // Those who only take places lose them, and not who shows the page.
    let crowd = try (0..<40).map { _ in
      defer { server.serve(milliseconds: 1) { "" } }
      return try client("")
    }
    #expect(silent.receive() == nil && slow.receive() == nil && crowd.last?.receive() == [])
    #expect(server.isAwaited)
  }
}
