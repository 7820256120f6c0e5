/// What the reducer asks the outside for, as a value.
package enum InspectorEffect: Sendable {
  /// Read a step; the answer is ``InspectorAction/stepRead(_:)``.
  case readStep(StepDetail.Question)
  /// Look at the logs; the answer is ``InspectorAction/logRead(_:)``, or ``InspectorAction/logStood``.
  case lookAtLog(run: Int, isFirst: Bool)
  /// Find rows; answers are ``InspectorAction/searched(_:_:)``.
  case search(Search.Question)
  case stopSearching
  /// Find the rows to list; the answer is ``InspectorAction/listed(_:_:)``.
  case list(ListQuestion)
  /// Find the next row of some kind; the answer is ``InspectorAction/sought(_:_:)``.
  case seek(RowSeek)
  /// Keep states, so that others are near them.
  case makeCheckpoints(run: Int)
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
