import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeReports
import FluxtapeScreen

/// Searches all runs of a folder. Opens each run once, and keeps the answers until it is known which runs are red.
struct FolderSearch {
  /// The found rows of a run to print.
  enum Picks {
    case all, first, last, count

    func of(_ rows: [Int]) -> [Int] {
      switch self {
      case .all: rows
      case .first: Array(rows.prefix(1))
      case .last: rows.suffix(1)
      case .count: []
      }
    }
  }

  private let query: Query
  private let format: ReportFormat
  private let details: RowDetails
  var picks = Picks.all
  var became = false

  private var answers: [RunPlace: Answer] = [:]

  /// The result for one run.
  private struct Answer {
    var count = 0
    /// The lines to print, in one text: many short texts take more memory.
    var text: String?
    /// For tables.
    var cells: [[String]] = []
    var undecided: (rows: Int, text: String)?
  }

  init(_ query: Query, as format: ReportFormat, _ details: RowDetails = RowDetails()) {
    self.details = details
    self.query = query
    self.format = format
  }
}

// MARK: - Searching

extension FolderSearch {
  /// Prints each row with its address, red runs first, and then totals.
  ///
  /// - Parameter check: Called with the stores of all runs before anything is printed.
  /// - Throws: ``UsageError`` if the query names a store that no run has; ``ExitStatus`` if no row is found or a log cannot be read.
  mutating func run(_ folders: [String], check: ([String]) throws -> Void = { _ in }) throws {
    var answers: [RunPlace: Answer] = [:]
    // Of the runs where the query never holds, to name those that are probably meant.
    var types: Set<String> = []
    let listing = try RunListing(folders: folders) { history, entry throws(HistoryError) in
      let found = try answer(of: history, log: entry.paths.first ?? "")
      answers[entry.place] = found
      if found.count == 0, query.wantsTypes { types.formUnion(history.namesOfTypes) }
    }
    if !listing.entries.isEmpty {
      try query.check(amongStores: listing.stores)
      try check(listing.stores)
    }
    self.answers = answers
    print(listing)
    for problem in listing.unreadable { StandardOutput.warn("fluxtape: left out: \(problem)") }
    if answers.values.allSatisfy({ $0.count == 0 }) {
      for sentence in query.sentences(aboutUnseenAmong: listing.stores, types: types) { StandardOutput.warn("fluxtape: \(sentence)") }
      throw ExitStatus.found
    }
    try ExitStatus.end(found: false, unreadable: !listing.unreadable.isEmpty)
  }

  private func answer(of history: History, log: String) throws(HistoryError) -> Answer {
    let (found, undecided) = try history.found(query, became: became)
    var answer = Answer(count: found.count)
    if let report = UndecidedReport(undecided, of: history, log: log) { answer.undecided = (undecided.count, report.text) }
    guard !found.isEmpty else { return answer }
    let (report, names) = (TimelineReport(history, details: details), RowNames(history, log: log))
    var lines: [String] = []
    for row in picks.of(found) {
      switch format {
      case .text: lines.append(report.line(row, address: names.address(row)))
      case .json: lines.append(report.json(row, address: names.address(row)).printableText)
      case .csv, .md: answer.cells.append([log] + report.cells(row))
      }
    }
    if !lines.isEmpty { answer.text = lines.joined(separator: "\n") }
    return answer
  }
}

// MARK: - Printing

extension FolderSearch {
  private func print(_ listing: RunListing) {
    var output = StandardOutput()
    var table = Table([.init("log")] + TimelineReport.columns(details))
    for entry in listing.entries {
      guard let answer = answers[entry.place], answer.count > 0 else { continue }
      if picks == .count { output.line(countLine(answer, entry)) }
      if let text = answer.text { output.line(text) }
      for cells in answer.cells { table.append(cells) }
    }
    if format == .csv || format == .md { output.print(format == .csv ? table.csv : table.markdown) }
    printTotals(of: listing, to: &output)
    output.flush()
  }

  private func countLine(_ answer: Answer, _ entry: RunListing.Entry) -> String {
    let log = entry.paths.first ?? ""
    guard format == .json else { return "\(answer.count)  \(log.displayed())" }
    return JSONValue.object(members: ["count": answer.count, "log": log]).printableText
  }

  private func printTotals(of listing: RunListing, to output: inout StandardOutput) {
    let found = listing.entries.filter { (answers[$0.place]?.count ?? 0) > 0 }
    let (runs, red) = (found.count, found.count(where: \.summary.isRed))
    let hypothetical = found.count(where: \.summary.isHypothetical)
    let steps = answers.values.reduce(0) { $0 + $1.count }
    let undecided = listing.entries.compactMap { answers[$0.place]?.undecided }
    let text =
      "\(steps.counted("step")) in \(runs) of \(listing.entries.count.counted("run"))"
      + (runs > 0 ? " (\(red) red, \(runs - red) other)" : "") + (hypothetical > 0 ? ", \(hypothetical) of them hypothetical" : "")
    switch format {
    case .text:
      if steps > 0 { output.line("") }
      output.line(text)
      if let first = undecided.first {
        output.line("undecided at some rows of \(undecided.count.counted("run")); in the first: \(first.text)")
      }
    case .json:
      let totals = JSONObject(members: [
        "steps": steps, "runs": runs, "red": red, "of": listing.entries.count, "undecided": undecided.reduce(0) { $0 + $1.rows },
      ])
      output.line(JSONValue.object(members: ["totals": totals]).printableText)
    case .csv, .md: StandardOutput.warn("fluxtape: \(text)")
    }
  }
}
