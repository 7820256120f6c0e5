import Fluxtape

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

// The unsafe code passes paths to system calls. Sound, since each path outlives its call.

extension PosixFile {
  /// Creates the folder and its missing parents.
  static func makeFolders(_ path: String) {
    for end in path.utf8.indices.dropFirst() where path.utf8[end] == UInt8(ascii: "/") { makeFolder(String(path[..<end])) }
    makeFolder(path)
  }

  /// Deletes the folder at `path` with everything in it. Does not follow symbolic links.
  static func removeFolder(_ path: String) {
    guard case .other(.folder) = occupant(of: path) else { return }
    for name in names(inFolder: path) where name != "." && name != ".." {
      let inside = path + "/" + name
      // `unlink` fails for folders.
      if unsafe unlink(inside) != 0 { removeFolder(inside) }
    }
    _ = unsafe rmdir(path)
  }

  /// Renames the folder at `path`, if there is one. It stays where it is if `newPath` is occupied.
  static func moveFolder(_ path: String, to newPath: String) { _ = unsafe rename(path, newPath) }
}
