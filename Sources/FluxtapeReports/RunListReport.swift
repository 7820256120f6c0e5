package import FluxtapeAnswers
package import FluxtapeHistory
package import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import FluxtapeScreen

/// Many runs, one line per run: its result, its test, and its first problem.
///
/// ```text
/// result  test                 try  steps  first problem                          log
/// failed  CouponTests/total()    1      9  Expectation failed: (total → -5) >= 0  logs/CouponTests.total.1-failed.jsonl:8
/// passed  CouponTests/total()    2      9                                         logs/CouponTests.total.2-passed.jsonl
/// ```
/// A run with a problem that is not a failed test is a `problem` in the text.
///
/// The runs are followed by the failures that several runs share, the tests with several attempts, those that use one store, and totals.
///
/// JSON, one object per run: `result`, `red`, `test`, `case`, `attempt`, `id`, `site`, `run`, `program`, `time`, `hypothetical` (`true` for
/// a what-if run), `duration` (µs), `steps`, `problems`, `problem` (`kind`, `at`, `seq`, `text`, `site`), `interruptedBy` (tests), `logs`,
/// and `number` in a log of several runs; one object per log that cannot be read: `unreadable`, `why`; then, with a `kind`, `failure`
/// (`text`, `runs`, `tests`, `interrupted`, `at`: the first), `test` for each with several attempts (`id`, `test`, `case`, `flaky`,
/// `history`: results), `sharedStore` for each pair of tests that use one store (`tests`, `runs`, `at`: the first) and `totals` (`runs`, `red`, `green`, `skipped`, `interrupted`, `tests`, `redTests`, `flakyTests`).
package struct RunListReport: Report, Sendable {
  private let listing: RunListing

  package init(_ listing: RunListing) { self.listing = listing }

  package var text: [String] {
    let unreadable = listing.unreadable.map { "cannot be read: \($0)".displayed() }
    return listing.entries.isEmpty ? unreadable : lines(\.text, unreadable)
  }

  package var markdown: [String] {
    lines(\.markdown, listing.unreadable.map { "\n" + MarkdownText.escaped("cannot be read: \($0)") })
  }

  private func lines(_ form: (Table) -> [String], _ unreadable: [String]) -> [String] {
    let sections = [failures, attempts, sharings].compactMap(\.self).flatMap { [""] + form($0) }
    return form(table) + unreadable + sections + ["", listing.totals.words]
  }

  package var table: Table {
    var table = Table([
      .init("result"), .init("test"), .init("try", .right), .init("steps", .right), .init("first problem"), .init("log"),
    ])
    for entry in listing.entries {
      let run = entry.summary
      table.append([
        run.verdict, entry.title, run.test.map { String($0.attempt) } ?? "", String(run.steps), run.reason,
        entry.address,
      ])
    }
    return table
  }

  package var json: [JSONValue] {
    listing.entries.map { .object($0.json) }
      + listing.unreadable.map { .object(members: ["unreadable": $0.path, "why": $0.description]) }
      + listing.failures.map(\.json) + testsWithAttempts.map(\.json) + listing.sharedStores.map(\.json)
      + [listing.totals.json]
  }

  /// Failures by what they share, if there are several red runs.
  private var failures: Table? {
    let failures = listing.failures
    guard listing.totals.red > 1 else { return nil }
    var table = Table([.init("runs", .right), .init("tests", .right), .init("interrupted", .right), .init("first"), .init("failure")])
    for failure in failures {
      table.append(
        [failure.entries.count, failure.testCount, failure.interrupted.count].map(String.init) + [
          failure.entries.first?.address ?? "", failure.entries.first?.summary.reason ?? "",
        ])
    }
    return table
  }

  private var testsWithAttempts: [TestHistory] { listing.tests.filter { $0.attempts.count > 1 } }

  private var attempts: Table? {
    let tests = testsWithAttempts
    guard !tests.isEmpty else { return nil }
    var table = Table([.init("attempts", .right), .init("red", .right), .init("history"), .init("test")])
    for test in tests { table.append([String(test.attempts.count), String(test.redCount), test.signs, test.test.title]) }
    return table
  }

  private var sharings: Table? {
    let pairs = listing.sharedStores
    guard !pairs.isEmpty else { return nil }
    var table = Table([.init("runs", .right), .init("first"), .init("tests that use one store")])
    for pair in pairs { table.append([String(pair.entries.count), pair.entries.first?.address ?? "", pair.words()]) }
    return table
  }
}

// MARK: - Words

extension SharedStore {
  /// `CartTests/first() and CartTests/second()`
  func words(_ title: (String) -> String = { $0 }) -> String { tests.map(title).joined(separator: " and ") }

  fileprivate var json: JSONValue {
    .object(members: ["kind": "sharedStore", "tests": tests, "runs": entries.count, "at": entries.first?.address ?? ""])
  }
}

extension RunListing.Entry {
  /// The test; for other runs the app and its start, or else the name of the run. A what-if run says that it is hypothetical.
  package var title: String { recordedTitle + hypotheticalNote }

  /// Follows the name of a run that was not recorded.
  package var hypotheticalNote: String { summary.isHypothetical ? " (hypothetical)" : "" }

  private var recordedTitle: String {
    if let test = summary.test { return test.title }
    let start = summary.start.map { "\($0.date) \($0.clock.prefix(Self.clockToSeconds))" }
    if let program = summary.program { return [program, start].compactMap { $0 }.joined(separator: ", ") }
    return summary.run ?? start ?? paths.first ?? ""
  }

  /// The length of `09:00:00` in a clock with fractions of a second.
  private static let clockToSeconds = 8

  /// A line that precedes the details of the run.
  package var heading: String { "\(summary.verdict)  \(title)  \(paths.first ?? "")".displayed() }

  /// The log, and the step of interest.
  var address: String {
    let log = paths.first ?? ""
    if let number { return "\(log) --run \(number)" }
    return log + (summary.problem?.step.map { ":\($0)" } ?? "")
  }

  fileprivate var json: JSONObject {
    let run = summary
    let problem = run.problem.map {
      JSONObject(members: ["kind": $0.kind.rawValue, "at": address, "seq": $0.step, "text": $0.text, "site": $0.site])
    }
    return JSONObject(members: [
      "result": run.result.rawValue, "red": run.isRed, "test": run.test?.name, "case": run.test?.arguments, "attempt": run.test?.attempt,
      "id": run.test?.identity, "site": run.test?.site, "run": run.run, "program": run.program, "time": run.start?.description,
      "hypothetical": run.isHypothetical ? true : nil, "duration": run.duration, "steps": run.steps, "problems": run.problemCount,
      "problem": problem, "interruptedBy": run.interruptedBy.isEmpty ? nil : run.interruptedBy, "logs": paths, "number": number,
    ])
  }
}

extension RunSummary {
  /// The result in one word that distinguishes red from green.
  package var verdict: String { isRed && [.ended, .passed, .skipped].contains(result) ? "problem" : result.rawValue }
}

extension RunSummary {
  /// What went wrong, and where; empty if nothing did.
  package var reason: String {
    guard result != .interrupted else { return "interrupted by the crash of " + Self.words(interruptedBy) }
    return problem?.words ?? (result == .unfinished && test != nil ? "no result: the process died, or still runs" : "")
  }

  private static func words(_ titles: [String]) -> String {
    titles.prefix(3).joined(separator: " or ") + (titles.count > 3 ? " or \(titles.count - 3) others" : "")
  }
}

extension TestHistory {
  /// One sign per attempt: `✗✓`.
  var signs: String {
    attempts.map { $0.summary.isRed ? "✗" : $0.summary.isGreen ? "✓" : "–" }.joined()
  }

  fileprivate var json: JSONValue {
    .object(members: [
      "kind": "test", "id": test.identity, "test": test.name, "case": test.arguments, "flaky": isFlaky,
      "history": attempts.map(\.summary.result.rawValue),
    ])
  }
}

extension FailureGroup {
  fileprivate var json: JSONValue {
    .object(members: [
      "kind": "failure", "text": entries.first?.summary.reason ?? "", "runs": entries.count, "tests": testCount,
      "interrupted": interrupted.count, "at": entries.first?.address ?? "",
    ])
  }
}

extension RunTotals {
  /// `57 runs of 45 tests: 12 red (3 of them interrupted), 40 green, 5 skipped; 2 of 45 tests are flaky (4 %), 3 were red at the last attempt`.
  var words: String {
    var text = runs.counted("run") + (tests > 0 ? " of " + tests.counted("test") : "") + ": \(red) red"
    if interrupted > 0 { text += " (\(interrupted) of them interrupted)" }
    text += ", \(green) green" + (skipped > 0 ? ", \(skipped) skipped" : "")
    var parts: [String] = []
    if flakyTests > 0 {
      let percent = (flakyTests * 100 + tests / 2) / tests
      parts.append("\(flakyTests) of \(tests.counted("test")) \(flakyTests == 1 ? "is" : "are") flaky (\(percent) %)")
    }
    if redTests > 0 { parts.append("\(redTests) \(redTests == 1 ? "was" : "were") red at the last attempt") }
    return parts.isEmpty ? text : text + "; " + parts.joined(separator: ", ")
  }

  var json: JSONValue {
    .object(members: [
      "kind": "totals", "runs": runs, "red": red, "green": green, "skipped": skipped, "interrupted": interrupted, "tests": tests,
      "redTests": redTests, "flakyTests": flakyTests,
    ])
  }
}
