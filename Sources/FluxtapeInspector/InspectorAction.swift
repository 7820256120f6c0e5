package import FluxtapeHistory
package import FluxtapeReports
package import FluxtapeScreen

/// What happens to the inspector: what a key meant, what the terminal did, what was read.
package enum InspectorAction: Sendable {
  // The terminal.
  case resized(Size)
  case digitTyped(Int)
  case prefixTyped(Key)
  case keyUnknown([Key])
  case redrawAsked, suspendAsked, cancelAsked

  // Between steps.
  case stepped(StepMotion, count: Int?)
  case addressEntered(StepAddress)
  case jumpTakenBack, jumpRepeated
  case runChosen(Int)
  case freezeToggled

  // Inside of panes.
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
  /// A question about the value at a path.
  indirect case valueAsked(at: String, InspectorAction)
  case changeSought(ValueJump)
  case watchToggled, watchesEnded, plotAsked
  case chainAsked, statisticsAsked, bookmarksAsked, runsAsked, problemsAsked
  case bookmarkPlaced(Character), bookmarkSought(Character), bookmarkStepped(forward: Bool)
  case noted(String), noteRemoved, noteUndone
  case leftOutToggled, recordedRestored
  case differenceSought(forward: Bool, count: Int?)
  case columnStepped(Int)
  case pauseSought(forward: Bool, seconds: Int?)
  case timeFormChanged
  case foldedTo(level: Int)
  case copied(CopyForm), editorAsked, viewerAsked
  case pathEntered(String), queryEntered(PromptKind, String)
  case mouseToggled, clicked(Key.Mouse)
  case remembered(InspectorMemory), notesRead(StepNotes)
  case told(String, isError: Bool)

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

  // What effects bring back.
  case stepRead(StepDetail)
  case searched(Search.Question, Search.Answer)
  case blamed(ValueQuestion, [Blame]?, String?)
  case valueChanged(ValueQuestion, [ValueChange], String?)
  case watched(WatchQuestion, [WatchedValue: Series])
  case counted(run: Int, StatisticsReport?, String?)
  /// How far a replay is, in percent; the run that it has made; why there is none.
  case replaying(WhatIfQuestion, Int)
  case replayed(WhatIfQuestion, Hypothesis)
  case replayFailed(WhatIfQuestion, String)
  /// With the lines that changed, where the value was another text before.
  case textMade(TextRequest.Purpose, String, changes: String?)
  case listed(ListQuestion, ListedRows)
  case sought(RowSeek, RowSeek.Outcome)
  case logOpened(isFollowing: Bool, isInputOpen: Bool)
  /// There is something new in the logs, or they can no longer be read.
  case logRead(LogNews)
  /// There is nothing to read at the last log's path, and why; nil where there is again.
  case logMissed(LogAbsence?)
  /// Standard input, which the log is, has ended.
  case inputEnded
  case logLost(String)
}

/// From one step to another.
package enum StepMotion: Hashable, Sendable {
  case next, previous
  case nextOfStore, previousOfStore
  case nextOfChain, previousOfChain
  case cause, effect
  case nextProblem, previousProblem
  case nextOfType, previousOfType
  case first, last, percent
}

/// A place in the log as a person names it.
package enum StepAddress: Hashable, Sendable {
  case step(Int)
  /// Steps away from the cursor.
  case relativeSteps(Int)
  case line(Int)
  /// Microseconds since midnight, UTC, of the day that the cursor is on.
  case clock(Int)
  /// Microseconds away from the cursor.
  case relativeTime(Int)
  case percent(Int)
}

/// From one row of a pane to another.
package enum RowMotion: Hashable, Sendable {
  case down, up, halfDown, halfUp, pageDown, pageUp, scrollDown, scrollUp, top, bottom
  /// The next or previous row with a change.
  case nextChange, previousChange
  case centered, atTop, atBottom
}

/// Along the shape of a tree.
package enum TreeMotion: Hashable, Sendable {
  case parent, nextSibling, previousSibling, firstSibling, lastSibling
  /// Opens a closed container, goes into an open one.
  case inward
  /// Closes an open container, goes to the parent of anything else.
  case outward
}

package enum FoldChange: Hashable, Sendable {
  case toggled
  case closed, opened
  case siblingsClosed, siblingsOpened
  case siblingsClosedDeep, siblingsOpenedDeep
  case allClosed, allOpened
}

package enum PromptKind: String, Hashable, Sendable { case search, filter, command, path, pipe, find }

/// What a key does to the line in a prompt.
package enum LineEdit: Hashable, Sendable {
  case typed(String)
  case deletedBackward, deletedForward, deletedWord, deletedToStart
  case movedLeft, movedRight, movedToStart, movedToEnd
}
