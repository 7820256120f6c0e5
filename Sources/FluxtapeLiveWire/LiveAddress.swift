internal import FluxtapeDocuments
package import FluxtapeJSON

/// Where the live session of a log listens.
///
/// Beside the log `shop.jsonl` stands `shop.jsonl.live`, for the owner alone: the socket itself, or a small file that names it.
package enum LiveAddress: Hashable, Sendable {
  /// A Unix-domain socket.
  case socket(path: String)
  /// A port of the loopback interface, for simulators and containers. A client shows the token first.
  case loopback(port: UInt16, token: String)

  /// The bytes that the path of a socket may have. Systems allow 104 or 108, with the end.
  package static let longestPath = 103

  /// The path of the socket or file beside a log.
  package static func path(besideLog log: String) -> String { log + ".live" }

  /// The contents of the file beside a log.
  package var json: JSONValue {
    switch self {
    case .socket(let path): ["socket": .string(path)]
    case .loopback(let port, let token): ["port": .number(JSONNumber(Int(port))), "token": .string(token)]
    }
  }

  package init?(_ json: JSONValue) {
    if let path = json["socket"]?.string {
      self = .socket(path: path)
    } else if let port = json["port"]?.int.flatMap(UInt16.init(exactly:)), let token = json["token"]?.string {
      self = .loopback(port: port, token: token)
    } else {
      return nil
    }
  }

  /// Finds where the session of a log listens, if it has one. A process that was killed leaves its file behind; then connecting fails.
  package static func find(besideLog log: String) -> LiveAddress? {
    let path = path(besideLog: log)
    switch OwnFile.kind(of: path) {
    case .socket: return .socket(path: path)
    case .regular: return OwnFile.contents(of: path).flatMap { try? JSONValue(parsing: $0) }.flatMap(LiveAddress.init)
    case nil: return nil
    }
  }
}
