import ArgumentParser
import FluxtapeAnswers
import FluxtapeHistory

struct Blame: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: Question.blame.help,
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
    let typed = try StatePath(argument: path)
    let address = try address()
    let history = try History.ofOneRun([address.log], run: choice.run, merge: choice.merge)
    let asked = address.row == nil ? nil : try history.row(at: address)
    let store = try history.store(of: typed, option: store, after: asked)
    let path = StatePath(store: store, parts: typed.parts)
    let answer = try Question.blame.answer(history, log: address.log, row: asked, paths: [path], at: address.text)
    if let doubt = answer.doubt { StandardOutput.warn("fluxtape: \(address.text): \(store): \(doubt)") }
    StandardOutput.write(lines: answer.lines(as: format))
  }

  private func address() throws -> StepAddress {
    let address = StepAddress(argument: log)
    guard let at else { return address }
    guard address.row == nil else { throw UsageError(message: "--at \(at.text) and \(address.text) name two steps") }
    return StepAddress(log: address.log, row: at)
  }
}
