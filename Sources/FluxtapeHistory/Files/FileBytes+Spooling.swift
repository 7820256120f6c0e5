#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

import FluxtapeLocking

extension FileBytes {
  /// The number of bytes to read from the pipe at once.
  private static let spoolBlock = 1 << 20

  /// Copies the rest of `input` to a hidden temporary file, which is deleted with the last reference. `input` stays open.
  convenience init(spooling input: Int32, into folder: String) throws(HistoryError) {
    try self.init(named: LogFile.standardInputPath, into: folder) { (write) throws(HistoryError) in
      var block: [UInt8] = []
      while true {
        try Self.readSome(of: input, into: &block, atMost: Self.spoolBlock)
        guard !block.isEmpty else { break }
        try write(block)
      }
    }
  }

  /// Stores what `body` writes in a hidden temporary file that is called `path`.
  ///
  /// - Parameter origin: The file that the contents were made from, if any.
  convenience init(
    named path: String, madeOf origin: FileBytes? = nil, into folder: String,
    _ body: (([UInt8]) throws(HistoryError) -> Void) throws(HistoryError) -> Void
  ) throws(HistoryError) {
    let spool = try Spool(named: path, into: folder)
    try body(spool.write)
    try self.init(reading: spool, madeOf: origin)
  }

  /// Opens the bytes that were written to a spool.
  convenience init(reading spool: Spool, madeOf origin: FileBytes? = nil, lineNumbers: LineNumbers? = nil) throws(HistoryError) {
    self.init(path: spool.path, count: spool.count, descriptor: try spool.duplicate(), origin: origin, lineNumbers: lineNumbers)
  }

  /// A hidden temporary file that is being written.
  final class Spool: Sendable {
    let path: String
    private let written = Locked(0)
    private let descriptor: Int32

    var count: Int { written.withLock { $0 } }

    init(named path: String, into folder: String) throws(HistoryError) {
      self.path = path
      descriptor = try FileBytes.unlinkedFile(in: folder, for: path)
    }

    deinit { close(descriptor) }

    func write(_ bytes: [UInt8]) throws(HistoryError) {
      if let code = SystemOutput.write(bytes[...], to: descriptor) { throw HistoryError(.notSpooled(code: code), path: path) }
      written.withLock { $0 += bytes.count }
    }

    /// A descriptor for reading the same file.
    func duplicate() throws(HistoryError) -> Int32 {
      let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
      guard copy >= 0 else { throw HistoryError(.notSpooled(code: errno), path: path) }
      return copy
    }
  }

  /// The folder that the system names for temporary files.
  static var temporaryFolder: String {
    // Sound: `getenv` returns a terminated string, which is copied at once.
    let named = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? ""
    return named.isEmpty ? "/tmp" : named
  }

  static func unlinkedFile(in folder: String, for path: String) throws(HistoryError) -> Int32 {
    var template = Array("\(folder)/fluxtape-XXXXXX".utf8CString)
    // Sound: `mkstemp` changes the last six characters of the terminated string, and `unlink` reads it.
    let descriptor = unsafe template.withUnsafeMutableBufferPointer { name -> Int32 in
      guard let start = name.baseAddress else { return -1 }
      let descriptor = unsafe mkstemp(start)
      if descriptor >= 0 { unsafe unlink(start) }
      return descriptor
    }
    guard descriptor >= 0 else { throw HistoryError(.notSpooled(code: errno), path: path) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return descriptor
  }

  /// Reads the available bytes of `input`, and waits for the first one; empty at the end.
  static func readSome(of input: Int32, into block: inout [UInt8], atMost count: Int) throws(HistoryError) {
    var failure: Int32?
    // Sound: at most `count` bytes are written, and their number is set.
    block = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      let received = retried { unsafe read(input, buffer.baseAddress, count) }
      if received < 0 { failure = errno }
      filled = max(0, received)
    }
    if let failure { throw HistoryError(reason(failure), path: LogFile.standardInputPath) }
  }
}
