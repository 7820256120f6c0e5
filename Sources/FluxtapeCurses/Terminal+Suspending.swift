import CNcurses
import CTerminalRescue

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

extension Terminal {
  /// Hands a text to the terminal for its clipboard (OSC 52, xterm's control sequences). Many terminals do not allow it, and none answers.
  package func copy(_ text: String) {
    guard isOpen else { return }
    // Between two screens: curses has sent all that it had to send.
    Curses.sendSequence("\u{1B}]52;c;\(Base64.encoded(text.utf8))\u{07}", to: output)
  }

  /// Stops the process as Ctrl-Z does elsewhere, and returns when it is continued, with the screen as it was.
  ///
  /// The whole job stops, as it would if the terminal's driver had read the key: a `cat` that feeds us stops with us.
  package func suspend() {
    guard isOpen else { return }
    release {
      let handler = signal(SIGTSTP, SIG_IGN)
      kill(0, SIGTSTP)
      signal(SIGTSTP, SIG_DFL)
      raise(SIGTSTP)  // stops here
      signal(SIGTSTP, handler)
    }
  }

  /// Gives the terminal back while `body` runs, for a program that uses it, such as an editor.
  package func release<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    guard isOpen else { return try body() }
    leaveScreen()
    terminal_rescue_set_armed(0)
    defer {
      terminal_rescue_set_armed(1)
      for reason in waker.pipe.drain() where reason != WakePipe.continued { waker.pipe.write(reason) }
      resume()
    }
    return try body()
  }

  /// Takes the terminal over again, whatever it has been used for meanwhile.
  func resume() {
    guard isOpen else { return }
    reset_prog_mode()
    refresh()
    Curses.sendSequence(Self.modesOn, to: output)
    cncurses_report_mouse(reportsMouse ? 1 : 0)
    redraw()
  }
}
