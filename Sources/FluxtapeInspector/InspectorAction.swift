package import FluxtapeHistory
package import FluxtapeScreen

/// An event in the inspector.
package enum InspectorAction: Sendable {
  /// What a person asked for.
  case key(KeyPress)
  /// What the program that runs the inspector says.
  case terminal(TerminalEvent)
  /// The answer of an effect.
  case answered(InspectorAnswer)
}

/// What a key means in the current state.
package enum KeyPress: Sendable {
  /// With the count before the key, and the letter that ends it, if any letter does.
  case bound(KeyBinding, count: Int?, letter: Character?)
  case digit(Int)
  /// The beginning of a key sequence.
  case prefix(Key)
  /// Text for the prompt.
  case typed(String)
  case mouse(Key.Mouse)
  case unknown([Key])
}

package enum TerminalEvent: Sendable {
  case resized(Size)
  case messageShown(String, isError: Bool)
  case remembered(InspectorMemory)
  case notesRead(StepNotes, writtenFor: String?)
  case logOpened(isFollowing: Bool, isInputOpen: Bool)
  /// The logs are those of a folder: its runs come first.
  case folderOpened
  case live(LiveNews)
}

package enum InspectorAnswer: Sendable {
  case stepRead(StepDetail)
  case searched(Search.Question, Search.Answer)
  case found(RunQuestion, OpenAnswer.Content)
  case watched(WatchQuestion, [StatePath: Series])
  /// The run of a log to compare with, or why there is none.
  case otherLogOpened(String, FixedRun?, String?)
  /// The names in folders.
  case filesListed([String: [String]])
  case runsRead(RunList)
  /// What checks found, by the index of the run.
  case runsChecked([Int: RunFindings])
  /// A replay's progress in percent, its run, or its failure.
  case replaying(WhatIfQuestion, Int)
  case replayed(WhatIfQuestion, Hypothesis)
  case replayFailed(WhatIfQuestion, String)
  /// `changes` are the changed lines, if the text was another one before the step.
  case textMade(TextRequest, String, changes: String?)
  case listed(ListQuestion, ListedRows)
  /// Sentences about stores, types and paths that a query without a hit names and no step has.
  case namesUnseen(RowFilter, [String])
  /// A sentence about a path at which no step has a value.
  case pathUnseen(String)
  case lastStatesRead(LastStates)
  case sought(RowSeek, RowSeek.Outcome)
  /// The time of the step under the cursor is over; with the number of the wait for it.
  case played(Int)
  /// The logs have news.
  case logRead(LogNews)
  /// The last log can no longer be read at its path; nil if it can again.
  case logMissed(LogAbsence?)
  /// The log is standard input, and it has ended.
  case inputEnded
  case logLost(String)
}

/// A motion from one step to another.
package enum StepMotion: Hashable, Sendable {
  case next, previous
  case nextOfStore, previousOfStore
  case nextOfChain, previousOfChain
  case cause, effect
  case nextProblem, previousProblem
  case nextOfType, previousOfType
  case first, last, percent
}

/// A place in the log as the user types it.
package enum StepAddress: Hashable, Sendable {
  case step(Int)
  /// Relative to the cursor.
  case relativeSteps(Int)
  case line(Int)
  /// Microseconds since midnight (UTC) of the cursor's day.
  case clock(ClockTime)
  /// Microseconds relative to the cursor.
  case relativeTime(Int)
  case percent(Int)
}

/// A motion from one row of a pane to another.
package enum RowMotion: Hashable, Sendable {
  case down, up, halfDown, halfUp, pageDown, pageUp, scrollDown, scrollUp, top, bottom
  /// The next or previous row with a change.
  case nextChange, previousChange
  case centered, atTop, atBottom
}

/// A motion in a tree.
package enum TreeMotion: Hashable, Sendable {
  case parent, nextSibling, previousSibling, firstSibling, lastSibling
  /// Opens a closed container; goes to the first child of an open one.
  case inward
  /// Closes an open container; goes to the parent of anything else.
  case outward
}

package enum FoldChange: Hashable, Sendable {
  case toggled
  case closed, opened
  case siblingsClosed, siblingsOpened
  case siblingsClosedDeep, siblingsOpenedDeep
  case allClosed, allOpened
}

package enum PromptKind: String, Hashable, Sendable {
  case search, filter, command, path, pipe
  /// In the list in front.
  case listSearch, listFilter
}

/// An edit of the line in a prompt.
package enum LineEdit: Hashable, Sendable {
  case typed(String)
  case deletedBackward, deletedForward, deletedWord, deletedAll
  case movedLeft, movedRight, movedToStart, movedToEnd
}
