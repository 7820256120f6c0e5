import ArgumentParser
import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeReports

struct Find: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Find the steps where a query holds.",
    usage: "fluxtape find LOG|FOLDER EXPR [--first | --last | --count] [--became] [--format FORM] [--with PART,…] [--value PATH]",
    discussion: """
      EXPR is a query: 'cart.total < 0', 'type:cart.* changed:.items', '"out of stock"', 'is:error or dur > 16ms'. A path without a \
      store (.total) refers to the step's own store. --became keeps only the steps where the query became true: the first of each run of \
      matching steps (of one store, if the query reads the step's own store). is:bad matches rows that 'list' calls 'bad line': lines \
      that are not records. is:torn matches a last line that broke off: it has no line feed and is incomplete, whether or not it still \
      names its action. Exit status 0 if a step was found, 1 if none was. If the log has no step of one of the stores or types, or \
      with a value at one of the paths, standard error says so and names a similar one.

      A state is uncertain after missing records, and at a step without an outcome. A query about such a state neither holds nor fails; \
      a last line gives the number of undecided steps.

      A folder is searched run by run, red runs first; --first, --last and --count apply to each run, and totals come last.

      JSON: one object per step, as 'list' prints it, with its address in 'at'; with --count, {"count":n}. If steps are undecided, a \
      last object (or the one with count) has undecided: rows, first (an address) and reason. For a folder, a last object has totals: \
      steps, runs, red, of (all runs) and undecided.
      """
  )

  @Flag(help: "Only the first step.") var first = false
  @Flag(help: "Only the last step.") var last = false
  @Flag(help: "Print only their number.") var count = false
  @Flag(help: "Only steps where the query became true.") var became = false
  @OptionGroup var answer: AnswerOptions
  @OptionGroup var detail: DetailOptions
  @OptionGroup var choice: RunChoice
  @Argument(help: "A log, a folder of logs, or '-' for standard input.", completion: .file(extensions: ["jsonl"])) var log: String
  @Argument(help: "The query.") var query: String

  func validate() throws {
    guard [first, last, count].filter(\.self).count <= 1 else {
      throw ValidationError("--first, --last and --count exclude each other")
    }
  }

  func run() throws {
    let format = try answer.resolved()
    if OutputFile.kind(of: log) == nil, OutputFile.kind(of: query) != nil, log != LogFile.standardInputPath {
      throw UsageError(message: "\(log): no such file; the log comes first: fluxtape find LOG QUERY")
    }
    let query = try Query(argument: query)
    let details = try detail.resolved(as: format)
    if LogFolder.isFolder(log) { return try search(query, as: format, details) }
    let history = try History.ofOneRun([log], run: choice.run, merge: choice.merge)
    try query.check(against: history)
    try detail.check(amongStores: history.stores)
    let (found, undecided) = try rows(of: history, query)
    let report = UndecidedReport(undecided, of: history, log: log)
    var output = StandardOutput()
    if count {
      let answer = JSONValue.object(members: ["count": found.count, "undecided": report?.json])
      output.line(format == .json ? answer.printableText : String(found.count))
      if format != .json { history.warn(about: undecided) }
    } else {
      output.print(timeline: found, of: history, as: format, details: details, log: log)
      output.print(report, as: format)
    }
    output.flush()
    guard found.isEmpty else { return }
    try history.warnAboutUnseenNames(in: query, log: log)
    throw ExitStatus.found
  }

  private func search(_ query: Query, as format: ReportFormat, _ details: RowDetails) throws {
    guard choice.run == nil, !choice.merge else { throw UsageError(message: "--run and --merge are for logs, not for folders") }
    var search = FolderSearch(query, as: format, details)
    search.became = became
    search.picks = picks
    try search.run([log]) { try detail.check(amongStores: $0) }
  }

  private func rows(of history: History, _ query: Query) throws -> (found: [Int], undecided: UndecidedRows) {
    if first, !became {
      var undecided = UndecidedRows()
      let found = try history.firstRow(matching: query) { progress in
        undecided = progress.undecided
        return true
      }
      return (found.map { [$0] } ?? [], undecided)
    }
    let (found, undecided) =
      try became ? history.found(query, became: true) : history.rowsAndUndecided(matching: query, task: "searching")
    return (count ? found : picks.of(found), undecided)
  }

  private var picks: FolderSearch.Picks { count ? .count : first ? .first : last ? .last : .all }
}

extension StandardOutput {
  /// Prints the undecided rows of a query: after the found rows, or on standard error for a table.
  mutating func print(_ report: UndecidedReport?, as format: ReportFormat) {
    guard let report else { return }
    switch format {
    case .text: line(report.text)
    case .json: line(JSONValue.object(["undecided": report.json]).printableText)
    case .csv, .md: Self.warn("fluxtape: \(report.text)")
    }
  }

  /// Prints rows of a timeline with their addresses.
  mutating func print(
    timeline rows: some Collection<Int>, of history: History, as format: ReportFormat, details: RowDetails = RowDetails(),
    log: String? = nil, _ report: TimelineReport? = nil
  ) {
    let report = report ?? TimelineReport(history, details: details)
    let names = log.map { RowNames(history, log: $0) }
    switch format {
    case .text: lines(of: Array(rows), threads: 2) { report.lines($0, names: names) }
    case .json: lines(of: Array(rows), threads: details.isEmpty ? 2 : 1) { report.json($0, names: names).lazy.map(\.printableText) }
    case .csv, .md:
      var table = Table(TimelineReport.columns(details))
      for row in rows { table.append(report.cells(row)) }
      for text in format == .csv ? table.csv : table.markdown { line(text) }
    }
  }
}
