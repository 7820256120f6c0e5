#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

extension FileBytes {
  /// Unpacks a file into a hidden temporary file. It uses the programs of the system, so that readers of logs do not link a library.
  ///
  /// Logs pack to about a tenth. A file that packs to a thousandth holds nothing but repetition, and fills the disk.
  func unpacked(_ packing: Packing, into folder: String) throws(HistoryError) -> FileBytes {
    let program = packing.name
    guard !packing.isArchive else { throw HistoryError(.archive(form: program, command: packing.command), path: path) }
    let limit = 100 << 20 + 100 * count
    var isDone = false
    let unpacked = try FileBytes(named: path, madeOf: self, into: folder) { (write) throws(HistoryError) in
      let child = try? withDescriptor { input in
        lseek(input, 0, SEEK_SET) == 0
          ? ChildProcess(program, arguments: ["-dc"], input: .descriptor(input), output: .pipe, errors: .nowhere) : nil
      }
      guard let child else { return }
      var left = limit
      while let block = child.transfer().output {
        left -= block.count
        guard left >= 0 else { throw HistoryError(.unpacksTooFar(program: program, limit: limit), path: path) }
        try write(block)
      }
      isDone = child.wait() == .exited(status: 0)
    }
    guard isDone else { throw HistoryError(.notUnpacked(program: program), path: path) }
    // An archive that was packed as a whole.
    if let inner = unpacked.packing, inner.isArchive { return try unpacked.unpacked(inner, into: folder) }
    return unpacked
  }
}
