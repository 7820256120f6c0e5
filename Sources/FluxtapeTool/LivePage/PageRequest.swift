/// The head of a browser's request: `GET /token/ HTTP/1.1`, and the headers that matter.
struct PageRequest {
  /// What the page's server has: the page itself, and the stream that tells when it grows.
  enum Resource: Equatable { case page, growth }

  let resource: Resource

  /// Why a request is refused.
  struct Refusal: Error, Equatable {
    let status: String

    static let malformed = Refusal(status: "400 Bad Request")
    static let forbidden = Refusal(status: "403 Forbidden")
    static let notFound = Refusal(status: "404 Not Found")
    static let otherMethod = Refusal(status: "405 Method Not Allowed")
  }

  /// Reads a request up to its empty line.
  ///
  /// Only who knows the token gets anything. The host must be this machine's own name for itself: another host name that resolves to
  /// this machine (DNS rebinding) is refused, and so is what another site's script asks for.
  ///
  /// - Parameter token: The first component of all addresses.
  init(_ head: String, token: String) throws(Refusal) {
    let lines = head.split(whereSeparator: \.isNewline)
    let words = (lines.first ?? "").split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[2].hasPrefix("HTTP/1.") else { throw .malformed }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { throw .malformed }
      let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      headers[line[..<colon].lowercased()] = String(value)
    }
    guard let host = headers["host"], Self.isOwn(host), headers["origin"].map({ $0 == "http://\(host)" }) ?? true else { throw .forbidden }
    guard words[0] == "GET" else { throw .otherMethod }
    switch words[1] {
    case "/\(token)/": resource = .page
    case "/\(token)/grown":
      guard headers["sec-fetch-site"].map({ $0 == "same-origin" || $0 == "none" }) ?? true else { throw .forbidden }
      resource = .growth
    default: throw .notFound
    }
  }

  private static func isOwn(_ host: String) -> Bool {
    let name = host.lowercased().prefix { $0 != ":" }
    return name == "127.0.0.1" || name == "localhost"
  }
}
