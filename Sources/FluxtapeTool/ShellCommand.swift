#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

// The unsafe expressions here hand names and structures to `posix_spawn`, which reads them during the call.

/// A command of the shell that gets a text, as the user typed it or as the environment names it.
enum ShellCommand {
  /// Runs `/bin/sh -c command` to its end.
  ///
  /// - Parameters:
  ///   - arguments: `$1` and so on.
  ///   - input: What it reads; nil is the terminal.
  ///   - isSilent: Whether what it prints goes nowhere.
  /// - Returns: Its exit status, or nil where it could not be started or did not end by itself.
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
    // Standard input may be a log that is still being read: nothing of it is for others.
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

/// A text in a file that is gone when it is no longer needed.
final class TemporaryText {
  let path: String

  /// - Returns: nil where no file can be made.
  init?(_ text: String, suffix: String) {
    let folder = Environment.value("TMPDIR") ?? "/tmp"
    let name = "\(folder)/fluxtape-\(getpid())-\(UInt64.random(in: 0...UInt64.max))\(suffix)"
    do throws(UsageError) { try OutputFile.write(Array(text.utf8), to: name, .new) } catch { return nil }
    path = name
  }

  deinit { _ = unsafe unlink(path) }
}

enum Environment {
  /// A variable; an empty one counts as none.
  static func value(_ name: String) -> String? {
    // Sound: what `getenv` returns is copied at once, and nothing here changes the environment.
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }
}
