import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
package import FluxtapeScreen

/// A part of the screen that has a cursor of its own, in the order in which Tab visits them.
package enum Pane: Int, CaseIterable, Hashable, Sendable {
  case timeline, action, diff, state
  /// What was asked about more than this step; there only while something is.
  case answer
}

/// Everything the inspector knows. The screen is a function of it.
///
/// The logs are part of it as they were told last: what is asked of them here is in memory and never changes. What has to be read
/// from their files comes as an action, after an effect.
package struct InspectorState: Sendable {
  /// How much of the screen the focused pane gets.
  enum Zoom: Int, CaseIterable, Hashable, Sendable { case normal, half, full }

  /// How the Action pane shows its record.
  enum ActionForm: Int, CaseIterable, Hashable, Sendable { case tree, raw, hex }

  /// How the State pane shows states.
  enum StateForm: Int, CaseIterable, Hashable, Sendable { case tree, changedOnly, flat }

  /// What the timeline says about time.
  enum TimeForm: Int, CaseIterable, Hashable, Sendable {
    /// The time of day and the time since the row before.
    case clock
    case sinceRowBefore, sincePin, none
  }

  /// What lies over the panes and takes the keys.
  enum Layer: Sendable {
    case none
    case help(ListWindow)
    case viewer(ValueViewer)
    case prompt(Prompt)
  }

  // The logs.
  private(set) var runs: [FixedRun]
  /// The number of the one that is shown.
  private(set) var run = 0
  /// Of the rows of the run that is shown.
  private(set) var index: TimelineIndex
  var lanes: Lanes
  var log = LogStatus()
  /// Where the cursor was when the log was looked at the last time, until it is there again.
  var stepToReturnTo: StepNumber?

  // Which rows the timeline lists.
  var listed: ListedRows
  var filters: [RowFilter] = []
  var areFiltersOn = true
  var collapsesFloods = false
  var listAsked: ListQuestion?
  /// Whether the cursor stays where it is when the list is there; after a new filter it does not.
  var keepsPlaceInList = true
  /// The filter whose path the cursor is to keep as soon as the step is read.
  var pathToKeep: RowFilter?

  // Where the cursor is.
  /// The number of a row; 0 in an empty log.
  package private(set) var cursor = 0
  /// The place inside a store's state that the cursor keeps from step to step.
  var focusedPaths: [String: JSONPointer] = [:]
  /// The store that the cursor is in, where several are shown.
  var focusedStore: String?
  /// Rows that the cursor jumped away from, and, after going back, those ahead.
  var jumps = JumpHistory()

  // The panes.
  package internal(set) var size: Size
  package internal(set) var focus = Pane.timeline
  /// The detail pane that is shown where there is room for one.
  var shownDetail = Pane.diff
  var zoom = Zoom.normal
  var timeline = ListWindow()
  var details: [Pane: DetailPane] = [:]
  var folds = Folds()
  var actionForm = ActionForm.tree
  var stateForm = StateForm.tree
  var showsUnchanged = false
  var scope = StateScope.storeOfStep
  /// The values that the State pane shows in place of the stores' whole states.
  var roots: [String: JSONPointer] = [:]
  var base = DiffBase.previous
  var timeForm = TimeForm.clock
  var reportsMouse = false
  var pin: PinnedStep?

  // What was read of the step under the cursor.
  var detail: StepDetail?
  var asked: StepDetail.Question?

  // What is left out of the run.
  var whatIf = WhatIfStatus()

  // What was asked of the whole log.
  var answer: Answer?
  var focusBeforeAnswer = Pane.timeline
  var watches: [WatchedValue] = []
  var plotted: [WatchedValue] = []
  var series: [WatchedValue: Series] = [:]
  var watchAsked: WatchQuestion?
  /// Where a value changed, and the jump that waits to know it.
  var changeRows: (question: ValueQuestion, rows: [LinePlace])?
  var pendingJump: ValueJump?
  /// The marks and notes of every inspector of this log.
  var notes = StepNotes()
  /// The changes of them that were made here, the last one at the end.
  var undoableNotes: [StepNotes.Change] = []
  /// What was handed out to be kept.
  var remembered = InspectorMemory()

  // Keys that wait for more, and what is said about them.
  var count: Int?
  var pendingKeys: [Key] = []
  var layer = Layer.none
  /// The viewer that a prompt was opened in, and that comes back after it.
  var viewerBelow: ValueViewer?
  var search: Search?
  /// What Esc cleared, for `n` to search again.
  var clearedSearch: String?
  var entered: [Prompt.Kind: [String]] = [:]
  var message: Message?

  let typesetting: Typesetting
  /// What this action asks the outside for.
  var effects: [InspectorEffect] = []

  /// A line that the bottom row shows until the next key.
  struct Message: Hashable, Sendable {
    var text: String
    var isError = false
  }

  /// - Parameter runs: one log for each run.
  /// - Returns: nil where there is none.
  init?(runs: [FixedRun], typesetting: Typesetting, size: Size) {
    guard let first = runs.first else { return nil }
    self.runs = runs
    self.typesetting = typesetting
    self.size = size
    index = TimelineIndex(of: first)
    lanes = Lanes(of: first, index: index, screenColumns: size.columns)
    listed = ListedRows(all: first.rows.count)
    if first.history.isWhole { cursor = openingRow } else { log.isPlaced = false }
  }
}

// MARK: - Which rows are shown

extension InspectorState {
  /// Shows a run, with what is known of all of them by now. The cursor keeps its number as far as there are so many rows.
  ///
  /// - Parameter index: Of that run's rows; of others, and without one, nothing is drawn besides the rows until there is one.
  mutating func show(run number: Int, of runs: [FixedRun], _ index: TimelineIndex?) {
    guard runs.indices.contains(number) else { return }
    self.runs = runs
    run = number
    self.index = index.flatMap { $0.isOf(runs[number]) ? $0 : nil } ?? TimelineIndex(nothingOf: runs[number])
    moveCursor(to: cursor)
  }

  /// Puts the cursor on the row with this number, or on the nearest that there is.
  mutating func moveCursor(to number: Int) { cursor = max(0, min(number, rows.lastNumber)) }
}

// MARK: - Asking

extension InspectorState {
  /// The log that is shown.
  var shownRun: FixedRun { runs[run] }
  var history: History { shownRun.history }
  var rows: RunRows { shownRun.rows }

  /// The row under the cursor; nil in an empty log.
  var currentRow: HistoryRow? { rows[cursor] }

  /// The number of the pinned row, where it is one of the log that is shown.
  var pinnedRow: Int? { pin.flatMap { $0.run == run ? rows.number(at: $0.row) : nil } }

  /// The row of a pinned step, whichever log it is of.
  func row(of pin: PinnedStep) -> HistoryRow? { runs.indices.contains(pin.run) ? runs[pin.run].rows[pin.row] : nil }

  /// The name of a row's store.
  func storeName(of row: HistoryRow?) -> String? { row?.store.map { history.stores[$0] } }

  /// The store whose state the cursor is in.
  var cursorStore: String? { scope == .storeOfStep ? storeName(of: currentRow) ?? focusedStore : focusedStore ?? storeName(of: currentRow) }

  /// What has to be read for the panes.
  var question: StepDetail.Question? {
    currentRow.map { row in
      StepDetail.Question(
        run: run, known: shownRun, row: row.place, base: base, scope: isPathAsked ? .everyStore : scope, hypothesis: whatIf.shown)
    }
  }

  /// Whether a path is being typed, which may lead into any store.
  private var isPathAsked: Bool { if case .prompt(let prompt) = layer { prompt.kind == .path } else { false } }

  /// Whether what the panes show is not yet of the step that the cursor is on.
  var isReadingStep: Bool {
    guard let asked else { return false }
    guard var shown = detail?.question else { return true }
    shown.known = asked.known
    return shown != asked
  }

  /// The detail pane that is shown where there is room for one. What a step changed is mostly the question; where it changed
  /// nothing that is known, the record says more.
  var visibleDetail: Pane {
    guard focus == .timeline, let row = currentRow else { return shownDetail }
    let hasDiff = (row.kind == .action || row.kind == .state) && !row.isInFlight && (row.hasPatch || !row.hasError)
    return hasDiff ? shownDetail : .action
  }

  /// The culprit in flight, else the app's first failure, else what first cannot be read, else the first row.
  var openingRow: Int {
    let problems = index.problems
    return history.inFlight.first ?? problems.first { rows[$0]?.isFailure == true }
      ?? problems.first { rows[$0].map { $0.kind == .badLine || $0.isTorn } == true } ?? 0
  }

  /// Asks the outside for something.
  mutating func ask(_ effect: InspectorEffect) { effects.append(effect) }
}
