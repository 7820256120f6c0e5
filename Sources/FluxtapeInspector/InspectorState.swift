import FluxtapeLogReading
import FluxtapeHistory
import FluxtapeJSON
package import FluxtapeLiveWire
import FluxtapeLog
package import FluxtapeScreen

/// A part of the screen with a cursor, in the order of Tab.
package enum Pane: Int, CaseIterable, Hashable, Sendable {
  case timeline, action, diff, state
  /// The answer to a question about more than one step; exists only while there is one.
  case answer
}

/// The inspector's state. The screen is a function of it.
///
/// It holds the logs as of the last news; reading these values never changes them and needs no file. Data from files arrives as an action,
/// after an effect.
package struct InspectorState: Sendable {
  /// How much of the screen the focused pane gets.
  enum Zoom: Int, CaseIterable, Hashable, Sendable { case normal, half, full }

  // The logs.
  private(set) var runs: [FixedRun]
  /// The index of the shown run.
  private(set) var run = 0
  /// The index of the shown run's rows.
  private(set) var index: TimelineIndex
  var lanes: Lanes
  var log = LogStatus()

  // The timeline's rows.
  var listed: ListedRows
  var filtering = Filtering()

  // The cursor.
  /// The number of a row; 0 in an empty log.
  package private(set) var cursor = 0
  var valueCursor = ValueCursor()
  var jumps = JumpHistory()

  // The panes.
  package internal(set) var size: Size
  package internal(set) var focus = Pane.timeline
  /// The detail pane to show if there is room for one, unless a search hit is in another.
  var shownDetail = Pane.diff { didSet { search?.place = nil } }
  var zoom = Zoom.normal
  var timeline = ListWindow()
  var details: [Pane: DetailPane] = [:]
  var folds = Folds()
  var forms = PaneForms()
  var playback = Playback()
  var base = DiffBase.previous
  var pin: PinnedStep?
  /// Whether clicks and the wheel are for the inspector. Then the terminal selects text with Shift.
  package internal(set) var reportsMouse = true

  // The step under the cursor.
  var detail: StepDetail?
  /// The last question for `detail`.
  var asked: StepDetail.Question?

  /// The last states of a run's stores, once a prompt needed them.
  var lastStates: LastStates?

  // Skipped actions.
  var whatIf = WhatIfStatus()

  /// Where the live session of the log stands, if there is one.
  package var live: LiveStatus?
  /// The query that the app was last asked to stop at.
  var breakpoint: RowFilter?

  // Questions about the whole log.
  var answer: OpenAnswer?
  /// The answers that the shown one covers, the lowest first: at most one of each name.
  var coveredAnswers: [CoveredAnswer] = []
  /// Whether the list of runs comes before the timeline.
  var beginsWithRuns = false
  /// How the runs ended, as last read.
  var runList: RunList?
  /// What checks of the runs found, by the index of the run.
  var runFindings: [Int: RunFindings] = [:]
  /// The last check of the shown run.
  var check: RunCheck?
  /// Whether the list of runs begins with the newest, instead of red ones.
  var sortsRunsByTime = false
  /// The words for lists, by the name of the answer.
  var listWords: [String: ListWords] = [:]
  /// The words and the pane to return to after a prompt about a list.
  var listBelow: (words: ListWords, pane: DetailPane)?
  var watching = Watching()
  var changeJumps = ChangeJumps()
  /// How logs of other tools are read that are compared with the shown run.
  var conversion: LogConversion?
  /// Paths whose values comparisons leave out.
  var ignored: [StatePath] = []
  /// The path of the log that is being opened to compare it with the shown run.
  var openingPath: String?
  /// The last comparison of the shown run with another one.
  var comparison: RunComparisonAnswer?
  /// The marks and notes of every inspector of this log.
  var notes = StepNotes()
  /// The other log for which the notes were written, and whether a message has said so.
  var notesLog: (path: String, isSaid: Bool)?
  /// The changes in this inspector that can be undone, the last one at the end.
  var undoable: [UndoableChange] = []
  /// The memory that was stored last.
  var remembered = InspectorMemory()

  // Keys and messages.
  var typed = TypedKeys()
  var prompt: Prompt?
  var search: Search?
  var promptHistory = PromptHistory()
  var message: Message?

  let typesetting: Typesetting
  /// The effects of the current action.
  var effects: [InspectorEffect] = []

  /// A message in the bottom row, until the next key.
  struct Message: Hashable, Sendable {
    var text: String
    var isError = false
  }

  /// Returns nil if there is no run.
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

// MARK: - The shown run

extension InspectorState {
  /// Shows a run. The cursor keeps its number, or goes to the last row.
  ///
  /// - Parameters:
  ///   - number: The index of the run to show.
  ///   - runs: All runs as known now.
  ///   - index: The index of the run's rows. Without it, or with another run's, only the rows are drawn.
  mutating func show(run number: Int, of runs: [FixedRun], _ index: TimelineIndex?) {
    guard runs.indices.contains(number) else { return }
    self.runs = runs
    run = number
    self.index = index.flatMap { $0.isOf(runs[number]) ? $0 : nil } ?? TimelineIndex(nothingOf: runs[number])
    moveCursor(to: cursor)
  }

  /// Moves the cursor to a row, or to the nearest one that exists.
  mutating func moveCursor(to number: Int) { cursor = max(0, min(number, rows.lastNumber)) }
}

// MARK: - Derived values

extension InspectorState {
  /// The shown run.
  var shownRun: FixedRun { runs[run] }
  var history: History { shownRun.history }
  /// The path of the shown run's first file, whose marks and notes are shown.
  package var shownLog: String? { history.files.first?.path }
  var rows: RunRows { shownRun.rows }

  /// The row under the cursor; nil in an empty log.
  var currentRow: HistoryRow? { rows[cursor] }

  /// The time of day in UTC to the millisecond, or the time since the run began if its start is unknown.
  func clock(_ time: Int) -> String {
    String((history.start?.advanced(byMicroseconds: time) ?? Timestamp(microsecondsSince1970: time)).clock.dropLast(3))
  }

  /// The number of steps in the log; the last one's number while they are not counted yet.
  var stepCount: Int { index.steps > 0 ? index.steps : history.lastStep?.rawValue ?? 0 }

  /// The number of the pinned row, if it belongs to the shown run.
  var pinnedRow: Int? { pin.flatMap { $0.run == run ? rows.number(at: $0.row) : nil } }

  /// Returns the row of a pinned step in any run.
  func row(of pin: PinnedStep) -> HistoryRow? { runs.indices.contains(pin.run) ? runs[pin.run].rows[pin.row] : nil }

  /// Returns the name of a row's store.
  func storeName(of row: HistoryRow?) -> String? { row?.store.map { history.stores[$0] } }

  /// The store that the cursor is in.
  var cursorStore: String? {
    forms.scope == .storeOfStep ? storeName(of: currentRow) ?? valueCursor.store : valueCursor.store ?? storeName(of: currentRow)
  }

  /// The question for what the panes show.
  var question: StepDetail.Question? {
    currentRow.map { row in
      StepDetail.Question(
        run: run, known: shownRun, row: row.place, base: base, scope: isPathTyped ? .everyStore : forms.scope, hypothesis: whatIf.shown)
    }
  }

  var isPrompting: Bool { prompt != nil }

  /// Whether a path is being typed. It may lead into any store.
  private var isPathTyped: Bool { prompt.map(Candidates.arePaths) ?? false }

  /// Whether the panes still show another step than the one under the cursor.
  var isReadingStep: Bool {
    guard let asked else { return false }
    guard var shown = detail?.question else { return true }
    shown.known = asked.known
    return shown != asked
  }

  /// The detail pane to show if there is room for one. For a step without known changes, the record says more than the diff.
  var visibleDetail: Pane {
    guard focus == .timeline, let row = currentRow else { return shownDetail }
    if let place = search?.place { return place.pane }
    let hasDiff = (row.kind == .action || row.kind == .state) && !row.isInFlight && (row.hasPatch || !row.hasError)
    return hasDiff ? shownDetail : .action
  }

  /// The first action in flight, else the app's first failure, else the first damaged line, else the first row.
  var openingRow: Int {
    let problems = index.problems
    return history.inFlight.first ?? problems.first { rows[$0]?.isFailure == true }
      ?? problems.first { rows[$0].map { $0.kind == .badLine || $0.isTorn } == true } ?? 0
  }

  /// Adds an effect.
  mutating func ask(_ effect: InspectorEffect) { effects.append(effect) }

  mutating func ask(_ work: InspectorWork?) { if let work { effects.append(.work(work)) } }
}
