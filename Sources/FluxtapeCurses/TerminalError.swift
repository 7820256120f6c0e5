/// Why the terminal could not be taken over. Nothing of it has changed then.
package struct TerminalError: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// Standard output is a file or a pipe.
    case outputIsNoTerminal
    /// Standard input is no terminal, and the process has no other to read keys from.
    case noKeyboard
    /// Neither this type of terminal nor the one tried instead is known on this machine.
    case unknownType(String)
    /// A terminal of this type cannot place its cursor.
    case cannotPosition(String)
    /// It is taken already; there is one for a process.
    case alreadyOpen
    /// The system refused what is needed to wake the reader; `errno`.
    case system(Int32)
  }

  package let reason: Reason

  init(_ reason: Reason) { self.reason = reason }
}
