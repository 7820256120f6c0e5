import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON

/// The place of a value in three spellings.
struct TablePath {
  /// With the numbers of elements: `.items[2].qty`.
  let path: String
  /// With what identifies elements: `.items[id="p3"].qty`.
  let identified: String
  /// With all elements alike: `.items[*].qty`.
  let pattern: String

  init(_ pointer: JSONPointer, in document: JSONNode) {
    var (path, identified, pattern) = ("", "", "")
    // Most places are in no array: then all three are one.
    var hasElements = false
    var node: JSONNode? = document
    for token in pointer.tokens {
      let child = node?[token]
      if node?.kind == .array, let index = Int(token) {
        if !hasElements { (identified, pattern, hasElements) = (path, path, true) }
        StatePath.Part.element(index).write(into: &path)
        (child?.identifyingPart ?? .element(index)).write(into: &identified)
        pattern += "[*]"
      } else {
        StatePath.Part.member(token).write(into: &path)
        if hasElements {
          StatePath.Part.member(token).write(into: &identified)
          StatePath.Part.member(token).write(into: &pattern)
        }
      }
      node = child
    }
    if path.isEmpty { path = "." }
    (self.path, self.identified, self.pattern) = hasElements ? (path, identified, pattern) : (path, path, path)
  }
}

extension JSONNode {
  /// What tells it from other elements of an array; `nil` without a number or text that does.
  fileprivate var identifyingPart: StatePath.Part? {
    for key in Change.identityKeys {
      if let value = member(named: key), value.kind == .string || value.kind == .number { return .elementWith(key, value.value) }
    }
    return nil
  }
}
