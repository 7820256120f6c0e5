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
    var (parts, identified): ([StatePath.Part], [StatePath.Part]) = ([], [])
    var hasElements = false
    var node: JSONNode? = document
    for token in pointer.tokens {
      let child = node?[token]
      if node?.kind == .array, let index = Int(token) {
        hasElements = true
        parts.append(.element(index))
        identified.append(child?.identifyingPart ?? .element(index))
      } else {
        parts.append(.member(token))
        identified.append(.member(token))
      }
      node = child
    }
    path = StatePath(parts: parts).description
    // Most places are in no array, and spelling takes the time.
    self.identified = hasElements ? StatePath(parts: identified).description : path
    pattern = hasElements ? Self.pattern(parts) : path
  }
}

extension TablePath {
  private static func pattern(_ parts: [StatePath.Part]) -> String {
    parts.map { part in if case .element = part { "[*]" } else { StatePath(parts: [part]).description } }.joined()
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
