/// What the reducer asks the outside for, as a value.
package enum InspectorEffect: Sendable {
  /// Read a step; the answer is ``InspectorAction/stepRead(_:)``.
  case readStep(StepDetail.Question)
  case terminal(TerminalRequest)
}

/// What the inspector wants of the program that runs it.
public enum TerminalRequest: Hashable, Sendable {
  /// Leave the inspector.
  case quit
  /// Give the terminal back and stop, as Ctrl-Z does everywhere.
  case suspend
  /// Draw the whole screen again, whatever is believed to be on it.
  case redraw
}
