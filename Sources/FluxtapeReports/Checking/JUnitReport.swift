public import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import FluxtapeScreen

/// What a check found, as the XML that CI systems read as test results: a suite for each run, a case for each thing that was looked for,
/// passed or failed.
///
/// Elements and attributes are those that Jenkins' schema junit-10.xsd allows.
public struct JUnitReport: Sendable {
  private let runs: [CheckedRun]
  private let unreadable: [HistoryError]
  private let rules: [CheckRule]
  private let hidesValues: Bool

  /// Findings that are written out in one case.
  private static let shownInACase = 20

  /// What is looked for in any run, by the names of findings.
  private static let standing = [
    ("failure", "no action failed"), ("mark", "no expectation failed"), ("in-flight", "no action was in flight"),
    ("pending", "asynchronous work was completed"), ("gap", "no record is missing"), ("bad-line", "every line is a record"),
    ("torn-end", "the last line is whole"), ("recorder", "the recorder composed every patch as it should"),
    ("repeated-step", "no step is there twice"), ("time-went-back", "times do not go back"),
    ("wrong-cause", "causes come first"), ("patch-failed", "patches fit"),
    ("patch-without-state", "patches have a state to change"),
    ("snapshot-differs", "patches lead to the snapshots"),
    ("still-true", "nothing is loading at the end"), ("feedback-loop", "no feedback loop"),
  ]

  /// - Parameters:
  ///   - unreadable: Logs that nothing can be said of, and why: a suite with an error each.
  ///   - checklist: What was asked for, whether it holds or not.
  public init(_ runs: [CheckedRun], unreadable: [HistoryError] = [], checklist: Checklist, hidesValues: Bool = false) {
    self.runs = runs
    self.unreadable = unreadable
    rules = checklist.rules
    self.hidesValues = hidesValues
    var cases = Self.standing
    if checklist.looksForSecrets { cases.append(("secret", "no readable secret")) }
    if checklist.requiresEnd { cases.append(("no-end", "the recorder was closed")) }
    self.cases = cases
  }

  private let cases: [(String, String)]

  private struct Case {
    let name: String
    let failures: [Finding]
  }

  /// The document's lines.
  public var lines: [String] {
    let suites = runs.enumerated().map { (place: $0.offset, run: $0.element, cases: cases(of: $0.element)) }
    let failed = suites.reduce(0) { $0 + Self.failed($1.cases) }
    let count = suites.reduce(unreadable.count) { $0 + $1.cases.count }
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      #"<testsuites name="fluxtape check" tests="\#(count)" failures="\#(failed)" errors="\#(unreadable.count)">"#,
    ]
    for suite in suites { lines += self.lines(of: suite.run, suite.cases, place: suite.place) }
    for (place, error) in unreadable.enumerated() { lines += Self.lines(of: error, place: runs.count + place) }
    return lines + ["</testsuites>"]
  }

  private func cases(of run: CheckedRun) -> [Case] {
    let problems = run.problems
    return cases.map { name, title in Case(name: title, failures: problems.filter { $0.kind.name == name }) }
      + rules.map { rule in Case(name: rule.name, failures: problems.filter { $0.kind.rule == rule }) }
  }

  private static func failed(_ cases: [Case]) -> Int { cases.count { !$0.failures.isEmpty } }

  private func lines(of run: CheckedRun, _ cases: [Case], place: Int) -> [String] {
    var attributes = [
      ("name", run.log), ("tests", String(cases.count)), ("failures", String(Self.failed(cases))), ("errors", "0"), ("id", String(place)),
    ]
    // The schema's time zone is the reader's: no `Z`.
    if let time = run.history.header?.time { attributes.append(("timestamp", time.hasSuffix("Z") ? String(time.dropLast()) : time)) }
    if let host = run.history.header?.process?["host"]?.string { attributes.append(("hostname", host)) }
    var lines = ["  <testsuite\(Self.text(attributes))>"]
    lines += ["    <properties>", "      <property name=\"run\" value=\"\(MarkupText.escaped(run.title))\"/>", "    </properties>"]
    for one in cases { lines += self.lines(of: one, in: run) }
    return lines + ["  </testsuite>"]
  }

  private static func lines(of error: HistoryError, place: Int) -> [String] {
    let suite = text([("name", error.path), ("tests", "1"), ("failures", "0"), ("errors", "1"), ("id", String(place))])
    let message = text([("type", "unreadable"), ("message", error.description)])
    return [
      "  <testsuite\(suite)>", "    <testcase\(text([("name", "the log can be read"), ("classname", error.path)]))>",
      "      <error\(message)/>", "    </testcase>", "  </testsuite>",
    ]
  }

  private func lines(of one: Case, in run: CheckedRun) -> [String] {
    let attributes = Self.text([("name", one.name), ("classname", run.title)])
    guard !one.failures.isEmpty else { return ["    <testcase\(attributes)/>"] }
    var lines = ["    <testcase\(attributes)>"]
    for finding in one.failures.prefix(Self.shownInACase) {
      let words = FindingWords(finding, in: run, hidesValues: hidesValues)
      let message = Self.text([("type", finding.kind.name), ("message", "\(words.address) \(words.title)")])
      let facts = words.facts.map { "\($0.0.padded(to: 6))  \($0.1)" }
      lines.append("      <failure\(message)>\(MarkupText.escaped(lines: facts))</failure>")
    }
    if one.failures.count > Self.shownInACase {
      lines.append("      <system-out>and \(one.failures.count - Self.shownInACase) more</system-out>")
    }
    return lines + ["    </testcase>"]
  }

  private static func text(_ attributes: [(String, String)]) -> String {
    attributes.map { " \($0.0)=\"\(MarkupText.escaped($0.1))\"" }.joined()
  }
}
