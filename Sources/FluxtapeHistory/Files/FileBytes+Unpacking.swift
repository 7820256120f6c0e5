#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

// The unsafe expressions here pass names and structures to `posix_spawn`, `pipe` and `waitpid`, which use them during the call only.

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
      guard let (gzip, output) = (try? withDescriptor { Self.startGzip(from: $0) }) ?? nil else { return }
      defer {
        // Without a reader, `gzip` ends.
        close(output)
        isDone = Self.hasSucceeded(gzip)
      }
      var (block, left) = ([UInt8](), limit)
      while true {
        try Self.readSome(of: output, into: &block, atMost: 1 << 16)
        guard !block.isEmpty else { break }
        left -= block.count
        guard left >= 0 else { throw HistoryError(.unpacksTooFar(limit: limit), path: path) }
        try write(block)
      }
    }
    guard isDone else { throw HistoryError(.notUnpacked, path: path) }
    return unpacked
  }

  /// Starts `gzip`, and returns it with the pipe that it writes to.
  private static func startGzip(from input: Int32) -> (process: pid_t, output: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[1]) }
    guard let process = spawnGzip(from: input, to: ends[1]) else {
      close(ends[0])
      return nil
    }
    return (process, ends[0])
  }

  private static func hasSucceeded(_ process: pid_t) -> Bool {
    var status = Int32(0)
    let ended = retried { unsafe waitpid(process, &status, 0) }
    return ended == process && status == 0
  }

  private static func spawnGzip(from input: Int32, to output: Int32) -> pid_t? {
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    #else
    var actions = unsafe posix_spawn_file_actions_t()
    #endif
    guard unsafe posix_spawn_file_actions_init(&actions) == 0 else { return nil }
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    unsafe posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    let arguments: [UnsafeMutablePointer<CChar>?] = unsafe [strdup("gzip"), strdup("-dc"), nil]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    var process = pid_t()
    guard lseek(input, 0, SEEK_SET) == 0, unsafe posix_spawnp(&process, "gzip", &actions, nil, arguments, environ) == 0 else {
      return nil
    }
    return process
  }
}
