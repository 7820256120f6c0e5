public import FluxtapeHistory
public import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import FluxtapeScreen

/// Many runs, a line each: how each ended, which test it was, and what went wrong in it first.
///
/// ```text
/// result  test                 try  steps  first problem                          log
/// failed  CouponTests/total()    1      9  Expectation failed: (total → -5) >= 0  logs/CouponTests.total.1-failed.jsonl:8
/// passed  CouponTests/total()    2      9                                         logs/CouponTests.total.2-passed.jsonl
/// ```
/// A run that is no failed test and has a problem is a `problem` in the text.
///
/// JSON, an object a run: `result`, `red`, `test`, `case`, `attempt`, `id`, `site`, `run`, `program`, `time`, `duration` (µs), `steps`, `problems`, `problem`
/// (`kind`, `at`, `seq`, `text`, `site`), `logs`, and `number` in a log of several runs; an object a log that cannot be read: `unreadable`, `why`.
public struct RunListReport: Report, Sendable {
  private let listing: RunListing

  public init(_ listing: RunListing) { self.listing = listing }

  public var text: [String] { listing.entries.isEmpty ? unreadableLines : table.text + unreadableLines }

  private var unreadableLines: [String] { listing.unreadable.map { "cannot be read: \($0)".displayed() } }

  public var markdown: [String] { table.markdown + listing.unreadable.map { "\n" + MarkdownText.escaped("cannot be read: \($0)") } }

  public var table: Table {
    var table = Table([
      .init("result"), .init("test"), .init("try", .right), .init("steps", .right), .init("first problem"), .init("log"),
    ])
    for entry in listing.entries {
      let run = entry.summary
      table.append([
        run.verdict, entry.title, run.test.map { String($0.attempt) } ?? "", String(run.steps), run.problem?.words ?? "",
        entry.address,
      ])
    }
    return table
  }

  public var json: [JSONValue] {
    listing.entries.map { .object($0.json) }
      + listing.unreadable.map { .object(["unreadable": .string($0.path), "why": .string($0.description)]) }
  }
}

// MARK: - Words

extension RunListing.Entry {
  /// The test; of other runs the app and when it was started, or else the name of the run.
  var title: String {
    if let test = summary.test { return test.title }
    let start = summary.start.map { "\($0.date) \($0.clock.prefix(Self.clockToSeconds))" }
    if let program = summary.program { return [program, start].compactMap { $0 }.joined(separator: ", ") }
    return summary.run ?? start ?? paths.first ?? ""
  }

  /// Characters of `09:00:00` in a clock that has parts of seconds too.
  private static let clockToSeconds = 8

  /// The log, and the step to look at.
  var address: String {
    let log = paths.first ?? ""
    if let number { return "\(log) --run \(number)" }
    return log + (summary.problem?.step.map { ":\($0)" } ?? "")
  }

  fileprivate var json: JSONObject {
    let run = summary
    let object: JSONObject = ["result": .string(run.result.rawValue), "red": .bool(run.isRed)]
    return object.adding([
      "test": run.test.map { .string($0.name) }, "case": run.test?.arguments.map(JSONValue.string),
      "attempt": run.test.map { .number(JSONNumber($0.attempt)) }, "id": run.test.map { .string($0.identity) },
      "site": run.test?.site.map(JSONValue.string), "run": run.run.map(JSONValue.string),
      "program": run.program.map(JSONValue.string), "time": run.start.map { .string($0.description) },
      "duration": .number(JSONNumber(run.duration)), "steps": .number(JSONNumber(run.steps)),
      "problems": .number(JSONNumber(run.problemCount)), "problem": run.problem.map { .object(problem($0)) },
      "logs": .array(paths.map(JSONValue.string)), "number": number.map { .number(JSONNumber($0)) },
    ])
  }

  private func problem(_ problem: RunProblem) -> JSONObject {
    let object: JSONObject = ["kind": .string(problem.kind.rawValue), "at": .string(address)]
    return object.adding([
      "seq": problem.step.map { .number(JSONNumber($0.rawValue)) }, "text": .string(problem.text),
      "site": problem.site.map(JSONValue.string),
    ])
  }
}

extension RunSummary {
  /// How it ended, in a word that a person can tell red from green by.
  var verdict: String { isRed && [.ended, .passed, .skipped].contains(result) ? "problem" : result.rawValue }
}

extension RunProblem {
  /// What happened, and where.
  var words: String { summary + (site.map { " (\($0))" } ?? "") }

  /// What happened.
  var summary: String {
    switch kind {
    case .failure, .badLine, .gap: text
    case .rule: "broken: \(text)"
    case .loop: "feedback loop: \(text)"
    case .flag: "still true at the end: \(text)"
    case .patch: "its patch does not fit: \(text)"
    case .secret: "a secret: \(text)"
    case .inFlight: "in flight: \(text)"
    case .error: "failed: \(text)"
    case .pending: "not ended: \(text)"
    case .warning: "warning: \(text)"
    }
  }
}
