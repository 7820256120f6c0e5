import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeReports

extension List {
  /// Prints the runs of a folder, one line each.
  func printRuns() throws {
    guard !follow, choice.run == nil, !choice.merge else {
      throw UsageError(message: "--follow, --run and --merge are for logs, not for folders")
    }
    let format = try answer.resolved()
    let details = try detail.resolved(as: format)
    if let query {
      guard index == nil, !rerun else { throw UsageError(message: "--where excludes --index and --rerun") }
      var search = FolderSearch(try Query(argument: query), as: format, details)
      return try search.run(logs) { try detail.check(amongStores: $0) }
    }
    guard details.isEmpty else { throw UsageError(message: "--with and --value are for steps: add --where to ask for some") }
    let listing = try RunListing(folders: logs)
    if let index {
      let page = RunIndexPage(listing, in: Self.folder(of: index), pages: listing.pagesBesideLogs)
      try OutputFile.write(page.html, to: index)
    }
    guard rerun else { return try Self.print(listing, as: format) }
    let patterns = RerunFilter(listing).patterns
    guard !patterns.isEmpty else { throw NotThere(message: "\(logs[0]): no red tests, so nothing to rerun") }
    StandardOutput.write(lines: patterns)
  }

  /// Prints the runs of folders, or the timeline of logs.
  static func printAnything(of logs: [String]) throws {
    guard logs.contains(where: LogFolder.isFolder) else { return try printTimeline(of: logs) }
    try print(RunListing(folders: logs), as: .text)
  }

  private static func print(_ listing: RunListing, as format: ReportFormat) throws {
    StandardOutput.write(lines: RunListReport(listing).lines(as: format))
    try ExitStatus.end(found: false, unreadable: !listing.unreadable.isEmpty)
  }

  private static func folder(of path: String) -> String { path.lastIndex(of: "/").map { String(path[...$0]) } ?? "" }
}

extension RunListing {
  /// Existing pages about runs: `run.html` beside `run.jsonl`.
  fileprivate var pagesBesideLogs: [RunPlace: String] {
    let pairs = entries.compactMap { entry -> (RunPlace, String)? in
      guard let log = entry.paths.first, let end = log.lastIndex(of: "."), log.hasSuffix(".jsonl") else { return nil }
      let page = log[..<end] + ".html"
      return OutputFile.kind(of: String(page)) != nil ? (entry.place, String(page)) : nil
    }
    return Dictionary(pairs) { first, _ in first }
  }

  /// Warns about names in rules that no run has, which are probably misspelled.
  func warnAboutUnseenNames(sharedWith other: RunListing? = nil) {
    for words in unseenNames where other?.unseenNames.contains(words) ?? true { StandardOutput.warn("fluxtape: \(words)") }
  }

  /// Reads all logs in folders, and logs. Shows progress.
  ///
  /// - Parameter visit: Called with each run while it is open, in unspecified order.
  /// - Throws: ``HistoryError`` if a folder cannot be read, or ``UsageError`` if it has no log.
  init(
    folders: [String], checklist: Checklist = Checklist(), visit: (History, Entry) throws(HistoryError) -> Void = { _, _ in }
  ) throws {
    let paths = try folders.flatMap { try LogFolder.logs(at: $0) }
    self = Progress.of("reading") { RunListing(paths, checklist: checklist, converting: .ofForeignLogs, visit: visit, report: $0) }
  }
}

extension LogFolder {
  /// Returns the path, or the logs in it if it is a folder.
  ///
  /// - Throws: ``HistoryError`` if the folder cannot be read, or ``UsageError`` if it has no log.
  static func logs(at path: String) throws -> [String] {
    guard isFolder(path) else { return [path] }
    let found = try logs(in: path)
    guard !found.isEmpty else { throw UsageError(message: "\(path): no log in this folder; the names of logs end in .jsonl or .jsonl.gz") }
    return found
  }
}
