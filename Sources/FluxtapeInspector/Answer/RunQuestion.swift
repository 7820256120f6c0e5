import FluxtapeAnswers
import FluxtapeHistory

/// A question about a run, as it was asked.
package struct RunQuestion: Hashable, Sendable {
  let question: Question
  let run: FixedRun
  /// The row, or the one after which a state is meant; nil for the whole run.
  var row: Int?
  /// With its store.
  var path: StatePath?
  var other: OtherRun?

  init(_ question: Question, of run: FixedRun, row: Int? = nil, path: StatePath? = nil, other: OtherRun? = nil) {
    (self.question, self.run, self.row, self.path, self.other) = (question, run, row, path, other)
  }

  /// What the answer stays about when the cursor moves: `after #100`, or `of #100`.
  var step: String? { row.flatMap { run.rows[$0] }.map { (path == nil ? "of " : "after ") + StepWords.name(of: $0) } }

  /// What the header says of the question.
  var words: String? { path?.description ?? other?.words }
}

/// The run that the shown one is compared with.
package struct OtherRun: Hashable, Sendable {
  /// Where the run is from.
  enum Origin: Hashable, Sendable {
    /// The index of an inspected run.
    case run(Int)
    /// The path of a log that was opened for the comparison.
    case log(String)
  }

  let origin: Origin
  let run: FixedRun
  /// Paths whose values are left out.
  let ignored: [StatePath]

  /// The run with its number as `:run` takes it, or the name of its log.
  var name: String {
    switch origin {
    case .run(let number): "run \(number + 1)"
    case .log: run.name
    }
  }

  /// The command for the same comparison.
  var command: String {
    switch origin {
    case .run(let number): ":compare \(number + 1)"
    case .log(let path): ":compare \(path)"
    }
  }

  fileprivate var words: String {
    let without = ignored.map(\.description).joined(separator: ", ")
    return "from \(name) to this run" + (without.isEmpty ? "" : ", without \(without)")
  }
}

extension RunQuestion {
  /// Reads the log for the answer.
  fileprivate func content(isCancelled: () -> Bool) throws(HistoryError) -> OpenAnswer.Content {
    let other = other.map { Asked.Other($0.run.history, name: $0.name, ignoring: $0.ignored) }
    let asked = Asked(run.history, log: "", row: row, paths: [path].compactMap(\.self), other: other)
    switch try question.answer(asked, report: { _, _ in !isCancelled() }) {
    case .success(let answer): return .answer(ListedAnswer(answer))
    case .failure(let unanswered): return isCancelled() ? .waiting : .problem(try unanswered.words())
    }
  }
}

extension InspectorWork {
  static func answer(to question: RunQuestion) -> InspectorWork {
    InspectorWork(.answers) { isCancelled, report in
      do throws(HistoryError) {
        let content = try question.content(isCancelled: isCancelled)
        if !isCancelled() { report(.found(question, content)) }
      } catch {
        report(.found(question, .problem("\(error)")))
      }
    }
  }
}
