package import FluxtapeLiveWire

/// What the reducer requests, as a value.
package enum InspectorEffect: Sendable {
  /// Slow work, whose answers are actions.
  case work(InspectorWork)
  /// Cancel the work of these lanes.
  case stop([InspectorWork.Lane])
  /// Check the logs until there are news; the answers are ``InspectorAnswer/logRead(_:)``, ``InspectorAnswer/logMissed(_:)`` and
  /// ``InspectorAnswer/inputEnded``.
  case checkLog(LogCheck)
  /// Replay the run without some actions; the answers are ``InspectorAnswer/replaying(_:_:)``, ``InspectorAnswer/replayed(_:_:)`` and
  /// ``InspectorAnswer/replayFailed(_:_:)``.
  case replay(WhatIfQuestion)
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
  /// Send a command to the running app; the answer is ``LiveNews``.
  case live(LiveCommand)
}
