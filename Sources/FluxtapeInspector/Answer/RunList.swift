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
/// the worst finding. Where there is little room, words go before numbers: the file, `open`, which the title says, the reason, the middle of
/// the name. Durations, steps and findings go last.
/// The name is the test's, or else the file's if no other run is in that file: programs often begin with the same words.
struct RunListRows {
  let state: InspectorState
  let width: Int

  /// Names up to this width are shown in full before the reason gets room.
  private static let usualName = 36
  /// The width of a name below which numbers are left out.
  private static let leastName = 16
  /// The widths that a long reason may be cut to. Half a word of it tells nothing.
  private static let leastReasons = [24, 8]

  private struct Line {
    let run: Int
    /// In the order of ``columns``.
    let cells: [String]
    let reason: StyledText
    let styles: [String: Style]
    let start: Timestamp?
  }

  private static let columns: [Table.Column] = [
    .init("#", .right), .init("open"), .init("verdict"), .init("findings"), .init("name"), .init("try"), .init("steps", .right),
    .init("took", .right), .init("file"),
  ]

  func rows(_ list: RunList?) -> [DetailRow] {
    let entries = list?.entries ?? []
    let counts = Dictionary(entries.map { ($0.paths, 1) }, uniquingKeysWith: +)
    let known = Dictionary(entries.map { (($0.number ?? 1) - 1, $0) }) { first, _ in first }
    // A run that could not be read, or has just begun, can be opened, too.
    let order = (list?.order ?? []).filter(state.runs.indices.contains)
    let lines = (order + state.runs.indices.filter { known[$0] == nil }).map { run in
      known[run].map { line(of: run, $0, isAloneInFile: counts[$0.paths] == 1) } ?? line(of: run)
    }
    let sorted = state.sortsRunsByTime ? newestFirst(lines) : lines
    var table = Table(Self.columns)
    for line in sorted { table.append(line.cells) }
    let reason = sorted.map { $0.reason.width(in: state.typesetting) }.max() ?? 0
    let layout = ListLayout(narrowed(table.withoutEmpty, besides: reason), state.typesetting)
    return zip(sorted, layout.table.rows).map { line, cells in
      var text = StyledText(" ") + layout.text(of: cells) { line.styles[$0] }
      if width - text.width(in: state.typesetting) >= min(reason, Self.leastReasons[1]) + 2 { text += StyledText("  ") + line.reason }
      var row = DetailRow(.text(text))
      row.item = line.run
      row.action = { $0.choose(run: line.run + 1) }
      row.keywords = (line.cells + [line.reason.plain]).joined(separator: " ")
      return row
    }
  }

  /// Runs with equal times, and those without any at the end, stay in the order of the list.
  private func newestFirst(_ lines: [Line]) -> [Line] {
    func age(_ place: Int) -> (Int, Int) { (lines[place].start.map { -$0.microsecondsSince1970 } ?? .max, place) }
    return lines.indices.sorted { age($0) < age($1) }.map { lines[$0] }
  }

  private func narrowed(_ table: Table, besides reason: Int) -> Table {
    func narrowed(besides reason: Int, leavingOut titles: [String]) -> Table {
      table.narrowed(to: width - 1 - (reason > 0 ? reason + 2 : 0), leavingOut: titles, cutting: ["name"], typesetting: state.typesetting)
    }
    let name = table.width(of: "name")
    let widths = [reason] + Self.leastReasons.filter { $0 < reason } + [0]
    let tables = widths.lazy.map { narrowed(besides: $0, leavingOut: ["file", "open"]) }
    return tables.first { $0.width(of: "name") >= min(name, Self.usualName) }
      ?? tables.last.flatMap { $0.width(of: "name") >= min(name, Self.leastName) ? $0 : nil }
      ?? narrowed(besides: 0, leavingOut: ["file", "open", "took", "steps", "findings"])
  }

  private func line(of number: Int, _ entry: RunListing.Entry, isAloneInFile: Bool) -> Line {
    let run = entry.summary
    let file = Self.name(of: entry.paths)
    let hasFileName = run.test == nil && isAloneInFile && !file.isEmpty
    let glyphs = state.typesetting.glyphs
    let findings = state.runFindings[number].flatMap { $0.run == state.runs[number] ? $0 : nil }
    let name = hasFileName ? file + entry.hypotheticalNote : entry.title
    let attempt = run.test.map { $0.attempt > 1 ? "try \($0.attempt)" : "" } ?? ""
    return Line(
      run: number,
      cells: cells(
        number, "\(run.isRed ? glyphs.problem : " ") \(run.verdict)", findings?.shortCounts ?? glyphs.ellipsis, name, attempt,
        run.steps.counted("step"), ThreeDigits.compactDuration(run.duration),
        hasFileName ? entry.title : file),
      reason: StyledText(run.reason.isEmpty ? findings?.words ?? "" : run.reason, run.isRed ? .error : .dim),
      styles: ["verdict": run.isRed ? .error : .text, "findings": findings?.hasProblems == true ? .error : .dim],
      start: run.start)
  }

  /// A run before it was read: its name, and how many rows it has by now.
  private func line(of number: Int) -> Line {
    let run = state.runs[number]
    let file = Self.name(of: run.history.files.map(\.path))
    let name = (run.history.header?.run ?? file) + (run.history.start.map { " \($0.date) \($0.clock.prefix(8))" } ?? "")
    return Line(
      run: number, cells: cells(number, "", "", name, "", run.rows.count.counted("row"), "", file), reason: StyledText(),
      styles: [:], start: run.history.start)
  }

  private func cells(_ number: Int, _ cells: String...) -> [String] {
    [String(number + 1), number == state.run && state.runs.count > 1 ? "open" : ""] + cells
  }

  private static func name(of paths: [String]) -> String { paths.first.flatMap { $0.split(separator: "/").last.map(String.init) } ?? "" }
}
