#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

extension FileBytes {
  /// The first bytes of gzip files (RFC 1952, section 2.3.1).
  static let packedBeginning: [UInt8] = [0x1F, 0x8B]

  var isPacked: Bool { (try? bytes(at: 0, count: Self.packedBeginning.count)) == Self.packedBeginning }

  /// Unpacks a gzip file into a hidden temporary file. It uses the system's `gzip`, so that readers of logs do not link a library.
  ///
  /// Logs pack to about a tenth. A file that packs to a thousandth holds nothing but repetition, and fills the disk.
  func unpacked(into folder: String) throws(HistoryError) -> FileBytes {
    let limit = 100 << 20 + 100 * count
    var isDone = false
    let unpacked = try FileBytes(named: path, madeOf: self, into: folder) { (write) throws(HistoryError) in
      let gzip = try? withDescriptor { input in
        lseek(input, 0, SEEK_SET) == 0
          ? ChildProcess("gzip", arguments: ["-dc"], input: .descriptor(input), output: .pipe, errors: .nowhere) : nil
      }
      guard let gzip else { return }
      var left = limit
      while let block = gzip.transfer().output {
        left -= block.count
        guard left >= 0 else { throw HistoryError(.unpacksTooFar(limit: limit), path: path) }
        try write(block)
      }
      isDone = gzip.wait() == .exited(status: 0)
    }
    guard isDone else { throw HistoryError(.notUnpacked, path: path) }
    return unpacked
  }
}
