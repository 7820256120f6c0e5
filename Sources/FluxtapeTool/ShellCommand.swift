#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

// The unsafe expressions here pass names and structures to `posix_spawn`, which reads them only during the call.

/// Runs shell commands.
enum ShellCommand {
  /// Runs `/bin/sh -c command` and waits for its end.
  ///
  /// - Parameters:
  ///   - arguments: `$1` and so on.
  ///   - input: Its standard input; nil for the terminal.
  ///   - isSilent: Whether to discard its output.
  /// - Returns: Its exit status; nil if it could not be started or ended by a signal.
  static func run(_ command: String, _ arguments: [String] = [], input: String? = nil, isSilent: Bool = false) -> Int32? {
    var file: TemporaryText?
    if let input {
      guard let text = TemporaryText(input, suffix: "") else { return nil }
      file = text
    }
    return spawn(["sh", "-c", command, "fluxtape"] + arguments, inputPath: file?.path, isSilent: isSilent)
  }

  private static func spawn(_ words: [String], inputPath: String?, isSilent: Bool) -> Int32? {
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    #else
    var actions = unsafe posix_spawn_file_actions_t()
    #endif
    guard unsafe posix_spawn_file_actions_init(&actions) == 0 else { return nil }
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    // Standard input may be a log that is still being read. Do not share it.
    if let inputPath = inputPath ?? (Keyboard.isStandardInput ? nil : "/dev/tty") {
      unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, inputPath, O_RDONLY, 0)
    }
    if isSilent {
      for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
        unsafe posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
      }
    }
    let arguments: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    var process = pid_t()
    guard unsafe posix_spawn(&process, "/bin/sh", &actions, nil, arguments, environ) == 0 else { return nil }
    var status = Int32(0)
    while unsafe waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { return nil }
    }
    return status & 0x7F == 0 ? status >> 8 & 0xFF : nil
  }
}

/// A temporary file with a text. It is deleted with this object.
final class TemporaryText {
  let path: String

  /// Returns nil if the file cannot be created.
  init?(_ text: String, suffix: String) {
    let folder = Environment.value("TMPDIR") ?? "/tmp"
    let name = "\(folder)/fluxtape-\(getpid())-\(UInt64.random(in: 0...UInt64.max))\(suffix)"
    do throws(UsageError) { try OutputFile.write(Array(text.utf8), to: name, .new) } catch { return nil }
    path = name
  }

  /// Returns the text as another program left it.
  ///
  /// - Throws: ``UsageError`` if the file cannot be read.
  func read() throws(UsageError) -> String { try TextFile.read(path) }

  deinit { _ = unsafe unlink(path) }
}

enum Environment {
  /// Returns a variable; nil if it is empty.
  static func value(_ name: String) -> String? {
    // Sound: the result of `getenv` is copied at once, and nothing here changes the environment.
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }
}
