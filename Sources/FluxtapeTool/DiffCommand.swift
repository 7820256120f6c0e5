import ArgumentParser
import FluxtapeAnswers
import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeReports
import FluxtapeScreen

struct Diff: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show what differs between the states after two steps.",
    usage:
      "fluxtape diff LOG N M [--store NAME] [--json]\n       fluxtape diff LOG:N OTHER:M [--store NAME] [--json]\n       fluxtape diff LOG OTHER [--json]",
    discussion: """
      Compares the store of the second step, or the one named by --store. --json prints a JSON Patch (RFC 6902) that turns the first \
      state into the second. Two whole logs are compared as by 'fluxtape compare'. Exit status 0 if they are the same, 1 if they differ, \
      2 if they cannot be compared, or if no difference is recorded and one of the states is uncertain.
      """
  )

  @Option(help: "The store to compare (default: the store of the second step).") var store: String?
  @Flag(help: "Print a JSON Patch (RFC 6902).") var json = false
  @OptionGroup var choice: RunChoice
  @Argument(help: "A log and two steps: LOG N M, or LOG:N OTHER:M.", completion: .file(extensions: ["jsonl"])) var steps: [String]

  func run() throws {
    if let logs = wholeLogs {
      guard store == nil else { throw UsageError(message: "--store is for two steps; 'fluxtape compare' takes --ignore PATH") }
      return try Compare.compare(logs.0, logs.1, as: json ? .json : .text)
    }
    do { try compare() } catch let error as NotThere {
      // As in diff(1): status 1 would mean that they differ.
      throw UsageError(message: error.message)
    }
  }

  /// The two logs, if the arguments name no steps.
  private var wholeLogs: (String, String)? {
    guard steps.count == 2, steps.allSatisfy({ StepAddress(argument: $0).row == nil && StepAddress.Row($0) == nil }) else { return nil }
    return (steps[0], steps[1])
  }

  private func compare() throws {
    let addresses = try StepAddress.steps(steps, count: 2, usage: "diff LOG N M, or diff LOG:N OTHER:M")
    let old = try History.ofOneRun([addresses[0].log], run: choice.run)
    let new = addresses[0].log == addresses[1].log ? old : try History.ofOneRun([addresses[1].log], run: choice.run)
    let rows = (try old.row(at: addresses[0]), try new.row(at: addresses[1]))
    guard let store = store ?? new.rows[rows.1].store.map({ new.stores[$0] }) else {
      throw UsageError(message: "step \(addresses[1].text) has no store; name one with --store")
    }
    let before = try old.knownState(of: store, after: rows.0, at: addresses[0])
    let after = try new.knownState(of: store, after: rows.1, at: addresses[1])
    let doubts = [try old.doubt(about: store, after: rows.0), try new.doubt(about: store, after: rows.1)]
    var output = StandardOutput()
    let isSame = before == after
    if json {
      output.line(JSONPatch.difference(from: before.value, to: after.value).json.printableText)
    } else {
      let names = [Self.name(addresses[0], rows.0, old), Self.name(addresses[1], rows.1, new)]
      output.line("\(store.displayed()) after \(names[0]) and after \(names[1])")
      for line in DifferenceReport(from: before, to: after).lines { output.line("  \(line)") }
      if isSame { output.line(doubts == [nil, nil] ? "  no difference" : "  no difference is recorded") }
      for (name, doubt) in zip(names, doubts) { if let doubt { output.line("  \(name): \(doubt.displayed())") } }
    }
    output.flush()
    if !isSame { throw ExitStatus.found }
    // An uncertain state cannot be reported as equal.
    if doubts != [nil, nil] { throw ExitStatus.usage }
  }

  /// The address, and the line of a later completion, as the state after the action is there.
  private static func name(_ address: StepAddress, _ row: Int, _ history: History) -> String {
    let next = row + 1
    guard let line = history.completionLine(of: row), next < history.rows.count, history.outcomePlace(of: row) > history.rows[next].place
    else { return address.text.displayed() }
    return "\(address.text.displayed()) (completed at line \(line))"
  }
}
