import FluxtapeJSON

extension JSONNode {
  /// Whether both are the same piece of the same document. This is true for what two states of a store share. `false` does not mean that
  /// they differ.
  ///
  /// - Complexity: O(1).
  public func isIdentical(to other: JSONNode) -> Bool {
    switch (storage, other.storage) {
    case (.parsed(let text, let place), .parsed(let otherText, let otherPlace)): text === otherText && place == otherPlace
    case (.array(let elements), .array(let others)): elements.value.isIdentical(to: others.value)
    case (.object(let members), .object(let others)): members.value.entries.isIdentical(to: others.value.entries)
    case (.text(let text), .text(let other)): text.value.isIdentical(to: other.value)
    default: false
    }
  }

  /// Whether both are certainly equal: shared, or with the same bytes in their texts. Does not compare parts.
  package func isSurelyEqual(to other: JSONNode) -> Bool { isIdentical(to: other) || hasSameText(as: other) }

  /// Whether the `test` operation of RFC 6902 considers both equal: like `==`, but it compares numbers by value, so that `1.0` equals `1`.
  package func isEquivalent(to other: JSONNode) -> Bool { isEqual(to: other, numbersByValue: true) }
}

extension JSONNode: Hashable {
  /// Equality as in `JSONValue`, whatever the texts look like. Shared values and values with the same bytes are not compared further.
  public static func == (left: JSONNode, right: JSONNode) -> Bool { left.isEqual(to: right, numbersByValue: false) }

  public func hash(into hasher: inout Hasher) { hasher.combine(contentHash) }

  private func isEqual(to other: JSONNode, numbersByValue: Bool) -> Bool {
    if isSurelyEqual(to: other) { return true }
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

  /// Whether both have the same bytes in their texts. Values with different bytes may still be equal.
  private func hasSameText(as other: JSONNode) -> Bool {
    guard case .parsed(let text, let place) = storage, case .parsed(let otherText, let otherPlace) = other.storage else { return false }
    guard text.word(Int(place)).kind == otherText.word(Int(otherPlace)).kind else { return false }
    let (range, otherRange) = (text.range(Int(place)), otherText.range(Int(otherPlace)))
    guard range.count == otherRange.count else { return false }
    let (bytes, otherBytes) = (text.bytes, otherText.bytes)
    return bytes.span.hasSameBytes(at: range.lowerBound, as: otherBytes.span, at: otherRange.lowerBound, length: range.count)
  }

  /// Whether both are the same string.
  package func hasSameString(as other: JSONNode) -> Bool {
    if case .parsed(let text, let place) = storage, case .parsed(let otherText, let otherPlace) = other.storage,
      !text.word(Int(place)).hasEscapes, !otherText.word(Int(otherPlace)).hasEscapes
    {
      return hasSameText(as: other)
    }
    if case .text(let text) = storage, case .text(let other) = other.storage { return text.value.hasSameBytes(as: other.value) }
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
      // Most members have the same index in both objects.
      let neighbor = others.next()
      let found =
        if let neighbor, neighbor.key.hasSameString(as: member.key) { neighbor.value as JSONNode? } else {
          member.key.string.flatMap { other.member(named: $0) }
        }
      guard let found, member.value.isEqual(to: found, numbersByValue: numbersByValue) else { return false }
    }
    return true
  }
}

// MARK: - Hash

extension JSONNode {
  /// A hash of the contents. Equal nodes have the same hash within one process. It is not cached.
  ///
  /// - Complexity: O(size), about 1 GB per second.
  public var contentHash: UInt64 {
    switch storage {
    case .parsed(let text, let place):
      let bytes = text.bytes
      return text.contentHash(Int(place), in: bytes.span)
    case .scalar(.null): return ContentHash.null
    case .scalar(.bool(let bool)): return ContentHash.of(bool)
    case .scalar(.number(let number)): return number.text.withBytes(ContentHash.ofNumber)
    case .scalar, .text: return ByteHash.hash(string ?? "")
    case .array(let elements):
      var hash = ContentHash.array
      for element in elements.value { ContentHash.add(element.contentHash, to: &hash) }
      return hash
    case .object(let members):
      var hash = ContentHash.object
      for entry in members.value.entries {
        ContentHash.add(entry.key.node(of: members.value.text).contentHash, entry.value.contentHash, to: &hash)
      }
      return hash
    }
  }
}

/// How hashes of contents are combined.
private enum ContentHash {
  static let null = 1 as UInt64
  static let array = 4 as UInt64
  static let object = 5 as UInt64

  static func of(_ bool: Bool) -> UInt64 { bool ? 2 : 3 }

  static func ofNumber(_ text: Span<UInt8>) -> UInt64 { ~ByteHash.hash(text) }

  static func add(_ element: UInt64, to hash: inout UInt64) { hash = ByteHash.mixed(hash ^ element, 0x9E37_79B9_7F4A_7C15) }

  /// Members are summed, since a sum does not depend on their order.
  static func add(_ key: UInt64, _ value: UInt64, to hash: inout UInt64) {
    hash &+= ByteHash.mixed(key ^ 0x8EBC_6AF0_9C88_C6E3, value)
  }
}

extension JSONText {
  /// Hashes along the tape, without making a node for each value. Recursion goes as deep as values nest.
  fileprivate func contentHash(_ place: Int, in bytes: Span<UInt8>) -> UInt64 {
    let word = word(place)
    switch word.kind {
    case .null: return ContentHash.null
    case .boolean: return ContentHash.of(word.length == "true".utf8.count)
    case .number: return ContentHash.ofNumber(bytes.extracting(range(place)))
    case .string: return stringHash(place, in: bytes)
    case .array:
      var hash = ContentHash.array
      let end = place + width(place)
      var next = place + TapeWord.containerHead
      while next < end {
        ContentHash.add(contentHash(next, in: bytes), to: &hash)
        next += width(next)
      }
      return hash
    case .object:
      var hash = ContentHash.object
      let end = place + width(place)
      var next = place + TapeWord.containerHead
      while next < end {
        ContentHash.add(stringHash(next, in: bytes), contentHash(next + 1, in: bytes), to: &hash)
        next += 1
        next += width(next)
      }
      return hash
    }
  }

  private func stringHash(_ place: Int, in bytes: Span<UInt8>) -> UInt64 {
    word(place).hasEscapes ? ByteHash.hash(string(place)) : ByteHash.hash(bytes.extracting(range(place)))
  }
}

extension JSONNode: CustomDebugStringConvertible {
  /// The value as JSON, for a debugger.
  public var debugDescription: String { text }
}
