import Foundation

/// The file of a baseline: makes one `write` call for each piece of data, as a recorder does, and nothing else.
///
/// The unsafe expressions here pass a buffer's own address and length to `write`, which only reads it during the call.
final class PlainFile {
  private let handle: FileHandle
  private var written = 0

  init(at path: String) throws {
    guard FileManager.default.createFile(atPath: path, contents: nil), let handle = FileHandle(forWritingAtPath: path) else {
      throw BenchmarkError("no file can be made at \(path)")
    }
    self.handle = handle
    // The file needs no name: nobody opens it again, and it disappears with its descriptor.
    try FileManager.default.removeItem(atPath: path)
  }

  deinit { try? handle.close() }

  func write(_ data: Data) throws {
    // A long run must not fill the disk.
    if written > Self.mostBytes {
      try handle.truncate(atOffset: 0)
      written = 0
    }
    let count = unsafe data.withUnsafeBytes { unsafe Foundation.write(handle.fileDescriptor, $0.baseAddress, $0.count) }
    guard count == data.count else { throw BenchmarkError("a file of a baseline took \(count) of \(data.count) bytes") }
    written += count
  }

  private static let mostBytes = 256 << 20
}
