extension JSONNode {
  /// Whether both are the same piece of the same document: true at once for what two states of a store share. Says no more
  /// about nodes that are not.
  ///
  /// - Complexity: O(1).
  public func isIdentical(to other: JSONNode) -> Bool {
    switch (storage, other.storage) {
    case (.parsed(let text, let place), .parsed(let otherText, let otherPlace)): text === otherText && place == otherPlace
    case (.value(.array(let elements)), .value(.array(let others))): elements.sharesStorage(with: others)
    case (.value(.object(let object)), .value(.object(let other))): object.sharesStorage(with: other)
    default: false
    }
  }
}

extension JSONNode: Hashable {
  /// Equal as ``JSONValue`` means it, whatever the texts look like. What is shared is not looked at.
  public static func == (left: JSONNode, right: JSONNode) -> Bool {
    left.isIdentical(to: right) || left.value == right.value
  }

  /// - Complexity: O(size).
  public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension JSONNode: CustomDebugStringConvertible {
  /// The value as JSON, for a debugger.
  public var debugDescription: String { text }
}
