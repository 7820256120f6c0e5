#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension FileBytes {
  /// Bytes that are taken from the pipe at once.
  private static let spoolBlock = 1 << 20

  /// Keeps everything that `input` still has to give in a temporary file, which nobody else sees and which is gone with the
  /// last reference to it. `input` stays open.
  convenience init(spooling input: Int32, into folder: String) throws(HistoryError) {
    let path = LogFile.standardInputPath
    let descriptor = try Self.unlinkedFile(in: folder, for: path)
    do {
      try self.init(path: path, count: Self.copy(input, to: descriptor), descriptor: descriptor)
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// Keeps what `body` writes in a temporary file, which is called `path` and which nobody else sees.
  ///
  /// - Parameter origin: What it is made of, if that is a file.
  convenience init(
    named path: String, madeOf origin: FileBytes? = nil, into folder: String,
    _ body: (([UInt8]) throws(HistoryError) -> Void) throws(HistoryError) -> Void
  ) throws(HistoryError) {
    let spool = try Spool(named: path, into: folder)
    try body(spool.write)
    try self.init(reading: spool, madeOf: origin)
  }

  /// What was written to a spool.
  convenience init(reading spool: Spool, madeOf origin: FileBytes? = nil) throws(HistoryError) {
    let descriptor = dup(spool.descriptor)
    guard descriptor >= 0 else { throw HistoryError(.notSpooled(code: errno), path: spool.path) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    self.init(path: spool.path, count: spool.count, descriptor: descriptor, origin: origin)
  }

  /// A temporary file that nobody else sees, while it is written.
  final class Spool {
    let path: String
    private(set) var count = 0
    fileprivate let descriptor: Int32

    init(named path: String, into folder: String) throws(HistoryError) {
      self.path = path
      descriptor = try FileBytes.unlinkedFile(in: folder, for: path)
    }

    deinit { close(descriptor) }

    func write(_ bytes: [UInt8]) throws(HistoryError) {
      if let code = SystemOutput.write(bytes[...], to: descriptor) { throw HistoryError(.notSpooled(code: code), path: path) }
      count += bytes.count
    }
  }

  /// The folder that the system names for temporary files.
  static var temporaryFolder: String {
    // Sound: `getenv` returns a terminated text, which is copied at once.
    let named = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? ""
    return named.isEmpty ? "/tmp" : named
  }

  static func unlinkedFile(in folder: String, for path: String) throws(HistoryError) -> Int32 {
    var template = Array("\(folder)/fluxtape-XXXXXX".utf8CString)
    // Sound: `mkstemp` changes the last six characters of the terminated text, and `unlink` reads it.
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

  private static func copy(_ input: Int32, to output: Int32) throws(HistoryError) -> Int {
    let path = LogFile.standardInputPath
    var buffer = [UInt8](repeating: 0, count: spoolBlock)
    var total = 0
    while true {
      // Sound: the call stays within the buffer, whose length it is told.
      let received = unsafe buffer.withUnsafeMutableBytes { bytes in
        retried { unsafe read(input, bytes.baseAddress, bytes.count) }
      }
      guard received >= 0 else { throw HistoryError(reason(errno), path: path) }
      if received == 0 { return total }
      if let code = SystemOutput.write(buffer[..<received], to: output) { throw HistoryError(.notSpooled(code: code), path: path) }
      total += received
    }
  }
}
