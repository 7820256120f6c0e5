import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeLog
import FluxtapeLogReading
import FluxtapeReports
import FluxtapeScreen

/// The runs of these logs with how they ended, in the order of ``RunListing``: red ones first.
package struct RunList: Sendable {
  /// Each with the number of its run among all.
  fileprivate let entries: [RunListing.Entry]
  private let runs: [FixedRun]

  /// The indexes of the runs, in the order of the list.
  var order: [Int] { entries.map { ($0.number ?? 1) - 1 } }

  /// The number of red runs.
  var redCount: Int { entries.count { $0.summary.isRed } }

  func entry(ofRun number: Int) -> RunListing.Entry? { entries.first { ($0.number ?? 1) - 1 == number } }

  /// Whether the list is about these runs, as they are now.
  func isOf(_ runs: [FixedRun]) -> Bool { self.runs == runs }

  /// Reads the runs. O(bytes of the logs).
  ///
  /// - Returns: Nil if it was cancelled.
  init?(of runs: [FixedRun], isCancelled: () -> Bool) {
    var entries: [RunListing.Entry] = []
    for (number, run) in runs.enumerated() {
      guard !isCancelled() else { return nil }
      guard let summary = try? run.history.summary() else { continue }
      entries.append(RunListing.Entry(paths: run.history.files.map(\.path), number: number + 1, summary: summary))
    }
    self.entries = RunListing(entries: entries).entries
    self.runs = runs
  }
}

// MARK: - Rows

/// The rows of the list of runs.
///
/// ```text
///  2  open  ! failed  1 problem  CouponTests/total()  try 1    6 steps  9ms  CouponTests.total.1-failed.jsonl  Expectation failed: …
///  3          ended   1 note     shop.jsonl                  285 steps  114s  shop 1.0, 2026-11-21 09:00:00    note: a stale answer: …
/// ```
/// Until a run is checked as it is now, there is an ellipsis instead of the numbers of problems and notes. Without a reason, a row ends with
/// the worst finding. Where there is little room, words go before numbers: `open`, which the title says, the reason, the middle of the name.
/// Durations, steps and findings go last.
/// The name is the test's, or else the file's if no other run is in that file: programs often begin with the same words.
struct RunListRows {
  let state: InspectorState
  let width: Int

  /// The width in which a file's name says anything.
  private static let leastFile = 12
  /// The width in which a reason says anything.
  private static let leastReason = 8
  /// The width of a name below which numbers are left out.
  private static let leastName = 16
  /// Names up to this width are shown in full before the reason gets room.
  private static let usualName = 36

  /// A run before it was read: its name, and how many rows it has by now.
  private struct Cells {
    var verdict = StyledText()
    var findings = StyledText()
    var name: String
    var attempt = ""
    var steps: String
    var duration = ""
    var file: String
    var reason = StyledText()
    var start: Timestamp?
    /// Its steps and microseconds, once they are known.
    var amounts: (steps: Int, duration: Int)?
    /// Nil until it is checked.
    var found: (problems: Int, notes: Int)?

    var measures: RunMeasures {
      RunMeasures(
        name: name, start: start, duration: amounts?.duration, steps: amounts?.steps, problems: found?.problems, notes: found?.notes ?? 0)
    }

    /// What words for the list are compared with.
    var keywords: String { [verdict.plain, findings.plain, name, attempt, file, reason.plain].joined(separator: " ") }
  }

  func rows(_ list: RunList?) -> [DetailRow] {
    let entries = list?.entries ?? []
    let counts = Dictionary(entries.map { ($0.paths, 1) }, uniquingKeysWith: +)
    var runs = entries.map { (run: ($0.number ?? 1) - 1, cells: cells($0, isAloneInFile: counts[$0.paths] == 1)) }
    runs.removeAll { !state.runs.indices.contains($0.run) }
    // A run that could not be read, or has just begun, can be opened, too.
    let listed = Set(runs.map(\.run))
    runs += state.runs.indices.filter { !listed.contains($0) }.map { ($0, cells(state.runs[$0])) }
    let typesetting = state.typesetting
    runs = state.runOrder.sorted(runs) { $0.cells.measures }
    func widest(_ text: (Cells) -> String, atMost most: Int) -> Int {
      runs.map { typesetting.width(of: text($0.cells), atMost: most) }.max() ?? 0
    }
    let numberWidth = String(state.runs.count).count
    var openWidth = state.runs.count > 1 ? 4 : 0
    let verdictWidth = runs.map { $0.cells.verdict.width(in: typesetting) }.max() ?? 0
    var findingsWidth = widest({ $0.findings.plain }, atMost: 24)
    let attemptWidth = widest(\.attempt, atMost: 8)
    var (stepsWidth, durationWidth) = (widest(\.steps, atMost: 16), widest(\.duration, atMost: 8))
    // For the name, and what comes after it.
    var room: Int {
      let widths = [openWidth, verdictWidth, findingsWidth, attemptWidth, stepsWidth, durationWidth].filter { $0 > 0 }
      return width - numberWidth - widths.reduce(0, +) - 2 * widths.count - 3
    }
    let usualName = widest(\.name, atMost: Self.usualName)
    if room < usualName { openWidth = 0 }
    let leastName = min(usualName, Self.leastName)
    if room < leastName { durationWidth = 0 }
    if room < leastName { stepsWidth = 0 }
    if room < leastName { findingsWidth = 0 }
    // The reason matters more than the file, which takes what is left, and than the end of a long name.
    let space = max(room - 4, 16)
    let reasonWidth = widest({ $0.reason.plain }, atMost: space)
    let nameWidth = min(widest(\.name, atMost: width), max(space / 2, space - reasonWidth, min(max(room, 16), usualName)))
    let rest = space - nameWidth - reasonWidth
    let fileWidth = rest < Self.leastFile ? 0 : min(widest(\.file, atMost: width), rest)
    let showsReason = fileWidth > 0 || room - nameWidth - 2 >= min(reasonWidth, Self.leastReason)
    return runs.map { run, cells in
      var text = StyledText(" \(run + 1)".fittedRight(numberWidth + 1), .number)
      func add(_ piece: StyledText, _ width: Int) {
        if width > 0 { text += StyledText("  ") + piece.fitted(to: width, elision: .middle, typesetting: typesetting) }
      }
      add(StyledText(run == state.run ? "open" : "", .status), openWidth)
      add(cells.verdict, verdictWidth)
      add(cells.findings, findingsWidth)
      add(StyledText(cells.name, .title), nameWidth)
      add(StyledText(cells.attempt, .dim), attemptWidth)
      add(StyledText(cells.steps.fittedRight(stepsWidth)), stepsWidth)
      add(StyledText(cells.duration.fittedRight(durationWidth), .dim), durationWidth)
      add(StyledText(cells.file, .dim), fileWidth)
      if showsReason { text += StyledText("  ") + cells.reason }
      var row = DetailRow(.text(text))
      row.item = run
      row.action = { $0.choose(run: run + 1) }
      row.keywords = cells.keywords
      return row
    }
  }

  private func cells(_ entry: RunListing.Entry, isAloneInFile: Bool) -> Cells {
    let run = entry.summary
    let file = Self.name(of: entry.paths)
    let hasFileName = run.test == nil && isAloneInFile && !file.isEmpty
    let glyphs = state.typesetting.glyphs
    let number = (entry.number ?? 1) - 1
    let isListed = state.runs.indices.contains(number)
    let findings = state.runFindings[number].flatMap { isListed && $0.run == state.runs[number] ? $0 : nil }
    let reason = run.reason.isEmpty ? findings?.words ?? "" : run.reason
    let style = findings?.hasProblems == true ? Style.error : .dim
    let sign = run.isRed ? glyphs.problem : " "
    return Cells(
      verdict: StyledText("\(sign) \(run.verdict)", run.isRed ? .error : .text),
      findings: StyledText(findings?.shortCounts ?? glyphs.ellipsis, style),
      name: hasFileName ? file + entry.hypotheticalNote : entry.title,
      attempt: run.test.map { $0.attempt > 1 ? "try \($0.attempt)" : "" } ?? "", steps: QuantityText.counted(run.steps, "step"),
      duration: QuantityText.duration(run.duration, in: state.typesetting), file: hasFileName ? entry.title : file,
      reason: StyledText(reason, run.isRed ? .error : .dim), start: run.start, amounts: (steps: run.steps, duration: run.duration),
      found: findings?.found)
  }

  private func cells(_ run: FixedRun) -> Cells {
    let header = run.history.header
    let start = run.history.start.map { " \($0.date) \($0.clock.prefix(8))" } ?? ""
    let paths = run.history.files.map(\.path)
    return Cells(
      name: (header?.run ?? Self.name(of: paths)) + start, steps: QuantityText.counted(run.rows.count, "row"), file: Self.name(of: paths),
      start: run.history.start)
  }

  private static func name(of paths: [String]) -> String { paths.first.flatMap { $0.split(separator: "/").last.map(String.init) } ?? "" }
}
