#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

// The unsafe expressions here pass names and structures to `posix_spawn`, which reads them during the call only.

extension FileBytes {
  /// The first bytes of gzip files (RFC 1952, section 2.3.1).
  static let packedBeginning: [UInt8] = [0x1F, 0x8B]

  var isPacked: Bool { (try? bytes(at: 0, count: Self.packedBeginning.count)) == Self.packedBeginning }

  /// Unpacks a gzip file into a hidden temporary file. It uses the system's `gzip`, so that readers of logs do not link a library.
  func unpacked(into folder: String) throws(HistoryError) -> FileBytes {
    let output = try Self.unlinkedFile(in: folder, for: path)
    let isDone = (try? withDescriptor { Self.runGzip(from: $0, to: output) }) ?? false
    var status = stat()
    guard isDone, unsafe fstat(output, &status) == 0 else {
      close(output)
      throw HistoryError(.notUnpacked, path: path)
    }
    return FileBytes(path: path, count: Int(status.st_size), descriptor: output, origin: self)
  }

  private static func runGzip(from input: Int32, to output: Int32) -> Bool {
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    #else
    var actions = unsafe posix_spawn_file_actions_t()
    #endif
    guard unsafe posix_spawn_file_actions_init(&actions) == 0 else { return false }
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    unsafe posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    let arguments: [UnsafeMutablePointer<CChar>?] = unsafe [strdup("gzip"), strdup("-dc"), nil]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    var process = pid_t()
    guard lseek(input, 0, SEEK_SET) == 0, unsafe posix_spawnp(&process, "gzip", &actions, nil, arguments, environ) == 0 else {
      return false
    }
    var status = Int32(0)
    let ended = retried { unsafe waitpid(process, &status, 0) }
    return ended == process && status == 0
  }
}
