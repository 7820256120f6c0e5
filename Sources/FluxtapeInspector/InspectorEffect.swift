/// What the reducer asks the outside for, as a value.
package enum InspectorEffect: Sendable {
  /// Read a step; the answer is ``InspectorAction/stepRead(_:)``.
  case readStep(StepDetail.Question)
  /// Look at the logs until something is new; the answers are ``InspectorAction/logRead(_:)``, ``InspectorAction/logMissed(_:)`` and
  /// ``InspectorAction/inputEnded``.
  case lookAtLog(LogLook)
  case stopLooking
  /// Find rows; answers are ``InspectorAction/searched(_:_:)``.
  case search(Search.Question)
  case stopSearching
  /// Find the rows to list; the answer is ``InspectorAction/listed(_:_:)``.
  case list(ListQuestion)
  /// Find the next row of some kind; the answer is ``InspectorAction/sought(_:_:)``.
  case seek(RowSeek)
  /// Keep states, so that others are near them.
  case makeCheckpoints(run: Int)
  /// Find who wrote a value, or where it changed; answers are ``InspectorAction/blamed(_:_:_:)`` and
  /// ``InspectorAction/valueChanged(_:_:_:)``.
  case readBlame(ValueQuestion), readChanges(ValueQuestion)
  case readWatches(WatchQuestion)
  case readStatistics(run: Int)
  case stopAsking
  /// Make the run anew without some steps; the answers are ``InspectorAction/replaying(_:_:)``, ``InspectorAction/replayed(_:_:)`` and
  /// ``InspectorAction/replayFailed(_:_:)``.
  case replay(WhatIfQuestion)
  case stopReplaying
  /// The answer is ``InspectorAction/textMade(_:_:changes:)``.
  case makeText(TextRequest)
  case terminal(TerminalRequest)
}

/// What the inspector wants of the program that runs it.
package enum TerminalRequest: Hashable, Sendable {
  /// Leave the inspector.
  case quit
  /// Give the terminal back and stop, as Ctrl-Z does everywhere.
  case suspend
  /// Draw the whole screen again, whatever is believed to be on it.
  case redraw
  /// Put a text where other programs paste it from, and ``Inspector/tell(_:isError:)`` whether that went well.
  case copy(String, what: String)
  /// Open a text in the user's editor; what is changed there goes nowhere.
  case edit(String, name: String)
  /// Hand a text to a command of the shell, and show what it prints.
  case pipe(String, command: String)
  /// Keep a text for the next time that this log is opened.
  case remember(String)
  /// Append a line to the log's marks and notes, and ``Inspector/recallNotes(_:)`` what they are then.
  case keepNote(String)
  /// ``Inspector/recallNotes(_:)`` what the log's marks and notes are by now.
  case readNotes
  /// Let clicks and the wheel come as keys, or no longer.
  case reportMouse(Bool)
}
