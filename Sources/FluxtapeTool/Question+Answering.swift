import FluxtapeAnswers
import FluxtapeHistory

extension Question {
  /// Answers, and shows progress.
  ///
  /// - Parameter address: What was asked about, for errors.
  /// - Throws: ``NotThere`` if there is no answer.
  func answer(_ history: History, log: String, row: Int? = nil, paths: [StatePath] = [], at address: String) throws -> Answer {
    let asked = Asked(history, log: log, row: row, paths: paths)
    switch try Progress.of("following \(paths.first?.description ?? address)", { try answer(asked, report: $0) }) {
    case .success(let answer): return answer
    case .failure(let unanswered): throw NotThere(message: "\(address): \(try unanswered.words())")
    }
  }
}
