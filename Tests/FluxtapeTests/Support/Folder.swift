import Foundation

/// A temporary folder for a test, deleted at the end.
final class Folder: Sendable {
  let url = FileManager.default.temporaryDirectory.appending(path: "fluxtape-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
  /// A folder that does not exist.
  init(missing: Void) {}
  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appending(path: name).path }
  func remove(_ name: String) throws { try FileManager.default.removeItem(at: url.appending(path: name)) }
  func bytes(_ name: String) throws -> [UInt8] { try [UInt8](Data(contentsOf: url.appending(path: name))) }
  func size(_ name: String) -> Int {
    var status = stat()
    return unsafe stat(path(name), &status) == 0 ? Int(status.st_size) : 0
  }
  func write(_ text: String, to name: String) throws { try Data(text.utf8).write(to: url.appending(path: name)) }
  /// The identity of the file: its inode and device.
  func identity(_ name: String) -> [UInt64]? {
    let descriptor = unsafe open(path(name), O_RDONLY)
    defer { close(descriptor) }
    return Self.identity(of: descriptor)
  }
  static func identity(of descriptor: Int32) -> [UInt64]? {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 ? [UInt64(truncatingIfNeeded: status.st_dev), UInt64(status.st_ino)] : nil
  }
  var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted() }
}
