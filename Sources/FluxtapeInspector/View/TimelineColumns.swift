import FluxtapeHistory
import FluxtapeLog
import FluxtapeLogReading
import FluxtapeScreen

/// The columns of the timeline that fit, and their widths. Times, intervals, changes and lanes make room for names, in this order; numbers
/// are never cut.
struct TimelineColumns {
  let width: Int
  private(set) var showsClock = true
  private(set) var showsChanges = true
  private(set) var showsDelta = true
  private(set) var showsLanes: Bool
  private(set) var showsInitial = false
  /// The watched values that have a column, in the room that names leave.
  private(set) var watches: [StatePath] = []
  /// The width left for names.
  private(set) var name = 0
  let indentLimit = 6
  /// Whether rows say what their steps changed, where columns are free.
  var showsValues: Bool { isWide && showsChanges }

  private let isWide: Bool
  private let lanesWidth: Int
  private let digits: Int

  /// Names, with the beginning of the contents behind them, get this width before any other column. Much less, and a column that appears
  /// as the screen gets wider would remove contents that were shown without it.
  private static let wantedName = 31
  /// Watched values, which the user asked for, leave names this width.
  private static let nameBesideWatches = 24
  private static let clockWidth = 12
  private static let deltaWidth = 8
  /// The width of `~3 +1 -1`.
  static let changesWidth = 10

  init(of state: InspectorState, lanes: Lanes, form: Layout.Form, width: Int) {
    self.width = width
    isWide = state.size.columns >= Layout.columnsForEveryDetail
    let last = state.history.lastStep?.rawValue ?? 1
    digits = max(3, QuantityText.grouped(last).count)
    lanesWidth = lanes.width
    showsLanes = form != .single
    showsInitial = form == .single && width > 50
    if state.forms.time != .clock { showsClock = false }
    if state.forms.time == .none { showsDelta = false }
    measure()
    if name < Self.wantedName { showsClock = false; measure() }
    if name < Self.wantedName { showsDelta = false; measure() }
    if name < Self.wantedName { showsChanges = false; measure() }
    if name < Self.wantedName { showsLanes = false; measure() }
    // Dropping the lanes may have made room for a narrower column that was dropped before them.
    if name >= Self.wantedName + Self.deltaWidth + 1, showsChanges, !showsDelta, state.forms.time != .none { showsDelta = true; measure() }
    // The watched values are the recorded ones, also while the rows are those of a what-if run.
    guard showsChanges, form != .single, state.whatIf.shown == nil, name > Self.nameBesideWatches else { return }
    watches = Array(state.watching.values.prefix((name - Self.nameBesideWatches) / WatchColumns.columnWidth))
    measure()
  }

  private mutating func measure() {
    var used = 2 + digits + 1 + 1
    if showsClock { used += 1 + Self.clockWidth }
    if showsDelta { used += 1 + Self.deltaWidth }
    if showsLanes { used += lanesWidth + 1 }
    if showsInitial { used += 1 }
    if showsChanges { used += 1 + Self.changesWidth }
    used += watches.count * WatchColumns.columnWidth
    name = max(width - used, 1)
  }

  /// The step, or the line of a row without one (`@12`), right-aligned.
  func step(_ row: HistoryRow) -> StyledText {
    let text = row.step.map { QuantityText.grouped($0.rawValue) } ?? row.lineNumber.map { "@\($0)" } ?? ""
    return StyledText(text.fittedRight(digits), .dim)
  }

  /// The time since another row, right-aligned.
  func delta(_ row: HistoryRow, after previous: HistoryRow?, _ frame: Frame) -> String {
    guard let time = row.time, let before = previous?.time else { return "".fittedRight(Self.deltaWidth) }
    let span = time.subtractingReportingOverflow(before)
    let text = span.overflow ? "?" : (span.partialValue < 0 ? "" : "+") + QuantityText.duration(span.partialValue, in: frame.typesetting)
    return text.fittedRight(Self.deltaWidth)
  }
}

/// A row's changes or outcome: `~3 +1 -1`, `no change`, `in flight`.
enum ChangeWords {
  static func text(of row: HistoryRow, _ glyphs: Glyphs) -> StyledText {
    guard row.kind == .action || row.kind == .state else { return StyledText() }
    if row.isInFlight { return StyledText("in flight", .error) }
    if row.isPending { return StyledText("pending", .changed) }
    if row.hasError { return StyledText("failed", .error) }
    if row.isOutcomeLost || row.isTorn { return StyledText("lost", .error) }
    if row.isOmitted { return StyledText("not kept", .dim) }
    let changes = row.changes  // reads the line
    let counts: [(String, Int, Style)] = [
      (glyphs.changed, changes.replaced, .changed), (glyphs.added, changes.added, .added),
      (glyphs.removed, changes.removed, .removed), (glyphs.moved, changes.moved, .moved),
    ]
    var text = StyledText()
    for (sign, count, style) in counts where count > 0 {
      if !text.isEmpty { text.append(" ") }
      text.append("\(sign)\(count)", style)
    }
    if !text.isEmpty { return text }
    if row.isUnreduced { return StyledText() }
    if row.hasState, !row.hasPatch { return StyledText("state", .dim) }
    return row.isUnchanged ? StyledText("no change", .dim) : StyledText()
  }

  /// The outcomes that matter even without a column for changes.
  static func shortText(of row: HistoryRow, _ glyphs: Glyphs) -> StyledText {
    row.isInFlight || row.isPending || row.isOutcomeLost || row.isTorn ? text(of: row, glyphs) : StyledText()
  }
}
