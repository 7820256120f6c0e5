import FluxtapeAnswers
import FluxtapeLogReading
import FluxtapeHistory

extension QueryForm {
  /// What an empty prompt lists: how conditions are written, with counts and examples from the log.
  static func candidates(in state: InspectorState) -> [Candidate] { all.map { $0.candidate(in: state) } }

  /// The form with what the log has of it.
  func candidate(in state: InspectorState) -> Candidate {
    switch self {
    case .field(.type):
      let types = state.index.types
      let example = types.first { !$0.hasPrefix("@@") }.map { ", such as \($0)" } ?? ""
      return Candidate(text: text, words: "\(meaning): \(types.count.counted("type"))\(example)")
    case .field(.store):
      let stores = state.history.stores
      let others = stores.count > 4 ? " and \((stores.count - 4).grouped) more" : ""
      return Candidate(text: text, words: "\(meaning): " + stores.prefix(4).joined(separator: ", ") + others)
    case .field(.is):
      let count = RowTrait.allCases.count.counted("trait")
      return Candidate(text: text, words: "\(meaning): \(count), such as is:error, is:changed and is:mark")
    case .value:
      let path = Candidates.places(of: state, limit: 200).first { !$0.words.isEmpty }?.text
      return Candidate(text: path ?? text, words: words)
    case .field, .source, .number, .function, .text, .combination: return Candidate(text: text, words: words)
    }
  }
}
