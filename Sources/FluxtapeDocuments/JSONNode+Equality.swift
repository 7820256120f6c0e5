import FluxtapeJSON

extension JSONNode {
  /// Whether both are the same piece of the same document. This is true for what two states of a store share. `false` does not mean that
  /// they differ.
  ///
  /// - Complexity: O(1).
  public func isIdentical(to other: JSONNode) -> Bool {
    switch (storage, other.storage) {
    case (.text(let text, let start, _), .text(let otherText, let otherStart, _)): text === otherText && start == otherStart
    case (.array(let elements), .array(let others)): elements.value.isIdentical(to: others.value)
    case (.object(let members), .object(let others)): members.value.entries.isIdentical(to: others.value.entries)
    case (.spliced(let text), .spliced(let other)): text.value.isIdentical(to: other.value)
    case (.text, _), (.array, _), (.object, _), (.spliced, _): false
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

  /// Whether both have the same bytes in their texts. Arrays and objects with different bytes may still be equal.
  private func hasSameText(as other: JSONNode) -> Bool {
    guard case .text(let text, let start, let end) = storage, case .text(let otherText, let otherStart, let otherEnd) = other.storage,
      end - start == otherEnd - otherStart
    else { return false }
    let (bytes, otherBytes) = (text.bytes, otherText.bytes)
    return bytes.span.hasSameBytes(at: Int(start), as: otherBytes.span, at: Int(otherStart), length: Int(end - start))
  }

  /// Whether both are the same string.
  package func hasSameString(as other: JSONNode) -> Bool {
    switch (storage, other.storage) {
    case (.text, .text): kind == .string && hasSameText(as: other)
    case (.spliced(let text), .spliced(let other)): text.value.hasSameBytes(as: other.value)
    case (.spliced(let text), .text): other.kind == .string && text.value.withBytes { $0.withEscapes(other.hasContents) }
    case (.text, .spliced): other.hasSameString(as: self)
    case (.array, _), (.object, _), (_, .array), (_, .object): false
    }
  }

  private func hasEqualElements(_ other: JSONNode, _ numbersByValue: Bool) -> Bool {
    var others = other.elements.makeIterator()
    for element in elements {
      guard let other = others.next(), element.isEqual(to: other, numbersByValue: numbersByValue) else { return false }
    }
    return others.next() == nil
  }

  private func hasEqualMembers(_ other: JSONNode, _ numbersByValue: Bool) -> Bool {
    guard count == other.count else { return false }
    var members = PairIterator(self)
    var others = PairIterator(other)
    while let member = members.next() {
      // Most members have the same index in both objects.
      let neighbor = others.next()
      var found = neighbor?.value
      if neighbor?.key.hasSameString(as: member.key) != true {
        found = member.key.string.flatMap { other.member(named: $0) }
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
  /// - Complexity: O(size · depth).
  public var contentHash: UInt64 {
    switch kind {
    case .null: return 1
    case .boolean: return bool == true ? 2 : 3
    case .number: return withText { ~ByteHash.hash($0) } ?? 0
    case .string:
      if case .spliced(let text) = storage { return text.value.withBytes { $0.withEscapes(ByteHash.hash) } }
      return withText { ByteHash.hash($0.extracting(1..<$0.count - 1)) } ?? 0
    case .array:
      var hash = 4 as UInt64
      for element in elements { hash = ByteHash.mixed(hash ^ element.contentHash, 0x9E37_79B9_7F4A_7C15) }
      return hash
    case .object:
      var hash = 5 as UInt64
      var members = PairIterator(self)
      // A sum, which does not depend on the order.
      while let member = members.next() {
        hash &+= ByteHash.mixed(member.key.contentHash ^ 0x8EBC_6AF0_9C88_C6E3, member.value.contentHash)
      }
      return hash
    }
  }
}

extension JSONNode: CustomDebugStringConvertible {
  /// The value as JSON, for a debugger.
  public var debugDescription: String { text }
}
