package import FluxtapeDocuments
package import FluxtapeJSON

/// A text or a regular expression to search for.
package struct TextPattern: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case literal(SearchText)
    case expression(RegularExpression)
  }

  package let kind: Kind

  /// A text that ignores case if it has no upper case letters.
  package init(literal text: String) { kind = .literal(SearchText(text)) }

  package init(_ expression: RegularExpression) { kind = .expression(expression) }
}

extension TextPattern {
  /// Whether `text` contains a match. The time is at most the product of both lengths.
  package func matches(_ text: String) -> Bool {
    switch kind {
    case .literal(let wanted): wanted.isIn(text)
    case .expression(let expression): expression.matches(text)
    }
  }

  /// A text that every match contains, if there is one.
  var needle: SearchText? {
    switch kind {
    case .literal(let text): text
    case .expression(let expression): expression.needed
    }
  }

  /// Whether a key or a scalar in `value` matches.
  package func matches(_ value: JSONValue) -> Bool { matches(JSONNode(value)) }

  /// Whether a key or a scalar in a document matches.
  package func matches(_ node: JSONNode) -> Bool {
    var waiting = [node]
    while let node = waiting.popLast() {
      if !node.isContainer {
        if let text = node.value.scalarText, matches(text) { return true }
        continue
      }
      waiting += node.elements
      for member in node.members {
        if matches(member.key) { return true }
        waiting.append(member.value)
      }
    }
    return false
  }
}

extension JSONValue {
  /// A string's text, or another scalar as JSON; `nil` for arrays and objects.
  var scalarText: String? {
    switch self {
    case .string(let text): text
    case .number(let number): number.text
    case .bool(let bool): bool ? "true" : "false"
    case .null: "null"
    case .array, .object: nil
    }
  }
}
