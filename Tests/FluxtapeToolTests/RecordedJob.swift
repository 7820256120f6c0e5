/// The logs of the tests that a job ran.
struct RecordedJob {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  func header(_ test: String, _ attempt: Int, process: Int) -> String {
    #"{"fluxtape":1,"run":"\#(test).\#(attempt)","time":"2026-11-21T09:0\#(attempt):00.000000Z","process":{"id":\#(process),"host":"ci"},"#
      + #""meta":{"attempt":"\#(attempt)","id":"M.Suite/\#(test)()","site":"M/Suite.swift:7","test":"Suite/\#(test)()"}}"#
  }

  /// Writes the log of a test; without an `end`, its process died.
  func write(_ test: String, attempt: Int = 1, process: Int = 1, _ lines: [String], end: String? = nil) throws {
    let begin = #"{"seq":1,"t":10,"store":"cart","type":"added","dur":3,"state":{"total":5}}"#
    let last = end.map { [#"{"seq":\#(lines.count + 2),"t":9000,"end":"\#($0)"}"#] } ?? []
    let text = ([header(test, attempt, process: process), begin] + lines + last).map { $0 + "\n" }.joined()
    // A line that a crash cut has no line feed.
    _ = try folder.write(
      lines.last == Self.inFlight ? String(text.dropLast()) : text, to: "Suite.\(test).\(attempt)-\(end ?? "unfinished").jsonl")
  }

  static let mark = #"{"seq":2,"t":20,"mark":"Expectation failed: (total → -5) >= 0","level":"error","site":"M/Suite.swift:9"}"#
  static let inFlight = #"{"seq":2,"t":30,"store":"cart","type":"paid","payload":{"n":1}"#
}
