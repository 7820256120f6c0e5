package import FluxtapeAnswers
package import FluxtapeHistory
package import FluxtapeJSON
import FluxtapeScreen

/// The results of many runs for a job's page: totals, then each failure once, the worst first, and at the end what was left out.
///
/// A failure has its test, the problems of its first run with the action that wrote a failing value, what separates its runs from green ones,
/// and, with a single green run, how the first run differs from it.
///
/// Green runs are counted but not listed. In Markdown, all text from a log is escaped.
package struct FolderSummary: Sendable {
  private let listing: RunListing
  private let parts: [Part]
  /// The maximum number of runs to list per failure.
  private static let shownRuns = 10
  /// The maximum width of a test's title where there must be room for it.
  private static let longestTitle = 200
  /// GitHub rejects a step's summary beyond 1 MiB.
  package static let mostBytes = 1 << 20

  /// A failure, and its description.
  private struct Part: Sendable {
    let group: FailureGroup
    let title: String
    /// The facts that separate the runs from green ones.
    let facts: [SeparatingFacts]
    /// The problems of the first run, and its comparison with the only green run, as Markdown.
    let details: [String]
    let comparison: [String]
  }

  /// - Parameters:
  ///   - causes: The facts that separate red runs from green ones; all of them, if a failure has several causes.
  ///   - title: Returns the title of a failure from its first run; `nil` for the run's problem.
  ///   - details: Returns the problems of the first run of a failure under its title, as lines of Markdown.
  ///   - comparison: Returns how a run differs from the only green one, as lines of Markdown.
  package init(
    _ listing: RunListing, causes: FolderCauses, hidesValues: Bool = false, title: (RunListing.Entry) -> String? = { _ in nil },
    details: (RunListing.Entry, String) throws -> [String] = { _, _ in [] }, comparison: (RunListing.Entry) throws -> [String] = { _ in [] }
  ) throws {
    self.listing = listing
    parts = try listing.failures.map { group in
      let first = group.entries.first
      var words = first.flatMap(title) ?? first?.summary.reason ?? ""
      if words.isEmpty { words = first?.summary.verdict ?? "" }
      return Part(
        group: group, title: words,
        facts: try causes.signatures(among: group.entries).map { try SeparatingFacts($0.group, in: $0.part, hidesValues: hidesValues) },
        details: try first.map { try details($0, words) } ?? [], comparison: try first.map(comparison) ?? [])
    }
  }
}

extension FolderSummary {
  /// The same for runs that were checked, with the problems of the first run of each failure.
  ///
  /// - Parameter listing: The listing of the same runs.
  /// - Throws: ``HistoryError`` if a log can no longer be read.
  package init(_ runs: [CheckedRun], _ listing: RunListing, causes: FolderCauses, hidesValues: Bool) throws {
    let places = Dictionary(runs.map { ($0.place, $0) }) { first, _ in first }
    func words(_ entry: RunListing.Entry) -> FindingWords? {
      places[entry.place].flatMap { run in run.worst.map { FindingWords($0, in: run, hidesValues: hidesValues) } }
    }
    func lines(_ run: CheckedRun, _ title: String) -> [String] {
      defer { run.closeForNow() }
      return MarkdownReport(run, hidesValues: hidesValues).problemLines(under: title)
    }
    try self.init(
      // If any log contains secrets, values of all logs are hidden.
      listing, causes: causes, hidesValues: hidesValues || runs.contains { $0.redaction != nil },
      title: { entry in words(entry).map { $0.title + ($0.action.map { " (\($0))" } ?? "") } ?? entry.summary.verdict },
      details: { entry, title in places[entry.place].map { lines($0, title) } ?? [] })
  }
}

// MARK: - Markdown

extension FolderSummary {
  /// As many failures as fit. The last ones are left out whole; the last lines give their number.
  package func markdown(upTo bytes: Int = mostBytes) -> String {
    var text = (heading + unreadable + sharings).map { $0 + "\n" }.joined()
    guard text.utf8.count + Self.roomForEnd <= bytes else { return "" }
    var shown = 0
    for part in parts {
      let lines = markdown(of: part).map { $0 + "\n" }.joined()
      guard text.utf8.count + lines.utf8.count + Self.roomForEnd <= bytes else { break }
      text += lines
      shown += 1
    }
    return text + end(shown: shown).map { $0 + "\n" }.joined()
  }

  /// The maximum number of bytes in the last lines.
  private static let roomForEnd = 300

  private var heading: [String] {
    let totals = listing.totals
    return ["## \(totals.red == 0 ? "✅ No run of \(totals.runs) is red" : "❌ \(redTests)")", "", totals.words, ""]
  }

  /// `4 tests fail, 1 flaky, 8 interrupted`: each test once, whatever the number of its attempts.
  private var redTests: String {
    let tests = listing.tests
    func fails(_ test: TestHistory) -> Bool { test.isRed && test.latest?.summary.result != .interrupted }
    let interrupted = tests.count { test in
      test.attempts.contains { $0.summary.result == .interrupted } && !test.isFlaky && !fails(test)
    }
    let failing = tests.count(where: fails)
    let flaky = tests.count { $0.isFlaky && !fails($0) }
    let others = listing.entries.count { $0.summary.test == nil && $0.summary.isRed }
    var parts: [String] = []
    if failing > 0 { parts.append("\(failing.counted("test")) \(failing == 1 ? "fails" : "fail")") }
    func add(_ count: Int, _ word: String) {
      guard count > 0 else { return }
      parts.append(parts.isEmpty ? "\(count.counted("test")) \(count == 1 ? "is" : "are") \(word)" : "\(count) \(word)")
    }
    add(flaky, "flaky")
    add(interrupted, "interrupted")
    if others > 0 {
      let all = listing.entries.count { $0.summary.test == nil }
      parts.append("\(others) of \(all.counted("run")) without a test \(others == 1 ? "is" : "are") red")
    }
    return parts.joined(separator: ", ")
  }

  private var unreadable: [String] {
    let shown = listing.unreadable.prefix(Self.shownRuns).map { "- " + MarkdownText.escaped("cannot be read: \($0)") }
    let more = listing.unreadable.count - shown.count
    return shown.isEmpty ? [] : shown + (more > 0 ? ["- and \(more) more that cannot be read"] : []) + [""]
  }

  private var sharings: [String] {
    let lines = sharingWords { StyledText($0).shortened(to: Self.longestTitle).plain }.map { "- " + MarkdownText.escaped($0) }
    return lines.isEmpty ? [] : lines + [""]
  }

  /// The tests that use one store, and where a log says so.
  private func sharingWords(_ title: (String) -> String = { $0 }) -> [String] {
    let pairs = listing.sharedStores
    let more = pairs.count - Self.shownRuns
    return pairs.prefix(Self.shownRuns).map { "\($0.words(title)) use one store: \($0.entries.first?.address ?? "")" }
      + (more > 0 ? ["and \(more) more pairs of tests that use one store"] : [])
  }

  private func markdown(of part: Part) -> [String] {
    var lines = ["### " + MarkdownText.escaped(Self.heading(of: part)), "", Self.counts(part.group), ""]
    if !part.details.isEmpty { lines += part.details + [""] }
    for facts in part.facts { lines += facts.markdown + [""] }
    if !part.comparison.isEmpty { lines += part.comparison + [""] }
    lines += part.group.entries.prefix(Self.shownRuns).map { entry in
      "- " + MarkdownText.escaped("\(entry.titleWithAttempt): \(entry.address)")
    }
    if part.group.entries.count > Self.shownRuns { lines.append("- and \(part.group.entries.count - Self.shownRuns) more") }
    return lines + [""]
  }

  /// The failure, behind its test if it is of only one.
  private static func heading(of part: Part) -> String {
    guard part.group.testCount == 1, let test = part.group.entries.first?.summary.test else { return part.title }
    return "\(test.title): \(part.title)"
  }

  private static func counts(_ group: FailureGroup) -> String {
    let tests = group.testCount > 0 ? " of " + group.testCount.counted("test") : ""
    let interrupted = group.interrupted.count
    return group.entries.count.counted("run") + tests
      + (interrupted > 0 ? ", and \(interrupted.counted("run")) that \(interrupted == 1 ? "was" : "were") interrupted" : "")
  }

  private func end(shown: Int) -> [String] {
    let left = parts.dropFirst(shown)
    var items: [String] = []
    if !left.isEmpty {
      let runs = left.reduce(0) { $0 + $1.group.entries.count }
      items.append("\(left.count.counted("failure")) of \(runs.counted("red run")), for lack of room")
    }
    if listing.totals.green > 0 { items.append(listing.totals.green.counted("green run")) }
    if listing.totals.skipped > 0 { items.append(listing.totals.skipped.counted("skipped run")) }
    return items.isEmpty ? [] : ["Left out: " + items.joined(separator: "; ")]
  }
}

// MARK: - Text and GitLab

extension FolderSummary {
  /// Lines for people.
  package var text: [String] {
    var lines =
      [listing.totals.words] + (listing.unreadable.map { "cannot be read: \($0)" } + sharingWords()).map { $0.displayed() }
    for part in parts {
      lines += ["", part.title.displayed(), "  " + Self.counts(part.group)]
      lines += part.facts.flatMap(\.text).map { "  " + $0 }
      lines += part.group.entries.prefix(Self.shownRuns).map { "  \($0.titleWithAttempt)  \($0.address)".displayed() }
      if part.group.entries.count > Self.shownRuns { lines.append("  and \(part.group.entries.count - Self.shownRuns) more") }
    }
    return lines
  }

  /// A code quality report for GitLab (`artifacts: reports: codequality`): an issue for each red test and each other red run.
  ///
  /// - Parameter resolve: Returns the place in the checkout of a `site` of a log; `nil` if there is none. An issue without a place names
  ///   its log.
  package func codeQuality(resolve: (String) -> AnnotationReport.Place?) -> JSONValue {
    var seen: Set<ExactText> = []
    return .array(
      parts.flatMap { part in
        part.group.entries.compactMap { entry in
          let name = (entry.summary.test?.caseIdentity ?? entry.address) + " " + entry.summary.signature
          guard seen.insert(ExactText(text: name)).inserted else { return nil }
          let place = [entry.summary.problem?.site, entry.summary.test?.site].compactMap { $0.flatMap(resolve) }.first
          let lines = JSONObject(members: ["begin": place?.line ?? 1])
          return .object(members: [
            "description": "\(entry.title): \(part.title) (\(entry.address))".displayed(), "check_name": "fluxtape",
            "fingerprint": Self.fingerprint(of: name), "severity": entry.severity,
            "location": JSONObject(members: ["path": place?.file ?? entry.paths.first ?? "", "lines": lines]),
          ])
        }
      })
  }
}

extension FolderSummary {
  /// It is the same in each job, so that GitLab distinguishes new issues from known ones.
  private static func fingerprint(of text: String) -> String {
    SHA256.digest(of: Array(text.utf8)).map { String(256 + Int($0), radix: 16).dropFirst() }.joined()
  }
}

extension RunListing.Entry {
  fileprivate var titleWithAttempt: String { title + (summary.test.map { $0.attempt > 1 ? ", attempt \($0.attempt)" : "" } ?? "") }

  /// The severity in GitLab's levels.
  fileprivate var severity: String {
    switch summary.result {
    case .unfinished: "blocker"
    case .failed: "critical"
    case .cancelled, .interrupted, .ended, .skipped, .passed: "major"
    }
  }
}
