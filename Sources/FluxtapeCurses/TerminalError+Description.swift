extension TerminalError: CustomStringConvertible {
  /// What is wrong, and what to do.
  package var description: String {
    switch reason {
    case .outputIsNoTerminal: "standard output is not a terminal"
    case .noKeyboard: "there is no terminal to read keys from"
    case .unknownType(let type): "the terminal type '\(type)' is not known here; try TERM=xterm-256color"
    case .cannotPosition(let type): "a terminal of type '\(type)' cannot show a screen; try TERM=xterm-256color"
    case .alreadyOpen: "the terminal is in use by this process already"
    case .system(let number): "cannot take over the terminal (error \(number))"
    }
  }
}
