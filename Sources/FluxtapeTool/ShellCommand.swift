import FluxtapeHistory
import Foundation

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
    var file: TemporaryFile?
    if let input {
      guard let text = try? TemporaryFile(input, named: "input") else { return nil }
      file = text
    }
    // Standard input may be a log that is still being read. Do not share it.
    let path = file?.path ?? (Keyboard.isStandardInput ? nil : "/dev/tty")
    let output = isSilent ? ChildProcess.Stream.nowhere : .shared
    return withExtendedLifetime(file) {
      let process = ChildProcess(
        "/bin/sh", arguments: ["-c", command, "fluxtape"] + arguments, input: path.map { .file($0) } ?? .shared, output: output,
        errors: output)
      guard case .exited(let status)? = process?.wait() else { return nil }
      return status
    }
  }
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
