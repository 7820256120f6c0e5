import ArgumentParser
import FluxtapeHistory
import FluxtapeReports

struct Blame: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show which action last wrote each value.",
    usage: "fluxtape blame LOG PATH [--at N] [--store NAME] [--format FORM]\n       fluxtape blame LOG:N PATH",
    discussion: """
      PATH is .items[0].qty, cart.total, .items[id="p7"] or /items/0/qty; '.' is the whole state. Array elements are followed: \
      inserting, removing or moving their neighbors does not count as writing them. Exit status 1 if there is no such value.

      JSON: one object per value: path, pointer, value, old, and at, seq, t, store, type of the action. If states were not recorded or \
      are uncertain there is also between (two addresses) or beforeRecording, and 'at' is the row that shows the value; uncertain (why) \
      says that the state asked about is uncertain.
      """
  )

  @Option(
    help: ArgumentHelp("Ask about the state after this step, N or @LINE (default: the end of the log).", valueName: "step"),
    transform: StepAddress.Row.init(argument:))
  var at: StepAddress.Row?
  @Option(help: "The store, if the path does not name one.") var store: String?
  @OptionGroup var answer: AnswerOptions
  @OptionGroup var choice: RunChoice
  @Argument(help: "A log, or LOG:N.", completion: .file(extensions: ["jsonl"])) var log: String
  @Argument(help: "The path of the values.") var path: String

  func run() throws {
    let format = try answer.resolved()
    let path = try StatePath(argument: path)
    let address = try address()
    let history = try History.ofOneRun([address.log], run: choice.run, merge: choice.merge)
    let asked = address.row == nil ? nil : try history.row(at: address)
    let store = try history.store(of: path, option: store, after: asked)
    guard let row = asked ?? history.lastRow(withStateOf: store) else {
      throw NotThere(message: "\(address.text): no state of \(store) is recorded")
    }
    var progress = Progress("following \(path)")
    let entries = try history.blame(path, store: store, after: row) { progress.show($0, of: $1) }
    progress.end()
    guard let entries else {
      throw NotThere(message: history.unknown(try history.state(of: store, after: row), of: store, at: address))
    }
    guard !entries.isEmpty else { throw NotThere(message: "\(address.text): there is no \(path) in the state of \(store)") }
    let document = try history.knownState(of: store, after: row, at: address)
    let report = try BlameReport(entries, of: history, log: address.log, store: store, after: row, document: document)
    StandardOutput.write(lines: report.lines(as: format))
  }

  private func address() throws -> StepAddress {
    let address = StepAddress(argument: log)
    guard let at else { return address }
    guard address.row == nil else { throw UsageError(message: "--at \(at.text) and \(address.text) name two steps") }
    return StepAddress(log: address.log, row: at)
  }
}
