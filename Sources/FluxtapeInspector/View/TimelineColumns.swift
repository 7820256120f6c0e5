import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeLog
import FluxtapeLogReading
import FluxtapeScreen

/// The columns of the timeline that fit, and their widths. Times, intervals, changes and lanes make room for names, in this order; numbers
/// are never cut.
struct TimelineColumns {
  let width: Int
  private(set) var time: Time?
  private(set) var showsChanges = true
  private(set) var showsLanes: Bool
  private(set) var showsInitial = false
  /// The width left for names.
  private(set) var name = 0
  let indentLimit = 6
  /// Whether rows say what their steps changed, where columns are free.
  var showsValues: Bool { isWide && showsChanges }

  /// What the column of times says.
  enum Time {
    /// The time of day where its second is another one than in the row above, else the time since the previous row.
    case clock
    /// The time since another row.
    case delta

    fileprivate var width: Int {
      switch self {
      case .clock: 12
      case .delta: 8
      }
    }
  }

  private let isWide: Bool
  private let lanesWidth: Int
  private let digits: Int

  /// Names, with the beginning of the contents behind them, get this width before any other column. Much less, and a column that appears
  /// as the screen gets wider would remove contents that were shown without it.
  private static let wantedName = 31
  /// The width of `~3  +1  -1`.
  static let changesWidth = 11

  init(of state: InspectorState, lanes: Lanes, form: Layout.Form, width: Int) {
    self.width = width
    isWide = state.size.columns >= Layout.columnsForEveryDetail
    let last = state.history.lastStep?.rawValue ?? 1
    digits = max(3, last.grouped.count)
    lanesWidth = lanes.width
    showsLanes = form != .single
    showsInitial = form == .single && width > 50
    let widest: Time? =
      switch state.forms.time {
      case .clock: .clock
      case .sinceRowBefore, .sincePin: .delta
      case .none: nil
      }
    time = widest
    measure()
    if name < Self.wantedName, time != nil { time = .delta; measure() }
    if name < Self.wantedName { time = nil; measure() }
    if name < Self.wantedName { showsChanges = false; measure() }
    if name < Self.wantedName { showsLanes = false; measure() }
    // Dropping the lanes may have made room for a narrower column that was dropped before them.
    for wider in [Time.delta, .clock]
    where showsChanges && (wider == .delta ? time == nil && widest != nil : time == .delta && widest == .clock) {
      if name >= Self.wantedName + wider.width + 1 - (time.map { $0.width + 1 } ?? 0) { time = wider; measure() }
    }
  }

  private mutating func measure() {
    var used = 2 + digits + 1 + 1
    if let time { used += 1 + time.width }
    if showsLanes { used += lanesWidth + 1 }
    if showsInitial { used += 1 }
    if showsChanges { used += 1 + Self.changesWidth }
    name = max(width - used, 1)
  }

  /// The step, or the line of a row without one (`@12`), right-aligned.
  func step(_ row: HistoryRow) -> StyledText {
    let text = row.step.map { $0.rawValue.grouped } ?? row.lineNumber.map { "@\($0)" } ?? ""
    return StyledText(text.fittedRight(digits), .dim)
  }

  /// The time since another row, right-aligned.
  func delta(_ row: HistoryRow, after previous: HistoryRow?, _ frame: Frame) -> String {
    let width = time?.width ?? 0
    guard let time = row.time, let before = previous?.time else { return "".fittedRight(width) }
    let span = time.subtractingReportingOverflow(before)
    let text =
      span.overflow
      ? "?" : (span.partialValue < 0 ? "" : "+") + ThreeDigits.compactDuration(span.partialValue)
    return text.fittedRight(width)
  }
}

/// A row's changes or outcome: `~3 +1 -1`, `no change`, `not reduced`, `in flight`.
enum ChangeWords {
  static func text(of row: HistoryRow, _ glyphs: Glyphs) -> StyledText {
    guard row.kind == .action || row.kind == .state else { return StyledText() }
    if row.isInFlight { return StyledText("in flight", .error) }
    if row.isPending { return StyledText("pending", .changed) }
    if row.hasError { return StyledText("failed", .error) }
    if row.isOutcomeLost || row.isTorn { return StyledText("lost", .error) }
    if row.isOmitted { return StyledText("not kept", .dim) }
    let changes = row.changes  // reads the line
    if let text = counts(changes, glyphs) { return text }
    // Asynchronous work, and the end of a store, are no matter of a reducer.
    if row.isUnreduced { return row.hasEffect || row.type.hasPrefix("@@") ? StyledText() : StyledText("not reduced", .dim) }
    if row.hasState, !row.hasPatch { return StyledText("state", .dim) }
    return row.isUnchanged ? StyledText("no change", .dim) : StyledText()
  }

  /// The width of a count's place, with the blank behind it.
  private static let placeWidth = 4

  /// Returns counts, each kind in a place of its own as far as there is room; nil if nothing is counted.
  private static func counts(_ changes: ChangeCounts, _ glyphs: Glyphs) -> StyledText? {
    func count(_ sign: String, _ count: Int, _ style: Style) -> StyledText {
      count > 0 ? StyledText("\(sign)\(count)", style) : StyledText()
    }
    let (changed, added) = (count(glyphs.changed, changes.replaced, .changed), count(glyphs.added, changes.added, .added))
    let (removed, moved) = (count(glyphs.removed, changes.removed, .removed), count(glyphs.moved, changes.moved, .moved))
    let all = [changed, added, removed, moved].filter { !$0.isEmpty }
    guard let first = all.first else { return nil }
    guard moved.isEmpty, [changed, added].allSatisfy({ $0.plain.count < placeWidth }) else {
      return all.dropFirst().reduce(first) { $0 + StyledText(" ") + $1 }
    }
    return changed.fitted(to: placeWidth) + added.fitted(to: placeWidth) + removed
  }

  /// The outcomes that matter even without a column for changes.
  static func shortText(of row: HistoryRow, _ glyphs: Glyphs) -> StyledText {
    row.isInFlight || row.isPending || row.isOutcomeLost || row.isTorn ? text(of: row, glyphs) : StyledText()
  }
}
