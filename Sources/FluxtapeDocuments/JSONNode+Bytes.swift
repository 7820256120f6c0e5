import FluxtapeJSON

extension JSONNode {
  /// The first repeated key of any object in the text of this value. Such an object has the last of the values.
  package var repeatedKey: String? { if case .parsed(let text, _) = storage { text.repeatedKey } else { nil } }
}
