#if Inspector
import FluxtapeCurses
import FluxtapeInspector

/// What the inspector asks of the program around it: other programs get its texts.
struct InspectorRequests {
  let terminal: Terminal
  let inspector: Inspector

  /// Longer texts are cut off by terminals that take them at all.
  private static let terminalLimit = 74_000

  // MARK: - Copying

  /// Ways to the clipboard of the system, in the order in which they are tried: the command, and what has to be there for it.
  private static let ways: [(command: String, variable: String?, name: String)] = [
    ("tmux load-buffer -w -", "TMUX", "tmux"), ("wl-copy", "WAYLAND_DISPLAY", "wl-copy"),
    ("xclip -selection clipboard", "DISPLAY", "xclip"), ("xsel --clipboard --input", "DISPLAY", "xsel"), ("pbcopy", nil, "pbcopy"),
  ]

  func copy(_ text: String, what: String) {
    for way in Self.ways where way.variable.map({ Environment.value($0) != nil }) ?? Self.isApple {
      guard ShellCommand.run(way.command, input: text, isSilent: true) == 0 else { continue }
      return inspector.tell("\(what) copied with \(way.name)\(Self.size(text))")
    }
    guard text.utf8.count <= Self.terminalLimit else {
      return inspector.tell("too long for the terminal's clipboard, and no other was found: v opens an editor, | a command", isError: true)
    }
    terminal.copy(text)
    // Whether it is allowed to is the terminal's secret.
    inspector.tell("\(what) sent to the terminal's clipboard (OSC 52)\(Self.size(text)); if pasting fails, the terminal blocks it")
  }

  private static let isApple: Bool = {
    #if canImport(Darwin)
    true
    #else
    false
    #endif
  }()

  private static func size(_ text: String) -> String { text.utf8.count < 1000 ? "" : ", \(text.utf8.count) bytes" }

  // MARK: - Other programs

  func edit(_ text: String, name: String) {
    guard let editor = Environment.value("VISUAL") ?? Environment.value("EDITOR") else {
      return inspector.tell("no editor: set VISUAL or EDITOR", isError: true)
    }
    guard let file = TemporaryText(text, suffix: "-" + name) else {
      return inspector.tell("cannot create a temporary file", isError: true)
    }
    let status = terminal.release { ShellCommand.run(editor + " \"$1\"", [file.path]) }
    if status != 0 { inspector.tell("'\(editor)' failed", isError: true) }
  }

  func pipe(_ text: String, into command: String) {
    let status = terminal.release {
      let status = ShellCommand.run(command, input: text)
      StandardOutput.write("\n[\(status.map { "exit status \($0)" } ?? "it could not be run"); Enter goes back]")
      Keyboard.waitForLine()
      return status
    }
    inspector.tell("'\(command)' ended with \(status.map(String.init) ?? "a signal")", isError: status != 0)
  }
}
#endif
