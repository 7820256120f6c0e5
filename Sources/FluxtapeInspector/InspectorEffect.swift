/// Work that the reducer requests, as a value.
package enum InspectorEffect: Sendable {
  /// Read a step; the answer is ``InspectorAnswer/stepRead(_:)``.
  case readStep(StepDetail.Question)
  /// Check the logs until there are news; the answers are ``InspectorAnswer/logRead(_:)``, ``InspectorAnswer/logMissed(_:)`` and
  /// ``InspectorAnswer/inputEnded``.
  case checkLog(LogCheck)
  /// Find rows; answers are ``InspectorAnswer/searched(_:_:)``.
  case search(Search.Question)
  /// Filter the rows of the timeline; the answer is ``InspectorAnswer/listed(_:_:)``.
  case list(ListQuestion)
  /// Look for names in a query that no step has; the answer, if there are some, is ``InspectorAnswer/namesUnseen(_:_:)``.
  case readUnseenNames(RowFilter, of: FixedRun)
  /// Look for a path; the answer, if no step has a value there, is ``InspectorAnswer/pathUnseen(_:)``.
  case readUnseenPath(String, of: FixedRun)
  /// Read the last states of a run; the answer is ``InspectorAnswer/lastStatesRead(_:)``.
  case readLastStates(run: Int)
  /// Find the next row of some kind; the answer is ``InspectorAnswer/sought(_:_:)``.
  case seek(RowSeek)
  /// Keep states in memory, from which others are computed quickly.
  case makeCheckpoints(run: Int)
  /// The answer is ``InspectorAnswer/found(_:_:)``.
  case answer(OpenAnswer.Subject)
  case readWatches(WatchQuestion)
  /// List the names in folders; the answer is ``InspectorAnswer/filesListed(_:)``.
  case listFiles([String])
  /// Open a log to compare its run; the answer is ``InspectorAnswer/otherLogOpened(_:_:_:)``.
  ///
  /// If there is no such file, the path is tried relative to that log's folder.
  case openOtherLog(String, beside: String?)
  /// Find out how all runs ended; the answer is ``InspectorAnswer/runsRead(_:)``.
  case readRuns
  /// Check runs in this order; the answers are ``InspectorAnswer/runsChecked(_:)``.
  case checkRuns([Int])
  /// Replay the run without some actions; the answers are ``InspectorAnswer/replaying(_:_:)``, ``InspectorAnswer/replayed(_:_:)`` and
  /// ``InspectorAnswer/replayFailed(_:_:)``.
  case replay(WhatIfQuestion)
  /// Wait some microseconds; the answer is ``InspectorAnswer/played(_:)``.
  case play(Int, after: Int)
  /// The answer is ``InspectorAnswer/textMade(_:_:changes:)``.
  case makeText(TextRequest)
  /// Cancel the work of these lanes.
  case stop([InspectorWork.Lane])
  case terminal(TerminalRequest)
}

/// A request to the program that runs the inspector.
package enum TerminalRequest: Hashable, Sendable {
  /// Leave the inspector.
  case quit
  /// Restore the terminal and suspend the program, as Ctrl-Z does everywhere.
  case suspend
  /// Redraw the whole screen.
  case redraw
  /// Copy a text to the clipboard, and ``Inspector/show(message:isError:)`` the outcome.
  case copy(String, what: String)
  /// Open a text in the user's editor. Changes are discarded.
  case edit(String, name: String)
  /// Write a run to a new file: as a test if its name ends in `.swift`, else as a log. ``Inspector/show(message:isError:)`` the outcome.
  case save(FixedRun, to: String)
  /// Pipe a text to a shell command, and show its output.
  case pipe(String, command: String)
  /// Store a text for the next time that this log is opened.
  case remember(String)
  /// Append a line to the log's marks and notes, then ``Inspector/recallNotes(_:)`` all of them.
  case keepNote(String)
  /// Read the log's marks and notes again, and ``Inspector/recallNotes(_:)`` them.
  case readNotes
  /// Write the log's marks and notes to a file, to hand them over, and ``Inspector/show(message:isError:)`` the outcome.
  case exportNotes(to: String)
  /// Add the marks and notes of such a file, then ``Inspector/recallNotes(_:)`` all of them and show the outcome.
  case importNotes(from: String)
  /// Turn the reporting of clicks and the wheel on or off.
  case reportMouse(Bool)
}
