extension JSONNode {
  /// Whether both are the same piece of the same document: true at once for what two states of a store share. Says no more
  /// about nodes that are not.
  ///
  /// - Complexity: O(1).
  public func isIdentical(to other: JSONNode) -> Bool {
    switch (storage, other.storage) {
    case (.parsed(let text, let place), .parsed(let otherText, let otherPlace)): text === otherText && place == otherPlace
    case (.array(let elements), .array(let others)): elements.isIdentical(to: others)
    case (.object(let members), .object(let others)): members.entries.isIdentical(to: others.entries)
    case (.text(let text), .text(let other)): text.isIdentical(to: other)
    default: false
    }
  }

  /// Whether RFC 6902's `test` calls both equal: like `==`, but numbers by their value, so that `1.0` is `1`.
  package func isEquivalent(to other: JSONNode) -> Bool { isEqual(to: other, numbersByValue: true) }
}

extension JSONNode: Hashable {
  /// Equal as ``JSONValue`` means it, whatever the texts look like. What is shared, or stands in both texts byte for byte, is not
  /// looked into.
  public static func == (left: JSONNode, right: JSONNode) -> Bool { left.isEqual(to: right, numbersByValue: false) }

  public func hash(into hasher: inout Hasher) { hasher.combine(contentHash) }

  private func isEqual(to other: JSONNode, numbersByValue: Bool) -> Bool {
    if isIdentical(to: other) || hasSameText(as: other) { return true }
    let kind = kind
    guard kind == other.kind else { return false }
    switch kind {
    case .null: return true
    case .boolean: return bool == other.bool
    case .number:
      guard let number, let otherNumber = other.number else { return false }
      return numbersByValue ? number.isNumericallyEqual(to: otherNumber) : number == otherNumber
    case .string: return hasSameString(as: other)
    case .array: return hasEqualElements(other, numbersByValue)
    case .object: return hasEqualMembers(other, numbersByValue)
    }
  }

  /// Whether both stand in their texts byte for byte the same. Not if the texts differ: their values may be equal still.
  private func hasSameText(as other: JSONNode) -> Bool {
    guard case .parsed(let text, let place) = storage, case .parsed(let otherText, let otherPlace) = other.storage else { return false }
    guard text.word(Int(place)).kind == otherText.word(Int(otherPlace)).kind else { return false }
    let (range, otherRange) = (text.range(Int(place)), otherText.range(Int(otherPlace)))
    guard range.count == otherRange.count else { return false }
    let (bytes, otherBytes) = (text.bytes, otherText.bytes)
    return bytes.span.hasSameBytes(at: range.lowerBound, as: otherBytes.span, at: otherRange.lowerBound, length: range.count)
  }

  /// Whether both are the same string.
  func hasSameString(as other: JSONNode) -> Bool {
    if case .parsed(let text, let place) = storage, case .parsed(let otherText, let otherPlace) = other.storage,
      !text.word(Int(place)).hasEscapes, !otherText.word(Int(otherPlace)).hasEscapes
    {
      return hasSameText(as: other)
    }
    guard let string = other.string else { return false }
    return isString(string)
  }

  private func hasEqualElements(_ other: JSONNode, _ numbersByValue: Bool) -> Bool {
    guard count == other.count else { return false }
    var others = other.elements.makeIterator()
    for element in elements {
      guard let other = others.next(), element.isEqual(to: other, numbersByValue: numbersByValue) else { return false }
    }
    return true
  }

  private func hasEqualMembers(_ other: JSONNode, _ numbersByValue: Bool) -> Bool {
    guard count == other.count else { return false }
    var members = PairIterator(self)
    var others = PairIterator(other)
    while let member = members.next() {
      // Most members stand at the same place in both.
      let neighbour = others.next()
      let found =
        if let neighbour, neighbour.key.hasSameString(as: member.key) { neighbour.value as JSONNode? } else {
          member.key.string.flatMap { other.member(named: $0) }
        }
      guard let found, member.value.isEqual(to: found, numbersByValue: numbersByValue) else { return false }
    }
    return true
  }
}

// MARK: - Hash

extension JSONNode {
  /// A hash of the contents, the same for equal nodes in one run of the process. It is not kept.
  ///
  /// - Complexity: O(size), some 1 GB a second.
  public var contentHash: UInt64 {
    switch kind {
    case .null: 1
    case .boolean: bool == true ? 2 : 3
    case .number, .string: scalarHash
    case .array: elements.reduce(into: 4) { $0 = ByteHash.mixed($0 ^ $1.contentHash, 0x9E37_79B9_7F4A_7C15) }
    case .object: membersHash
    }
  }

  private var membersHash: UInt64 {
    var hash = 5 as UInt64
    var members = PairIterator(self)
    // A sum does not depend on the order.
    while let member = members.next() { hash &+= ByteHash.mixed(member.key.contentHash ^ 0x8EBC_6AF0_9C88_C6E3, member.value.contentHash) }
    return hash
  }

  private var scalarHash: UInt64 {
    let isNumber = kind == .number
    if case .parsed(let text, let place) = storage, !text.word(Int(place)).hasEscapes {
      let bytes = text.bytes
      let hash = ByteHash.hash(bytes.span.extracting(text.range(Int(place))))
      return isNumber ? ~hash : hash
    }
    return isNumber ? ~ByteHash.hash(number?.text ?? "") : ByteHash.hash(string ?? "")
  }
}

extension JSONNode: CustomDebugStringConvertible {
  /// The value as JSON, for a debugger.
  public var debugDescription: String { text }
}
