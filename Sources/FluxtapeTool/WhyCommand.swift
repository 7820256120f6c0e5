import ArgumentParser
import FluxtapeHistory
import FluxtapeReports

struct Why: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show what led to a step, and what it led to.",
    usage: "fluxtape why LOG N [--format FORM]",
    discussion: """
      Causes are those that the log names; none is guessed. Exit status 1 if the step is not there.

      JSON, an object a step: depth (negative for what led to the step, 0 for itself), at, seq, t, store, type, and where the \
      log does not tell what came of it inFlight, pending, outcomeLost and torn.
      """
  )

  @OptionGroup var answer: AnswerOptions
  @OptionGroup var choice: RunChoice
  @Argument(help: "A log and a step: LOG N, or LOG:N.", completion: .file(extensions: ["jsonl"])) var step: [String]

  func run() throws {
    let format = try answer.resolved()
    let address = try StepAddress.steps(step, count: 1, usage: "why LOG N, or why LOG:N")[0]
    let history = try History.ofOneRun([address.log], run: choice.run, merge: choice.merge)
    let row = try history.row(at: address)
    var output = StandardOutput()
    output.print(CauseReport(history.why(row), of: history, log: address.log).lines(as: format))
  }
}
