/// Why the terminal could not be taken over. The terminal is unchanged.
package struct TerminalError: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// Standard output is a file or a pipe.
    case outputIsNoTerminal
    /// Standard input is not a terminal, and the process has no controlling terminal.
    case noKeyboard
    /// Neither this type of terminal nor the fallback is known on this machine.
    case unknownType(String)
    /// A terminal of this type cannot position its cursor.
    case cannotPosition(String)
    /// The process already uses the terminal.
    case alreadyOpen
    /// A system call failed, with this `errno`.
    case system(Int32)
  }

  package let reason: Reason

  init(_ reason: Reason) { self.reason = reason }
}
