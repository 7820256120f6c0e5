import ArgumentParser
import FluxtapeAnswers
import FluxtapeHistory

/// A subcommand that asks a question of the table. Its help is made of the question.
protocol QuestionCommand: ParsableCommand {
  static var question: Question { get }
  /// Its own options, as the usage has them.
  static var options: String { get }
}

extension QuestionCommand {
  static var options: String { "" }

  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: question.name, abstract: question.help, usage: usage, discussion: question.discussion)
  }

  private static var usage: String {
    let (name, asked) = (question.name, question.parameters)
    if asked.contains(.step) { return "fluxtape \(name) LOG N [--format FORM]" }
    if asked.contains(.state) {
      return "fluxtape \(name) LOG PATH [--at N] [--store NAME] [--format FORM]\n       fluxtape \(name) LOG:N PATH"
    }
    return "fluxtape \(name) LOG|FOLDER PATH… [--store NAME] \(options)[--format FORM]"
  }
}

struct Blame: QuestionCommand {
  static let question = Question.blame
  @OptionGroup var asked: StateArguments

  func run() throws { try asked.answer(Self.question) }
}

struct ValueHistory: QuestionCommand {
  static let question = Question.history
  static let options = "[--spark] "
  @Flag(help: "Print a sparkline of each value instead.") var spark = false
  @OptionGroup var asked: ValueArguments

  func run() throws { try asked.answer(Self.question, asSparklines: spark) }
}

struct Top: QuestionCommand {
  static let question = Question.top
  @OptionGroup var asked: ValueArguments

  func run() throws { try asked.answer(Self.question) }
}

struct Pending: QuestionCommand {
  static let question = Question.pending
  @OptionGroup var asked: StepArguments

  func run() throws { try asked.answer(Self.question) }
}

struct Why: QuestionCommand {
  static let question = Question.why
  @OptionGroup var asked: StepArguments

  func run() throws { try asked.answer(Self.question) }
}
