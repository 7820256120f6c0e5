import FluxtapeAnswers
import FluxtapeHistory

extension Question {
  /// Answers, and shows progress.
  ///
  /// - Parameter address: What was asked about, for errors.
  /// - Throws: ``NotThere`` if there is no answer.
  func answer(_ history: History, log: String, row: Int? = nil, paths: [StatePath] = [], at address: String) throws -> Answer {
    var progress = Progress("following \(paths.first?.description ?? address)")
    defer { progress.end() }
    switch try answer(Asked(history, log: log, row: row, paths: paths), report: { progress.show($0, of: $1) }) {
    case .success(let answer): return answer
    case .failure(let unanswered): throw NotThere(message: "\(address): \(try unanswered.words())")
    }
  }
}
