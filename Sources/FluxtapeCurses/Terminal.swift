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

/// The terminal that the process runs in, taken over as a screen: shows frames, reads keys, and is given back whatever happens.
///
/// ```swift
/// let terminal = try Terminal()
/// defer { terminal.close() }
/// terminal.show(view(state, terminal.size))
/// while let event = terminal.next() { … }
/// ```
///
/// There is one for a process, and one thread uses it; only its ``waker`` is for all. On a fatal signal a handler in C gives the terminal
/// back, prints what was written to standard error meanwhile, and lets the signal take its course.
package final class Terminal {
  /// As of the last ``Event/resize(_:)``.
  package internal(set) var size: Size
  /// What the user should know about the terminal, as that its type was not known; nil where all is well.
  package let notice: String?
  /// Whether characters beyond ASCII can be shown; where not, frames must be typeset in ASCII.
  package let supportsUnicode: Bool
  /// Colours that can be used: 0 where there are none, or where `NO_COLOR` is set.
  package let colors: Int
  /// Wakes ``next(deadline:)`` from any thread.
  package let waker: Waker

  /// How styles look. What is on the screen is painted anew when it changes.
  package var theme: Theme {
    didSet {
      guard isOpen else { return }
      painter = FramePainter(theme: theme, abilities: painter.abilities)
      redraw()
    }
  }

  /// Whether clicks and the wheel come as keys. Off at first: with it on, the terminal's own selection of text does not work.
  package var reportsMouse = false {
    didSet { if isOpen { cncurses_report_mouse(reportsMouse ? 1 : 0) } }
  }

  let output: Int32
  let input: Int32
  var isOpen = true
  /// What the user sees.
  var shown: Frame?
  var painter: FramePainter
  /// Whether the terminal's own cursor is seen; nil where that is not known.
  var showsCursor: Bool?
  var assembler = KeyAssembler()
  var events: ArraySlice<Event> = []
  var isHungUp = false

  /// Takes the terminal over.
  ///
  /// Keys are read from standard input, or from the terminal of the process where that is a pipe. A type of terminal that is not known
  /// here is taken for `xterm-256color`, and the ``notice`` says so.
  package init(theme: Theme = .standard) throws(TerminalError) {
    output = STDOUT_FILENO
    guard isatty(output) == 1 else { throw TerminalError(.outputIsNoTerminal) }
    guard terminal_rescue_is_armed() == 0 else { throw TerminalError(.alreadyOpen) }
    guard let keyboard = isatty(STDIN_FILENO) == 1 ? STDIN_FILENO : Curses.openKeyboard() else { throw TerminalError(.noKeyboard) }
    input = keyboard
    waker = Waker(pipe: try WakePipe())
    self.theme = theme
    supportsUnicode = cncurses_use_locale() != 0
    do throws(TerminalError) {
      notice = try Self.start(output: output, input: keyboard)
    } catch {
      Self.closeKeyboard(keyboard)
      throw error
    }
    colors = Curses.environment("NO_COLOR") == nil ? max(0, Int(cncurses_colors())) : 0
    painter = FramePainter(theme: theme, abilities: Self.abilities(colors: colors))
    size = Size(rows: Int(cncurses_rows()), columns: Int(cncurses_columns()))
    if Curses.environment("ESCDELAY") == nil { set_escdelay(Self.escapeDelay) }
    cncurses_set_modes()
    bindKeys()
    Curses.prepareRescue()
    terminal_rescue_keep_errors()
    terminal_rescue_arm(waker.pipe.writer)
    refresh()  // goes to the screen of its own
    Curses.sendSequence(Self.modesOn, to: output)
    // Before anything is drawn: a terminal that does not know the question and prints it is wiped by the first screen.
    if Curses.has("smglr") { Curses.sendSequence(Self.marginQuestion, to: output) }
  }

  deinit { close() }

  /// Gives the terminal back as it was found. Calling it again does nothing.
  package func close() {
    guard isOpen else { return }
    isOpen = false
    leaveScreen()
    terminal_rescue_disarm()
    Self.closeKeyboard(input)
  }

  /// Leaves the screen as it was before, or blank on a terminal that has but one.
  func leaveScreen() {
    Curses.sendSequence(Self.modesOff, to: output)
    if !Curses.has("rmcup") { Curses.send(Curses.string("clear"), to: output) }
    Curses.send(Curses.string("cnorm"), to: output)
    showsCursor = nil
    endwin()
  }
}

extension Terminal {
  /// Milliseconds that ESC waits for the rest of a key's sequence. Curses waits 1,000, which feels broken; over a network 25 are enough,
  /// as sequences travel in one packet. `ESCDELAY` overrides it.
  static let escapeDelay: Int32 = 25

  /// Bracketed paste.
  static let modesOn = "\u{1B}[?2004h"

  /// The mouse in all its forms, and bracketed paste.
  static let modesOff = "\u{1B}[?1000l\u{1B}[?1002l\u{1B}[?1006l\u{1B}[?2004l"

  /// Starts curses; returns the notice where another type of terminal had to stand in.
  private static func start(output: Int32, input: Int32) throws(TerminalError) -> String? {
    let type = Curses.environment("TERM") ?? "unknown"
    let standIn = "xterm-256color"
    guard terminal_rescue_remember(output) != 0 else { throw TerminalError(.outputIsNoTerminal) }
    var notice: String?
    if !Curses.open(type: type, output: output, input: input) {
      guard Curses.open(type: standIn, output: output, input: input) else { throw TerminalError(.unknownType(type)) }
      notice = "TERM=\(type.displayed()) is not known here, using \(standIn)"
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

  /// Whether there can be margins at the left and at the right (DECRQM of DECLRMM). Terminals that cannot do it answer so, or not at all.
  private static let marginQuestion = "\u{1B}[?69$p"
}

/// `close(2)`, which inside of the class is the name of its own method.
private func closeDescriptor(_ descriptor: Int32) -> Int32 { close(descriptor) }
