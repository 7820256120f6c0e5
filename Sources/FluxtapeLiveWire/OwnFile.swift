#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Small files that belong to the user of the running process. Each buffer outlives its call.
package enum OwnFile {
  package enum Kind { case socket, regular }

  /// What stands at `path`. `nil` for nothing, for other kinds, for links, and for what belongs to another user.
  package static func kind(of path: String) -> Kind? {
    var status = stat()
    guard unsafe lstat(path, &status) == 0, status.st_uid == geteuid() else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFSOCK: return .socket
    case S_IFREG: return .regular
    default: return nil
    }
  }

  /// Which file stands at a path.
  package struct Identity: Equatable, Sendable {
    package let path: String
    private let device: UInt64
    private let number: UInt64

    /// `nil` if nothing stands there.
    package init?(_ path: String) {
      var status = stat()
      guard unsafe lstat(path, &status) == 0 else { return nil }
      self.path = path
      device = UInt64(truncatingIfNeeded: status.st_dev)
      number = UInt64(truncatingIfNeeded: status.st_ino)
    }
  }

  private static let mostBytes = 4096

  package static func contents(of path: String) -> [UInt8]? {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: mostBytes)
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(file, $0.baseAddress, $0.count) }
    return count < 0 ? nil : Array(bytes[..<count])
  }

  /// Makes a file that only its owner may read, where nothing stands.
  package static func create(_ path: String, _ contents: [UInt8]) -> Bool {
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { return false }
    defer { close(file) }
    return unsafe contents.withUnsafeBytes { unsafe write(file, $0.baseAddress, $0.count) } == contents.count
  }

  package static func remove(_ path: String) { _ = unsafe unlink(path) }
}
