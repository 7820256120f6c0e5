import ArgumentParser
import FluxtapeHistory
import FluxtapeLog

struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write a log, or a part of it, in another form.",
    usage: "fluxtape export LOG --to jsonl [--range A..B] [--where EXPR] [--full] [--plain] [--redact KEY]… [--output FILE]",
    discussion: """
      --to jsonl writes a log that opens alone: segments are joined, the first state of each store is a whole one, and again after \
      steps that were left out. Members that this version does not know stay. Lines that are no records are left out and counted.

      --redact takes a key (password) or a path of the states (.user.email, session.token) and may come several times. Values become \
      {"$redacted":"…"}; names, marks and error messages stay as they are. Exit status 1 if --where or --range leaves nothing.
      """
  )

  enum Form: String, ExpressibleByArgument, CaseIterable { case jsonl }

  @Option(help: ArgumentHelp("The form: jsonl.", valueName: "form")) var to: Form
  @Option(help: ArgumentHelp("Only these steps: 100..200, 100.., ..200.", valueName: "steps")) var range: String?
  @Option(name: .customLong("where"), help: ArgumentHelp("Only steps for which this query holds.", valueName: "expr")) var query: String?
  @Flag(help: "Write whole states, not only what changed.") var full = false
  @Flag(help: "Write patches as RFC 6902 has them, for other tools.") var plain = false
  @Option(help: ArgumentHelp("Leave out what stands under this key or path.", valueName: "key")) var redact: [String] = []
  @Option(name: .shortAndLong, help: ArgumentHelp("A new file; without it standard output.", valueName: "file")) var output: String?
  @OptionGroup var choice: RunChoice
  @Argument(help: "Logs of one run, or '-' for standard input.", completion: .file(extensions: ["jsonl"])) var logs: [String]

  func run() throws {
    let query = try query.map { try Query(argument: $0) }
    let steps = try range.map { try StepRange(argument: $0) }
    let redaction = try Self.redaction(of: redact)
    let history = try History.ofOneRun(logs, run: choice.run, merge: choice.merge)
    var export = LogExport(rows: try rows(of: history, query, steps))
    export.hasFullStates = full
    export.isPlain = plain
    export.redaction = redaction
    let file = try output.map { try NewFile($0) }
    let result = try history.export(export) { bytes in
      if let file { try file.write(bytes) } else { StandardOutput.write(bytes) }
    }
    if result.badLines > 0 { StandardOutput.tell("fluxtape: \(result.badLines) lines are no records and were left out") }
    if result.unknownStates > 0 {
      StandardOutput.tell("fluxtape: \(result.unknownStates) records tell no state, as the one before is not known")
    }
    if result.records == 0 { throw ExitStatus.found }
  }

  private func rows(of history: History, _ query: Query?, _ steps: StepRange?) throws -> [Int]? {
    guard query != nil || steps != nil else { return nil }
    var rows = Array(history.rows.indices)
    if let query {
      try query.check(against: history)
      rows = try history.rows(matching: query, telling: "searching")
    }
    if let steps { rows = rows.filter { history.rows[$0].step.map(steps.contains) ?? false } }
    return rows
  }

  private static func redaction(of texts: [String]) throws -> LogRedaction? {
    guard !texts.isEmpty else { return nil }
    var redaction = LogRedaction()
    for text in texts {
      do { try redaction.add(text) } catch { throw UsageError(message: "--redact \(text): \(error)") }
    }
    return redaction
  }
}

/// `100..200`: steps, both ends included; either may be missing.
struct StepRange: Hashable {
  private let first: Int
  private let last: Int

  init(argument: String) throws(UsageError) {
    guard let dots = argument.firstRange(of: ".."), let first = Self.number(argument[..<dots.lowerBound], 1),
      let last = Self.number(argument[dots.upperBound...], Int.max), first <= last
    else { throw UsageError(message: "--range \(argument): write 100..200, 100.. or ..200") }
    self.first = first
    self.last = last
  }

  private static func number(_ text: Substring, _ missing: Int) -> Int? { text.isEmpty ? missing : Int(text).flatMap { $0 > 0 ? $0 : nil } }

  func contains(_ step: StepNumber) -> Bool { step.rawValue >= first && step.rawValue <= last }
}
