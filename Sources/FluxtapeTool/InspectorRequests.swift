#if Inspector
import FluxtapeCurses
import FluxtapeInspector
import FluxtapeScreen

/// Carries out the inspector's requests to pass texts to other programs.
struct InspectorRequests {
  let terminal: Terminal
  let inspector: Inspector

  /// Terminals truncate longer texts.
  private static let terminalLimit = 74_000

  // MARK: - Copying

  /// The commands that set the system's clipboard, in order of preference, with the environment variables that they need.
  private static let clipboards: [(command: String, variable: String?, name: String)] = [
    ("tmux load-buffer -w -", "TMUX", "tmux"), ("wl-copy", "WAYLAND_DISPLAY", "wl-copy"),
    ("xclip -selection clipboard", "DISPLAY", "xclip"), ("xsel --clipboard --input", "DISPLAY", "xsel"), ("pbcopy", nil, "pbcopy"),
  ]

  func copy(_ text: String, what: String) {
    for clipboard in Self.clipboards where clipboard.variable.map({ Environment.value($0) != nil }) ?? Self.isApple {
      guard ShellCommand.run(clipboard.command, input: text, isSilent: true) == 0 else { continue }
      return inspector.show(message: "\(what) copied with \(clipboard.name)\(Self.end(for: text))")
    }
    guard text.utf8.count <= Self.terminalLimit else {
      return inspector.show(
        message: "too long for the terminal's clipboard, and no other was found; v opens an editor, | pipes to a command", isError: true)
    }
    terminal.copy(text)
    // The terminal does not report whether it allows this.
    inspector.show(
      message: "\(what) sent to the terminal's clipboard (OSC 52)\(Self.end(for: text)); if pasting fails, the terminal blocks it")
  }

  private static let isApple: Bool = {
    #if canImport(Darwin)
    true
    #else
    false
    #endif
  }()

  /// A short text itself, of a long one its size.
  private static func end(for text: String) -> String {
    let isShort = text.count <= 60 && !text.contains(where: \.isNewline)
    return isShort ? ": " + text.displayed() : text.utf8.count < 1000 ? "" : ", \(text.utf8.count) bytes"
  }

  // MARK: - Other programs

  /// Opens a text in the user's editor, or shows why that failed.
  func edit(_ text: String, name: String) {
    // POSIX systems have 'vi', and a shell says so where it is missing.
    let editor = Environment.value("VISUAL") ?? Environment.value("EDITOR") ?? "vi"
    guard let file = try? TemporaryFile(text, named: name) else {
      return inspector.show(message: "cannot create a temporary file", isError: true)
    }
    let status = withExtendedLifetime(file) { terminal.release { ShellCommand.run(editor + " \"$1\"", [file.path]) } }
    if status == 127 {
      inspector.show(message: "there is no editor '\(editor)': set VISUAL or EDITOR", isError: true)
    } else if status != 0 {
      inspector.show(message: "'\(editor)' failed", isError: true)
    }
  }

  func pipe(_ text: String, into command: String) {
    let status = terminal.release {
      let status = ShellCommand.run(command, input: text)
      StandardOutput.write("\n[\(status.map { "exit status \($0)" } ?? "it could not be run"); Enter goes back]")
      Keyboard.waitForLine()
      return status
    }
    inspector.show(message: "'\(command)' ended with \(status.map(String.init) ?? "a signal")", isError: status != 0)
  }

  // MARK: - Files

  func save(_ run: FixedRun, to path: String) {
    do {
      inspector.show(message: try WhatIfFile.write(run.history, to: path))
    } catch {
      inspector.show(message: "not saved: \((error as? UsageError)?.message ?? "\(error)")", isError: true)
    }
  }
}
#endif
