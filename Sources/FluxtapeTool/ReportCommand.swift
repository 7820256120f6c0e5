import ArgumentParser
import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeReports

struct WriteReport: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Write a report of a run, or of a folder of runs: HTML, Markdown, text or a code quality report.",
    usage: """
      fluxtape report LOG… --output FILE.html [--beside LOG] [--never EXPR]… [--always EXPR]… [--rules FILE]… [--find EXPR]…
                      [--max-size MB] [--attach FILE]… [--without-attachments] [--without-notes]
             fluxtape report FOLDER --output DIRECTORY|FILE [--never EXPR]… [--always EXPR]… [--rules FILE]… [--find EXPR]…
                             [--max-size MB] [--max-pages N] [--without-attachments] [--without-notes]
      """,
    discussion: """
      FILE.html shows the run in a browser, without a network: timeline, actions, states, differences, causes, a filter, and the \
      findings of 'check'. FILE.html#214 opens at step 214; otherwise the page opens at the first problem. FILE.md holds a summary for a \
      job's page. An existing file is replaced.

      A second log, or --beside, shows another run next to the first, from the point where they diverge. A run that is too large for \
      --max-size is shortened around what matters, and the page says so.

      The filter of the page takes words, store:, type: and is:. For other queries the page shows the 'find' command, or the answer if you \
      pass the query with --find.

      Marks and notes that you made in the inspector are on the page of their log, with likely secrets in them redacted; --without-notes \
      leaves them out.

      The page also shows attachments: the files in a folder beside the log that is named after it, CART.attachments for CART.jsonl, and \
      those of --attach. Images are shown as they are, texts with likely secrets in them redacted, other files with their names only; \
      --without-attachments leaves the folder out.

      For a folder of logs, DIRECTORY gets index.html, which lists all runs, and report.html, report-2.html and so on: one page for each \
      cause of a red test, with the facts that separate red runs from green ones, open at the first of them, next to the green run that \
      is most like it; or one for each run if none is red. A test of each failure comes first, crashes before others; what --max-pages \
      leaves out is named. A FILE gets a summary instead, with totals, the red runs by failure and what separates them: FILE.md as Markdown, at most 1 MiB, FILE.txt as text, FILE.json as a code quality report for GitLab. Exit status 3 if a log cannot be read.
      """
  )

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("A file ending in .html or .md; for a folder of logs, a directory, or .md, .txt or .json.", valueName: "file"))
  var output: String
  @Option(help: ArgumentHelp("The log of another run, shown beside the first.", valueName: "log")) var beside: String?
  @OptionGroup var rules: RuleOptions
  @Option(help: ArgumentHelp("Pages: a query; a button shows only the steps where it holds; repeatable.", valueName: "expr"))
  var find: [String] = []
  @Option(help: ArgumentHelp("The largest size of the page in megabytes.", valueName: "mb")) var maxSize =
    PageReport.defaultMaximumSize / 1_000_000
  @Option(help: ArgumentHelp("Folders: how many pages are written at most.", valueName: "number")) var maxPages = 20
  @Option(help: ArgumentHelp("Pages: a file to show, such as a screenshot; repeatable.", valueName: "file"), completion: .file())
  var attach: [String] = []
  @Flag(help: "Pages: leave out the files in the folders of attachments beside logs.") var withoutAttachments = false
  @Flag(help: "Pages: leave out the marks and notes of the inspector.") var withoutNotes = false
  @Argument(help: "Logs of one run, or of two; or a folder of logs.", completion: .file(extensions: ["jsonl"])) var logs: [String]

  private enum Form { case html, markdown, text, codeQuality }

  func run() throws {
    let isOfFolder = logs.contains(where: LogFolder.isFolder)
    if isOfFolder, Self.isFolder(output) { return try writeFolder() }
    let form = try form()
    guard attach.isEmpty || form == .html else { throw UsageError(message: "--attach is for the page of a run, a file ending in .html") }
    guard find.isEmpty || form == .html else { throw UsageError(message: "--find is for pages: a file ending in .html, or a folder") }
    let queries = try queries()
    switch form {
    case .markdown where isOfFolder: return try writeSummary { Array($0.markdown().utf8) }
    case .text: return try writeSummary { Array($0.text.map { $0 + "\n" }.joined().utf8) }
    case .codeQuality:
      let sites = SourceSites()
      return try writeSummary { Array(($0.codeQuality { sites.place(of: $0) }.printableText + "\n").utf8) }
    case .html, .markdown: break
    }
    guard (1...4000).contains(maxSize) else { throw UsageError(message: "--max-size \(maxSize): write megabytes, from 1 to 4000") }
    var runs = try Self.checked(logs, try rules.checklist())
    if let beside { runs += try Self.checked([beside], Checklist()) }
    guard let main = runs.first, runs.count <= 2 else {
      throw UsageError(message: "these logs are of \(runs.count) runs; a report shows one, or one beside another")
    }
    for case .unseen(let rule, let name) in runs.flatMap(\.findings).map(\.kind) {
      StandardOutput.warn("fluxtape: \(name.words(in: rule))")
    }
    let stores = runs.flatMap(\.history.stores)
    for query in queries {
      try query.check(amongStores: stores.enumerated().filter { !stores[..<$0.offset].contains($0.element) }.map(\.element))
    }
    switch form {
    case .markdown:
      let comparison = try comparison(of: main, beside: runs.dropFirst().first)
      try OutputFile.write(MarkdownReport(main, beside: comparison, statistics: try statistics(of: main)).lines, to: output)
    case .html, .text, .codeQuality: try writePage(about: main, beside: runs.dropFirst().first, queries, to: output)
    }
  }

  /// - Throws: ``UsageError`` if `--find` has a text that is not a query.
  func queries() throws -> [Query] { try find.map { try Query(argument: $0) } }

  /// Checks logs. Skips empty ones among others: a process may be killed right after it created its next segment.
  ///
  /// - Throws: ``HistoryError`` for the first log that cannot be read.
  private static func checked(_ logs: [String], _ checklist: Checklist) throws -> [CheckedRun] {
    let checked = try CheckedLogs(logs, checklist)
    if let error = checked.unreadable.first(where: { $0.reason != .empty || checked.runs.isEmpty }) { throw error }
    return checked.runs
  }

  func writePage(about main: CheckedRun, beside: CheckedRun?, facts: SeparatingFacts? = nil, _ queries: [Query], to path: String) throws {
    let sites = SourceSites()
    let notes = withoutNotes ? [] : PageReport.Note.kept(for: main.history)
    let attachments = try (withoutAttachments ? [] : PageReport.Attachment.ofLogs(of: main.history)) + PageReport.Attachment.named(attach)
    let runs = [main] + (beside.map { [$0] } ?? [])
    let answers = try queries.map { query in PageReport.Answer(to: query, found: try runs.map { try Self.found(query, in: $0) }) }
    let report = PageReport(
      main, beside: try comparison(of: main, beside: beside), facts: facts, statistics: try statistics(of: main), answers: answers,
      notes: notes, attachments: attachments.sorted { $0.name < $1.name }
    ) { sites.source(around: $0) }
    let page = try report.page(upTo: maxSize * 1_000_000)
    if let notice = page.notice { StandardOutput.warn("fluxtape: \(path): \(notice)") }
    try OutputFile.write(Array(page.html.utf8), to: path)
  }

  private static func found(_ query: Query, in run: CheckedRun) throws -> PageReport.Answer.Found {
    let (rows, undecided) = try run.history.rowsAndUndecided(matching: query, task: "searching")
    if rows.isEmpty { try run.history.warnAboutUnseenNames(in: query, log: run.log) }
    return (rows, UndecidedReport(undecided, of: run.history, log: run.log))
  }

  private func statistics(of run: CheckedRun) throws -> LogStatistics {
    try Progress.of("writing") { try run.history.statistics(report: $0) }
  }

  private func comparison(of run: CheckedRun, beside other: CheckedRun?) throws -> ComparisonReport? {
    try other.map { try ComparisonReport(run, beside: $0) }
  }

  private func form() throws -> Form {
    switch output.split(separator: ".").last?.lowercased() {
    case "html", "htm": return .html
    case "md", "markdown": return .markdown
    case "txt": return .text
    case "json": return .codeQuality
    default:
      throw UsageError(
        message: "--output \(output): must end in .html, .md, .txt or .json, or name a folder for a folder of logs")
    }
  }
}
