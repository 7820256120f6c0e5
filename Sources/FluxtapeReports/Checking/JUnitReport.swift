package import FluxtapeAnswers
package import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import FluxtapeScreen

/// Test results in the format of CI systems: a case for each test, or for each run that is not a test.
///
/// Attempts at one test are reported as by Maven Surefire. If the last one is red, the first red one is a `failure` and the others are
/// `rerunFailure`. If it is green, each red one before it is a `flakyFailure` and the test passed. Tests that a crash interrupted have an
/// `error` instead. The other findings of a run are listed within its failure.
///
/// The elements and attributes are those of Jenkins' schema junit-10.xsd.
package struct JUnitReport: Sendable {
  private let suites: [[Case]]
  private let unreadable: [HistoryError]
  private let runs: [RunPlace: CheckedRun]
  private let hidesValues: Bool

  /// The maximum number of findings to write out per run.
  private static let shownOfARun = 20

  /// - Parameters:
  ///   - unreadable: Logs that cannot be read, with the errors: each becomes a case with an error.
  /// - Throws: ``HistoryError`` if a log can no longer be read.
  package init(_ runs: [CheckedRun], unreadable: [HistoryError] = [], hidesValues: Bool = false) throws(HistoryError) {
    let listing = try RunListing(runs, unreadable: unreadable)
    self.unreadable = unreadable
    self.hidesValues = hidesValues
    self.runs = Dictionary(runs.map { ($0.place, $0) }) { first, _ in first }
    var cases = listing.tests.map { Case($0) }
    cases += listing.entries.filter { $0.summary.test == nil }.map { Case($0) }
    suites = cases.grouped(by: \.suite)
  }

  private struct Case {
    let suite: String
    let name: String
    let attempts: [RunListing.Entry]
    /// Microseconds of the last attempt.
    var duration: Int { attempts.last?.summary.duration ?? 0 }

    init(_ test: TestHistory) {
      let identity = test.test.identity
      let slash = identity.firstRange(of: "/`")?.lowerBound ?? identity.lastIndex(of: "/")
      suite = slash.map { String(identity[..<$0]) } ?? String(identity.prefix { $0 != "." })
      let name = slash.map { String(identity[identity.index(after: $0)...]) } ?? test.test.name
      self.name = name + (test.test.arguments.map { " [\($0)]" } ?? "")
      attempts = test.attempts
    }

    init(_ entry: RunListing.Entry) {
      suite = entry.summary.program ?? "logs"
      name = (entry.paths.first ?? "") + (entry.number.map { " run \($0)" } ?? "")
      attempts = [entry]
    }
  }
}

// MARK: - Results

extension JUnitReport {
  private enum Result { case passed, skipped, failed, interrupted }

  private func isRed(_ entry: RunListing.Entry) -> Bool { run(of: entry)?.isRed(entry.summary) ?? entry.summary.isRed }

  private func run(of entry: RunListing.Entry) -> CheckedRun? { runs[entry.place] }

  /// The result of the last attempt that was not skipped. A failed test is represented by its first red attempt.
  private func result(of one: Case) -> Result {
    guard let latest = one.attempts.last(where: { $0.summary.result != .skipped }) else { return .skipped }
    guard isRed(latest), let first = one.attempts.first(where: isRed) else { return .passed }
    return first.summary.result == .interrupted ? .interrupted : .failed
  }

  private func counts(of cases: [Case]) -> (tests: Int, failures: Int, errors: Int, skipped: Int, time: Int) {
    let results = cases.map(result)
    func count(_ wanted: Result) -> Int { results.count { $0 == wanted } }
    let time = cases.reduce(0) { $0.saturatingAdd($1.duration) }
    return (cases.count, count(.failed), count(.interrupted), count(.skipped), time)
  }
}

// MARK: - Writing

extension JUnitReport {
  /// The document's lines.
  package var lines: [String] {
    let all = counts(of: suites.flatMap(\.self))
    let attributes = [
      ("name", "fluxtape check"), ("time", Self.seconds(all.time)), ("tests", String(all.tests + unreadable.count)),
      ("failures", String(all.failures)), ("errors", String(all.errors + unreadable.count)),
    ]
    var lines = [#"<?xml version="1.0" encoding="UTF-8"?>"#, "<testsuites\(Self.text(attributes))>"]
    for (place, suite) in suites.enumerated() { lines += self.lines(of: suite, place: place) }
    return lines + unreadableLines + ["</testsuites>"]
  }

  private func lines(of cases: [Case], place: Int) -> [String] {
    let counts = counts(of: cases)
    var attributes = [
      ("name", cases[0].suite), ("tests", String(counts.tests)), ("failures", String(counts.failures)), ("errors", String(counts.errors)),
      ("skipped", String(counts.skipped)), ("time", Self.seconds(counts.time)), ("id", String(place)),
    ]
    let header = cases[0].attempts.first.flatMap(run)?.history.header
    // The schema has no time zone, so the `Z` is dropped.
    if let time = header?.time { attributes.append(("timestamp", time.hasSuffix("Z") ? String(time.dropLast()) : time)) }
    if let host = header?.process?["host"]?.string { attributes.append(("hostname", host)) }
    return ["  <testsuite\(Self.text(attributes))>"] + cases.flatMap(lines) + ["  </testsuite>"]
  }

  private func lines(of one: Case) -> [String] {
    defer { for entry in one.attempts { run(of: entry)?.closeForNow() } }
    let attributes = Self.text([("name", one.name), ("classname", one.suite), ("time", Self.seconds(one.duration))])
    let red = one.attempts.filter(isRed)
    var lines = ["    <testcase\(attributes)>"]
    switch result(of: one) {
    case .skipped: lines.append("      <skipped/>")
    case .passed: lines += red.flatMap { rerun($0, "flaky") }
    case .failed, .interrupted:
      lines += red.prefix(1).flatMap { entry in
        let element = entry.summary.result == .interrupted ? "error" : "failure"
        return ["      <\(element)\(message(of: entry))>\(body(of: entry))</\(element)>"]
      }
      lines += red.dropFirst().flatMap { rerun($0, "rerun") }
    }
    let places = one.attempts.map { "\($0.summary.verdict): fluxtape \($0.address)" }
    return lines + ["      <system-out>\(MarkupText.escaped(lines: places))</system-out>", "    </testcase>"]
  }

  private func rerun(_ entry: RunListing.Entry, _ word: String) -> [String] {
    let element = word + (entry.summary.result == .interrupted ? "Error" : "Failure")
    return [
      "      <\(element)\(message(of: entry))>", "        <stackTrace>\(body(of: entry))</stackTrace>",
      "        <system-out>\(MarkupText.escaped(entry.address))</system-out>", "      </\(element)>",
    ]
  }

  private func message(of entry: RunListing.Entry) -> String {
    let worst = run(of: entry).flatMap { run in run.worst.map { FindingWords($0, in: run, hidesValues: hidesValues) } }
    let isInterrupted = entry.summary.result == .interrupted
    let words = isInterrupted ? entry.summary.reason : worst.map { "\($0.address) \($0.title)" } ?? entry.summary.verdict
    let type = isInterrupted ? "interrupted" : worst?.finding.kind.name ?? entry.summary.result.rawValue
    return Self.text([("type", type), ("message", words)])
  }

  /// All problems of a run, the worst first.
  private func body(of entry: RunListing.Entry) -> String {
    guard let run = run(of: entry) else { return "" }
    let problems = run.sortedFindings.filter { !$0.isNote }
    var lines: [String] = []
    for finding in problems.prefix(Self.shownOfARun) {
      let words = FindingWords(finding, in: run, hidesValues: hidesValues)
      lines += ["\(words.address)  \(words.title)"] + words.facts.map { "  \($0.0.padded(toColumns: 6))  \($0.1)" }
    }
    if problems.count > Self.shownOfARun { lines.append("and \(problems.count - Self.shownOfARun) more, see 'fluxtape check \(run.log)'") }
    return MarkupText.escaped(lines: lines)
  }

  private var unreadableLines: [String] {
    guard !unreadable.isEmpty else { return [] }
    let count = String(unreadable.count)
    let suite = [
      ("name", "logs that cannot be read"), ("tests", count), ("failures", "0"), ("errors", count), ("skipped", "0"),
      ("time", Self.seconds(0)), ("id", String(suites.count)),
    ]
    let cases = unreadable.flatMap { error in
      let attributes = Self.text([("name", error.path), ("classname", "logs that cannot be read"), ("time", Self.seconds(0))])
      let message = Self.text([("type", "unreadable"), ("message", error.description)])
      return ["    <testcase\(attributes)>", "      <error\(message)/>", "    </testcase>"]
    }
    return ["  <testsuite\(Self.text(suite))>"] + cases + ["  </testsuite>"]
  }

  private static func text(_ attributes: [(String, String)]) -> String {
    attributes.map { " \($0.0)=\"\(MarkupText.escaped($0.1))\"" }.joined()
  }

  /// Microseconds as seconds: `0.000090`.
  private static func seconds(_ microseconds: Int) -> String {
    "\(microseconds / 1_000_000)." + String(1_000_000 + microseconds % 1_000_000).dropFirst()
  }
}
