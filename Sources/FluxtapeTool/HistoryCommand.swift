import ArgumentParser
import FluxtapeHistory
import FluxtapeReports

struct ValueHistory: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "Show every change of a value.",
    usage: "fluxtape history LOG PATH… [--store NAME] [--spark] [--format FORM]",
    discussion: """
      A line for each step at which the value at the path became another one, with both. A path is written .items[0].qty, \
      cart.total, .items[id="p7"].qty or /items/0/qty. Exit status 1 if there is no such value.

      JSON, an object a change: path, store, old, new (left out where there is no value), and at, seq, t, type of the action. \
      Beside these, between (two addresses) where states were not recorded or not certain, or beforeRecording: then 'at' is the row that shows the value; and uncertain (why) where the state after the change is not certain.
      """
  )

  @Option(help: "The store, where paths name none.") var store: String?
  @Flag(help: "Print a small graph of each value instead.") var spark = false
  @OptionGroup var answer: AnswerOptions
  @OptionGroup var choice: RunChoice
  @Argument(help: "A log, or '-' for standard input.", completion: .file(extensions: ["jsonl"])) var log: String
  @Argument(help: "The paths of the values.") var paths: [String]

  func run() throws {
    let format = try answer.resolved()
    if spark, format != .text { throw UsageError(message: "--spark is text") }
    let paths = try paths.map { try StatePath(argument: $0) }
    let history = try History.ofOneRun([log], run: choice.run, merge: choice.merge)
    let stores = try paths.map { try history.store(of: $0, option: store) }
    let places = zip(paths, stores).map { StatePath(store: $1, parts: $0.parts) }
    var progress = Progress("following \(paths[0])")
    let changes = try history.changes(of: places) { done, total in
      progress.show(done, of: total)
      return true
    }
    progress.end()
    guard !changes.isEmpty else { throw NotThere(message: "\(log): \(try history.neverAValue(at: places[0].description))") }
    let report = ChangesReport(changes, of: history, log: log, paths: paths, stores: stores)
    var output = StandardOutput()
    output.print(spark ? report.sparklines : report.lines(as: format))
  }
}
