internal import Fluxtape
internal import FluxtapeJSON
internal import FluxtapeLiveWire

/// Where a session listens, and the files that say so.
struct ListeningPlace {
  let socket: LiveSocket
  /// The path beside the log.
  let path: String
  let address: LiveAddress
  /// The files to remove at the end, as they were made.
  private let files: [OwnFile.Identity]

  /// - Throws: Why nothing can be made there.
  init(besideLog log: String, _ place: LiveOptions.Place) throws(LiveSocket.Failure) {
    path = LiveAddress.path(besideLog: log)
    // Left by a process that was killed, whose log was moved aside. Other files of the user stay.
    if LiveAddress.find(besideLog: log) != nil { OwnFile.remove(path) }
    var paths = [path]
    switch place {
    case .loopback:
      let (socket, port) = try LiveSocket.listeningOnLoopback()
      self.socket = socket
      address = .loopback(port: port, token: Self.randomText() + Self.randomText())
    case .socket where path.utf8.count <= LiveAddress.longestPath:
      socket = try LiveSocket.listening(at: path)
      address = .socket(path: path)
    case .socket:
      let short = "/tmp/fluxtape-\(Self.randomText()).live"
      socket = try LiveSocket.listening(at: short)
      address = .socket(path: short)
      paths.append(short)
    }
    if address != .socket(path: path), !OwnFile.create(path, address.json.bytes) {
      if paths.count > 1 { OwnFile.remove(paths[1]) }
      throw .exists
    }
    files = paths.compactMap(OwnFile.Identity.init)
  }

  /// Removes the files, but not those that another session has made there since.
  func remove() {
    for file in files where OwnFile.Identity(file.path) == file { OwnFile.remove(file.path) }
  }

  private static func randomText() -> String {
    var generator = SystemRandomNumberGenerator()
    return String(generator.next() as UInt64 | 1 << 63, radix: 16)
  }
}
