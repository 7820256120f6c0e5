import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeReports

extension WriteReport {
  /// Writes pages about the runs of a folder, and an index page.
  func writeFolder() throws {
    guard beside == nil else {
      throw UsageError(message: "--beside is for one run; red runs of a folder are shown beside its green ones")
    }
    guard attach.isEmpty else {
      throw UsageError(message: "--attach is for one run; the pages of a folder show the attachments beside logs")
    }
    guard maxPages > 0 else { throw UsageError(message: "--max-pages \(maxPages): write a number from 1") }
    let queries = try queries()
    try OutputFile.makeFolder(output)
    let folder = output.hasSuffix("/") ? output : output + "/"
    let (listing, checklist) = try listing()
    if !listing.entries.isEmpty {
      for query in queries { try query.check(amongStores: listing.stores) }
    }
    let wanted = try listing.pairs(try causes(of: listing))
    var pages: [RunPlace: String] = [:]
    for (place, pair) in wanted.prefix(maxPages).enumerated() {
      let name = folder == "./" ? "" : folder
      let path = name + (place == 0 ? "report.html" : "report-\(place + 1).html")
      try writePage(
        about: checked(pair.run, checklist), beside: try pair.beside.map { try checked($0, Checklist()) }, facts: pair.facts, queries,
        to: path)
      pages[pair.run.place] = path
    }
    let note = leftOut(wanted)
    if let note { StandardOutput.warn("fluxtape: \(output): \(note)") }
    let index = folder == "./" ? "" : folder
    try OutputFile.write(RunIndexPage(listing, in: index, pages: pages, note: note).html, to: index + "index.html")
    for problem in listing.unreadable { StandardOutput.warn("fluxtape: left out: \(problem)") }
    try ExitStatus.end(found: false, unreadable: !listing.unreadable.isEmpty)
  }

  /// Writes a summary of many runs, in the form of the file's extension.
  func writeSummary(_ form: (FolderSummary) throws -> [UInt8]) throws {
    guard beside == nil else { throw UsageError(message: "--beside is for pages and Markdown of one run") }
    let (listing, checklist) = try listing()
    var (detailed, compared) = (0, 0)
    let causes = try causes(of: listing)
    let summary = try FolderSummary(
      listing, causes: causes,
      details: { entry, title in
        detailed += 1
        return detailed <= maxPages ? MarkdownReport(try checked(entry, checklist)).problemLines(under: title) : []
      },
      comparison: { entry in
        let green = causes.parts.first { $0.group.red.contains(entry) }?.group.green ?? []
        compared += 1
        guard green.count == 1, compared <= maxPages else { return [] }
        let group = causes.signatures(among: [entry]).first?.group
        // Rows of facts are those of the group's first run.
        let row = group?.red.first?.place == entry.place ? group?.facts.first?.row : nil
        return try ComparisonReport(entry, beside: green[0], causeRow: row) { try Compare.compare($0, $1) }.differences
      })
    try OutputFile.write(try form(summary), to: output)
    try ExitStatus.end(found: false, unreadable: !listing.unreadable.isEmpty)
  }

  /// Finds the causes of as many red tests as pages are allowed.
  private func causes(of listing: RunListing) throws -> FolderCauses {
    try FolderCauses(showingProgress: Array(listing.groups.prefix(maxPages)))
  }

  private func listing() throws -> (RunListing, Checklist) {
    let checklist = try rules.checklist()
    let listing = try RunListing(folders: logs, checklist: checklist)
    if !listing.entries.isEmpty { try checklist.check(amongStores: listing.stores) }
    listing.warnAboutUnseenNames()
    return (listing, checklist)
  }

  /// Returns a note about runs without a page; `nil` if all have one.
  private func leftOut(_ wanted: [RunListing.Pair]) -> String? {
    let left = wanted.dropFirst(maxPages).map { $0.run.summary.test?.title ?? $0.run.paths.first ?? "" }
    guard !left.isEmpty else { return nil }
    let names = left.prefix(5).joined(separator: ", ") + (left.count > 5 ? " and \(left.count - 5) more" : "")
    return "pages for \(maxPages) of \(wanted.count) runs; --max-pages \(wanted.count) adds \(names)"
  }

  /// Whether a path is for a folder, not for a page.
  static func isFolder(_ path: String) -> Bool {
    LogFolder.isFolder(path) || path.hasSuffix("/") || !path.split(separator: "/").suffix(1).joined().contains(".")
  }

  private func checked(_ entry: RunListing.Entry, _ checklist: Checklist) throws -> CheckedRun {
    let runs = try History.openAny(entry.paths)
    let place = (entry.number ?? 1) - 1
    guard runs.indices.contains(place) else { throw UsageError(message: "\(entry.paths.first ?? ""): the log changed while it was read") }
    let run = runs[place]
    let findings = try Progress.of("checking") { try run.check(checklist, report: $0) }
    return CheckedRun(run, log: entry.paths.first ?? "", findings: findings)
  }
}

extension RunListing {
  /// A run for a page, and a green run to show beside it.
  fileprivate struct Pair {
    let run: Entry
    var beside: Entry?
    /// The facts that separate this and similar red runs from green ones.
    var facts: SeparatingFacts?
  }

  /// Returns the runs for pages, one of each failure first.
  ///
  /// For each test: one red run for each cause, beside the most similar green run; without known causes, the first red run beside the last
  /// green one. Also every red run without a test and a known cause. If no run is red, all runs.
  fileprivate func pairs(_ causes: FolderCauses) throws -> [Pair] {
    let pairs = try groups.flatMap { group -> [Pair] in
      let signatures = causes.signatures(among: group.red)
      if !signatures.isEmpty {
        return try signatures.map { part, signature in
          Pair(run: signature.red[0], beside: signature.nearest, facts: try SeparatingFacts(signature, in: part))
        }
      }
      if let green = group.green.last, let part = causes.parts.first(where: { $0.group == group }) {
        let runs = group.test == nil ? group.red[...] : group.red.prefix(1)
        return try runs.map { run in
          Pair(run: run, beside: green, facts: try SeparatingFacts(unexplained: group.red, in: part, on: run))
        }
      }
      return group.test == nil ? group.red.map { Pair(run: $0) } : group.red.prefix(1).map { Pair(run: $0, beside: group.green.last) }
    }
    guard !pairs.isEmpty else { return entries.map { Pair(run: $0) } }
    let order = Dictionary(failures.enumerated().map { ($0.element.entries.first?.summary.signature ?? "", $0.offset) }) { first, _ in first
    }
    var seen: [String: Int] = [:]
    let places = pairs.enumerated().map { place, pair in
      let signature = pair.run.summary.signature
      seen[signature, default: 0] += 1
      return (seen[signature] == 1 ? 0 : 1, order[signature] ?? order.count, place)
    }
    return places.sorted { $0 < $1 }.map { pairs[$0.2] }
  }
}
