import ArgumentParser
import FluxtapeHistory
import FluxtapeReports

struct Compare: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Set two runs beside each other: where they part first, and why.",
    usage: "fluxtape compare GOOD BAD [--ignore PATH]… [--format FORM]",
    discussion: """
      Runs are aligned by their actions: store, type and contents. Times and durations do not count; UUIDs, dates and addresses in \
      memory are paired by where they first come; redacted and truncated values are unknown and no difference. Exit status 0 if \
      the runs are the same, 1 if they differ, 2 if they cannot be compared.

      JSON, an object a line, told apart by 'kind': summary, divergence, difference, final.
      """
  )

  @Option(
    name: .customLong("ignore"), help: ArgumentHelp("A path in states that does not count; may be given several times.", valueName: "path"))
  var ignored: [String] = []
  @OptionGroup var answer: AnswerOptions
  @Argument(help: "The log that the other one is compared with.", completion: .file(extensions: ["jsonl"])) var first: String
  @Argument(help: "The other log.", completion: .file(extensions: ["jsonl"])) var second: String

  func run() throws {
    try Self.compare(first, second, ignoring: ignored, as: try answer.resolved())
  }

  /// Prints how two runs differ, and ends with status 1 if they do.
  static func compare(_ first: String, _ second: String, ignoring ignored: [String] = [], as format: ReportFormat) throws {
    let ignored = try ignored.map { try StatePath(argument: $0) }
    let (left, right) = (try History.ofOneRun([first]), try History.ofOneRun([second]))
    for path in ignored {
      guard let store = path.store, !left.stores.contains(store), !right.stores.contains(store) else { continue }
      throw UsageError(message: "--ignore \(path): there is no store '\(store)' in either log")
    }
    var progress = Progress("comparing")
    let comparison = try RunComparison(left, right, ignoring: ignored) { done, total in
      progress.show(done, of: total)
      return true
    }
    progress.end()
    var output = StandardOutput()
    output.print(ComparisonReport(comparison, (left, first), (right, second)).lines(as: format))
    output.flush()
    if !comparison.isSame { throw ExitStatus.found }
  }
}
