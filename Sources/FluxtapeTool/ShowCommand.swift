import ArgumentParser
import FluxtapeAnswers
import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeInterop
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import FluxtapeReports

struct Show: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show one step: contents, causes, what changed.",
    usage: "fluxtape show LOG N [--state] [--store NAME] [--path PATH] [--why-redacted] [--run NUMBER] [--json]",
    discussion: """
      --state prints the state after the step as JSON: of the step's store, or of every store if the step has none. Keys are sorted, so \
      that equal states print equally. --why-redacted lists what is redacted in the step's record, or in that state, and why, as far as keys \
      and names tell: a log keeps no reasons. --json prints the record, with inFlight, pending, outcomeLost or torn set to true if the log does \
      not tell its outcome. A row without a step is named by its line: LOG @12, or LOG:@12. A path is written .items[0].qty, cart.total \
      or /items/0/qty.
      """
  )

  @Flag(help: "Print the state after the step.") var state = false
  @Option(help: "The store whose state to print.") var store: String?
  @Option(help: "Print only the value at this path of the state.") var path: String?
  @Flag(help: "List what is redacted, and why.") var whyRedacted = false
  @Flag(help: "Print one JSON value on one line.") var json = false
  @OptionGroup var choice: RunChoice
  @Argument(help: "A log and a step: LOG N, or LOG:N.", completion: .file(extensions: ["jsonl"])) var step: [String]

  func run() throws {
    let address = try StepAddress.steps(step, count: 1, usage: "show LOG N, or show LOG:N")[0]
    let history = try History.ofOneRun([address.log], run: choice.run)
    let row = try history.row(at: address)
    var output = StandardOutput()
    if state || path != nil || store != nil {
      let value = try stateValue(history, after: row, at: address).withSortedMembers
      if whyRedacted { return try printReasons(RedactionReason.all(in: value, at: ""), at: address) }
      output.line(json ? value.printableText : value.printablePrettyText)
    } else if whyRedacted {
      try printReasons(history.redactions(of: row), at: address)
    } else if json {
      output.line(try record(history, row, at: address).printableText)
    } else {
      for line in try StepReport(history, row: row, address: address.text).lines { output.line(line) }
    }
  }

  private func printReasons(_ reasons: [RedactionReason], at address: StepAddress) throws {
    guard !reasons.isEmpty else { throw NotThere(message: "\(address.text): nothing is redacted there") }
    StandardOutput.write(lines: RedactionReport(reasons).lines(as: json ? .json : .text))
  }

  /// Returns the record with its outcome.
  private func record(_ history: History, _ row: Int, at address: StepAddress) throws -> JSONValue {
    let action = try history.action(at: row)
    guard let record = try action.map(LogRecord.action) ?? history.record(at: row) else {
      let facts = history.rows[row]
      let reason = facts.brokenOff ?? facts.type
      let hint = facts.kind == .badLine ? "; 'fluxtape repair \(address.log)' saves what can be saved" : ""
      throw NotThere(message: "\(address.text) is not a record: \(reason)\(hint)")
    }
    let value = try JSONValue(parsing: LogLine.record(record).bytes)
    guard case .object(var object) = value else { return value }
    // Add the flags of 'list', which the record lacks.
    for member in TimelineReport.openFlags(of: history.rows[row]) { object[member.key] = member.value }
    return .object(object)
  }

  /// Returns the requested state or value, with the app's keys.
  private func stateValue(_ history: History, after row: Int, at address: StepAddress) throws -> JSONValue {
    let path = try self.path.map { try StatePath(argument: $0) } ?? StatePath()
    let named = path.store ?? store == nil ? nil : try history.store(of: path, option: store)
    guard let store = named ?? history.rows[row].store.map({ history.stores[$0] }) else {
      let states = try history.knownStates(after: row, at: address)
      return .object(JSONObject(states.map { JSONObject.Member(key: $0.key, value: $0.value.plainForm) }))
    }
    let state = try history.knownState(of: store, after: row, at: address)
    guard let result = path.pointer(in: state).flatMap({ state[$0] }) else {
      throw NotThere(message: "\(address.text): \(try history.sentence(aboutAbsent: path, in: store))")
    }
    return result.value.plainForm
  }
}
