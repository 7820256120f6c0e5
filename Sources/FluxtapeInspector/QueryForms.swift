import FluxtapeHistory

/// What a condition of a query can begin with.
enum QueryForms {
  /// What an empty prompt lists, the most useful first, as a small screen shows only some.
  static func all(in state: InspectorState) -> [Candidate] {
    let path = Candidates.places(of: state, limit: 200).first { !$0.words.isEmpty }?.text ?? ".path"
    let value = Candidate(text: path, words: "a value in the state, compared by == != < <= > >=, or by ~ with a regular expression")
    let text = Candidate(text: "\"text\"", words: "a text, or a word without quotes: in types, contents, errors and changes")
    let forms = beginnings(in: state)
    return Array(forms.prefix(4)) + [value] + Array(forms.dropFirst(4)) + [text]
  }

  /// The beginnings that Tab completes.
  static func beginnings(in state: InspectorState) -> [Candidate] {
    let types = state.index.types
    let type = types.first { !$0.hasPrefix("@@") }.map { ", such as \($0)" } ?? ""
    let stores = state.history.stores
    let others = stores.count > 4 ? " and \(QuantityText.grouped(stores.count - 4)) more" : ""
    let known: [Candidate] = [
      Candidate(text: "type:", words: "actions of a type: \(QuantityText.counted(types.count, "type"))\(type)"),
      Candidate(text: "store:", words: "steps of a store: " + stores.prefix(4).joined(separator: ", ") + others),
      Candidate(text: "is:", words: "\(QuantityText.counted(RowTrait.allCases.count, "trait")), such as is:error, is:changed and is:mark"),
      Candidate(text: "changed:", words: "steps that changed a value, such as changed:cart.total"),
      Candidate(text: "payload.", words: "a value in the contents of the action, such as payload.qty > 1"),
      Candidate(text: "dur > ", words: "how long the action took, such as dur > 10ms"),
      Candidate(text: "t > ", words: "the time since the run began, such as t > 12.5s"),
      Candidate(text: "seq:", words: "numbers of steps, such as seq:100..200"),
    ]
    let rest = QueryField.allCases.filter { field in !known.contains { $0.text == field.beginning } }
    return known + rest.map { Candidate(text: $0.beginning, words: $0.words) }
  }
}
