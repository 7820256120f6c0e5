import ArgumentParser
import FluxtapeAnswers
import FluxtapeHistory

struct Why: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: Question.why.help,
    usage: "fluxtape why LOG N [--format FORM]",
    discussion: """
      Shows only causes that the log records; none is guessed. Exit status 1 if there is no such step.

      JSON: one object per step: depth (negative for causes, 0 for the step itself), at, seq, t, store, type, and inFlight, pending, \
      outcomeLost or torn if the log does not tell the outcome.
      """
  )

  @OptionGroup var answer: AnswerOptions
  @OptionGroup var choice: RunChoice
  @Argument(help: "A log and a step: LOG N, or LOG:N.", completion: .file(extensions: ["jsonl"])) var step: [String]

  func run() throws {
    let format = try answer.resolved()
    let address = try StepAddress.steps(step, count: 1, usage: "why LOG N, or why LOG:N")[0]
    let history = try History.ofOneRun([address.log], run: choice.run, merge: choice.merge)
    let answer = try Question.why.answer(history, log: address.log, row: try history.row(at: address), at: address.text)
    StandardOutput.write(lines: answer.lines(as: format))
  }
}
