import CNcurses
import CTerminalRescue
package import FluxtapeScreen

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The terminal of the process as a screen. Shows frames, reads keys, and always restores the terminal.
///
/// ```swift
/// let terminal = try Terminal()
/// defer { terminal.close() }
/// terminal.show(view(state, terminal.size))
/// while let event = terminal.next() { … }
/// ```
///
/// A process has at most one, and one thread uses it; only its ``waker`` is for all threads. On a fatal signal, a handler in C restores the
/// terminal, prints the standard error that was held back, and raises the signal again.
package final class Terminal {
  /// As of the last ``Event/resize(_:)``.
  package internal(set) var size: Size
  /// A notice for the user, such as an unknown type of terminal; nil usually.
  package let notice: String?
  /// Whether the terminal shows Unicode. If not, typeset frames in ASCII.
  package let supportsUnicode: Bool
  /// The number of colors; 0 if there are none, or if `NO_COLOR` is set.
  package let colors: Int
  /// Wakes ``next(deadline:)`` from any thread.
  package let waker: Waker

  let theme: Theme
  /// The background, as far as colors have to be readable on it. A change redraws the screen.
  var background: Theme.Background? {
    didSet {
      guard isOpen, background != oldValue else { return }
      painter = FramePainter(theme: theme, background: background, abilities: painter.abilities)
      redraw()
    }
  }

  /// Whether clicks and the wheel are reported as keys. Then the terminal selects text only with Shift.
  package var reportsMouse = false {
    didSet { if isOpen { Curses.sendSequence(reportsMouse ? Self.mouseOn : Self.mouseOff, to: output) } }
  }

  /// Whether the terminal has not answered yet what its background is.
  var awaitsBackground = false

  let output: Int32
  let input: Int32
  var isOpen = true
  /// The frame on the screen.
  var shown: Frame?
  var painter: FramePainter
  /// Whether the terminal's cursor is visible; nil if unknown.
  var showsCursor: Bool?
  var assembler = KeyAssembler()
  var events: ArraySlice<Event> = []
  var isHungUp = false

  /// Takes over the terminal.
  ///
  /// Reads keys from standard input, or from the controlling terminal if standard input is a pipe. Treats an unknown type of terminal as
  /// `xterm-256color`, with a ``notice``.
  ///
  /// - Parameter background: The terminal's background. Without it, the one that the terminal reports, and until then the one that `COLORFGBG` names.
  package init(theme: Theme = .standard, background: Theme.Background? = nil) throws(TerminalError) {
    output = STDOUT_FILENO
    guard isatty(output) == 1 else { throw TerminalError(.outputIsNoTerminal) }
    guard terminal_rescue_is_armed() == 0 else { throw TerminalError(.alreadyOpen) }
    guard let keyboard = isatty(STDIN_FILENO) == 1 ? STDIN_FILENO : Curses.openKeyboard() else { throw TerminalError(.noKeyboard) }
    input = keyboard
    waker = Waker(pipe: try WakePipe())
    self.theme = theme
    self.background = background ?? Curses.environment("COLORFGBG").flatMap { Theme.Background(environment: $0) }
    supportsUnicode = cncurses_use_locale() != 0
    do throws(TerminalError) {
      notice = try Self.start(output: output, input: keyboard)
    } catch {
      Self.closeKeyboard(keyboard)
      throw error
    }
    colors = Curses.environment("NO_COLOR") == nil ? max(0, Int(cncurses_colors())) : 0
    painter = FramePainter(theme: theme, background: self.background, abilities: Self.abilities(colors: colors))
    size = Size(rows: Int(cncurses_rows()), columns: Int(cncurses_columns()))
    if Curses.environment("ESCDELAY") == nil { set_escdelay(Self.escapeDelay) }
    cncurses_set_modes()
    bindKeys()
    Curses.prepareRescue()
    terminal_rescue_keep_errors()
    terminal_rescue_arm(waker.pipe.writer)
    refresh()  // switches to the alternate screen
    Curses.sendSequence(Self.modesOn, to: output)
    // Ask before drawing: if a terminal prints the unknown question, the first frame overwrites it.
    if Curses.has("smglr") { Curses.sendSequence(Self.marginQuestion, to: output) }
    // The environment may be that of another terminal.
    awaitsBackground = background == nil && colors >= 256
    if awaitsBackground { Curses.sendSequence(Self.backgroundQuestion, to: output) }
  }

  deinit { close() }

  /// Restores the terminal. Does nothing when called again.
  package func close() {
    guard isOpen else { return }
    isOpen = false
    leaveScreen()
    terminal_rescue_disarm()
    Self.closeKeyboard(input)
  }

  /// Restores the previous screen, or clears the screen if the terminal has only one.
  func leaveScreen() {
    Curses.sendSequence(Self.modesOff, to: output)
    if !Curses.has("rmcup") { Curses.send(Curses.string("clear"), to: output) }
    Curses.send(Curses.string("cnorm"), to: output)
    showsCursor = nil
    // The shell would take a late answer for typed text.
    if awaitsBackground { tcflush(input, TCIFLUSH) }
    endwin()
  }
}

extension Terminal {
  /// The milliseconds to wait after ESC for the rest of a sequence. Curses waits 1,000, which feels broken. 25 are enough even over a
  /// network, as a sequence travels in one packet. `ESCDELAY` overrides it.
  static let escapeDelay: Int32 = 25

  /// Bracketed paste.
  static let modesOn = "\u{1B}[?2004h"

  /// Buttons and the wheel, in the form that has no last column (1006). The descriptions of tmux and screen lack that form.
  static let mouseOn = "\u{1B}[?1000h\u{1B}[?1006h"
  static let mouseOff = "\u{1B}[?1000l\u{1B}[?1002l\u{1B}[?1006l"

  /// All forms of mouse reporting, and bracketed paste.
  static let modesOff = mouseOff + "\u{1B}[?2004l"

  /// Starts curses. Returns a notice if it replaced the terminal's type.
  private static func start(output: Int32, input: Int32) throws(TerminalError) -> String? {
    let type = Curses.environment("TERM") ?? "unknown"
    let fallback = "xterm-256color"
    guard terminal_rescue_remember(output) != 0 else { throw TerminalError(.outputIsNoTerminal) }
    var notice: String?
    if !Curses.open(type: type, output: output, input: input) {
      guard Curses.open(type: fallback, output: output, input: input) else { throw TerminalError(.unknownType(type)) }
      notice = "TERM=\(type.displayed()) is not known here; using \(fallback)"
    }
    guard Curses.string("cup").starts(with: "\u{1B}[".utf8) else {
      endwin()
      throw TerminalError(.cannotPosition(type))
    }
    return notice
  }

  private static func closeKeyboard(_ input: Int32) {
    if input != STDIN_FILENO { _ = closeDescriptor(input) }
  }

  /// Asks for support of left and right margins (DECRQM of DECLRMM). A terminal without it answers so, or not at all.
  private static let marginQuestion = "\u{1B}[?69$p"

  /// Asks for the background (OSC 11).
  private static let backgroundQuestion = "\u{1B}]11;?\u{7}"
}

/// `close(2)`, whose name a method of the class hides.
private func closeDescriptor(_ descriptor: Int32) -> Int32 { close(descriptor) }
