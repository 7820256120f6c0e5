import CNcurses
import CTerminalRescue
import FluxtapeScreen

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

extension Terminal {
  /// Sends a text to the terminal's clipboard (OSC 52, xterm's control sequences). Many terminals block it, and none reports success.
  package func copy(_ text: String) {
    guard isOpen else { return }
    // Curses has no unsent output here, so this cannot split another sequence.
    Curses.sendSequence("\u{1B}]52;c;\(Base64.encoded(Array(text.utf8)))\u{07}", to: output)
  }

  /// Stops the process as Ctrl-Z does. Returns when it is continued, with the screen restored.
  ///
  /// Stops the whole job, as the terminal's driver would: a `cat` that feeds this process stops too.
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

  /// Releases the terminal while `body` runs, for a program such as an editor.
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

  /// Takes over the terminal again.
  func resume() {
    guard isOpen else { return }
    reset_prog_mode()
    refresh()
    Curses.sendSequence(Self.modesOn, to: output)
    Curses.sendSequence(reportsMouse ? Self.mouseOn : Self.mouseOff, to: output)
    // The terminal may have another size than when the program was suspended; the next frame fits then.
    if cncurses_follow_size(output) != 0 { updateSize() } else { redraw() }
  }
}
