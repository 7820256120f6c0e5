package import FluxtapeHistory
package import FluxtapeScreen

/// An event in the inspector: a key binding, a change of the terminal, or an answer of background work.
package enum InspectorAction: Sendable {
  // The terminal.
  case resized(Size)
  case digitTyped(Int)
  case prefixTyped(Key)
  case keyUnknown([Key])
  case redrawAsked, suspendAsked, cancelAsked

  // Moving between steps.
  case stepped(StepMotion, count: Int?)
  case addressEntered(StepAddress)
  case jumpTakenBack, jumpRepeated
  case runChosen(Int)
  case playToggled, playSped(isUp: Bool)
  /// The time of the step under the cursor is over; with the number of the wait for it.
  case played(Int)
  case freezeToggled

  // Inside panes.
  case rowMoved(RowMotion, count: Int?)
  case treeMoved(TreeMotion, count: Int?)
  case folded(FoldChange)
  case paneLeft(by: Int)
  case paneOpened(Pane)
  case zoomed(by: Int)
  case formChanged
  case unchangedToggled
  case scopeToggled
  case rootToggled
  case basePicked
  case pinPlaced

  // Questions about values and about the whole log.
  case blameAsked, changesAsked
  /// An action about the value at a path.
  indirect case valueAsked(at: String, InspectorAction)
  case changeSought(ValueJump)
  case watchToggled, watchesEnded, plotAsked
  case chainAsked, statisticsAsked, bookmarksAsked, runsAsked, problemsAsked
  /// Sort the list of runs; nil is the next order.
  case runsSorted(RunOrder?)
  case filtersAsked, filterEdited, filterRemoved
  /// The index of a filter to turn on or off.
  case filterToggled(Int)
  case bookmarkPlaced(Character), bookmarkSought(Character), bookmarkStepped(forward: Bool)
  /// In the list of marks and notes.
  case bookmarkRemoved, bookmarkEdited
  case noted(String), noteRemoved, noteUndone
  case notesExported(to: String), notesImported(from: String)
  case leftOutToggled, recordedRestored
  case whatIfSaved(to: String)
  case differenceSought(forward: Bool, count: Int?)
  /// Compare the shown run with another one, counted from 1; without a number, with the only other one.
  case comparisonAsked(Int?)
  /// Open a run and compare it with another one, both counted from 1.
  case runsCompared(Int, with: Int)
  /// Compare the shown run with the run of the log at a path.
  case logComparisonAsked(String)
  case divergenceSought(forward: Bool, count: Int?)
  /// The index of a listed difference.
  case divergenceChosen(Int)
  case columnStepped(Int)
  case pauseSought(forward: Bool, seconds: Int?)
  case longPauseSought(forward: Bool, count: Int?)
  case longestPauseSought(rank: Int?)
  case timeFormChanged
  case foldedTo(level: Int)
  case copied(CopyForm), editorAsked, viewerAsked
  case pathEntered(String), queryEntered(PromptKind, String)
  case mouseToggled, clicked(Key.Mouse)
  case remembered(InspectorMemory), notesRead(StepNotes, writtenFor: String?)
  case messageShown(String, isError: Bool)

  // Layers over the panes.
  case helpOpened
  case layerClosed, escaped, quitAsked
  case promptOpened(PromptKind)
  case promptEdited(LineEdit)
  case promptRecalled(by: Int)
  case promptAccepted
  case promptCompleted
  case searchRepeated(forward: Bool, count: Int?), searchCleared
  case floodsToggled

  // Answers of effects.
  case stepRead(StepDetail)
  case searched(Search.Question, Search.Answer)
  case answered(OpenAnswer.Subject, OpenAnswer.Content)
  case watched(WatchQuestion, [WatchedValue: Series])
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
  case textMade(TextRequest.Purpose, String, changes: String?)
  case listed(ListQuestion, ListedRows)
  /// Sentences about stores, types and paths that a query without a hit names and no step has.
  case namesUnseen(RowFilter, [String])
  /// A sentence about a path at which no step has a value.
  case pathUnseen(String)
  case lastStatesRead(LastStates)
  case sought(RowSeek, RowSeek.Outcome)
  case logOpened(isFollowing: Bool, isInputOpen: Bool)
  /// The logs are those of a folder: its runs come first.
  case folderOpened
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
  case clock(Int)
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
  /// In help, or in a value that is shown whole.
  case find
  /// In the list of runs.
  case runSearch, runFilter
}

/// An edit of the line in a prompt.
package enum LineEdit: Hashable, Sendable {
  case typed(String)
  case deletedBackward, deletedForward, deletedWord, deletedAll
  case movedLeft, movedRight, movedToStart, movedToEnd
}
