import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON

/// The place of a value in three spellings.
struct TablePath {
  /// With the numbers of elements: `.items[2].qty`; empty for the whole document.
  private(set) var path = ""
  /// Whether it is in an array. Most places are in none; then there are no other spellings.
  private(set) var isInArray = false
  /// With what identifies elements: `.items[id="p3"].qty`.
  private(set) var identified = ""
  /// With all elements alike: `.items[*].qty`.
  private(set) var pattern = ""
  /// The value there, or around it; `nil` if there is none.
  private var node: JSONNode?

  /// The beginning of all paths.
  fileprivate init(in document: JSONNode) { node = document }

  /// Goes on to a member or an element.
  fileprivate mutating func append(_ token: String) {
    spell(token)
    node = node?[token]
  }

  /// Adds a member or an element, the last one.
  fileprivate mutating func spell(_ token: String) {
    if node?.kind == .array, let index = Int(token) {
      if !isInArray { (isInArray, identified, pattern) = (true, path, path) }
      StatePath.Part.element(index).write(into: &path)
      (node?[token]?.identifyingPart ?? .element(index)).write(into: &identified)
      pattern += "[*]"
    } else {
      var part = ""
      StatePath.Part.member(token).write(into: &part)
      path += part
      if isInArray {
        identified += part
        pattern += part
      }
    }
  }
}

/// Spells the places of values. Neighbors are often in one object, whose place is spelled once.
struct TablePaths {
  private var document = JSONNode.null
  /// The object or array around the last value.
  private var tokens: [String] = []
  private var around = TablePath(in: .null)

  mutating func path(of pointer: JSONPointer, in document: JSONNode) -> TablePath {
    let outer = pointer.tokens.dropLast()
    if !self.document.isIdentical(to: document) || !outer.elementsEqual(tokens, by: { $0.hasSameBytes(as: $1) }) {
      (self.document, tokens, around) = (document, Array(outer), TablePath(in: document))
      for token in outer { around.append(token) }
    }
    var place = around
    if let last = pointer.tokens.last { place.spell(last) }
    return place
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
