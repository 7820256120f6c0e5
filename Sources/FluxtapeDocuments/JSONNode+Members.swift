import FluxtapeJSON

// Access to the contents of arrays and objects.

extension JSONNode {
  /// A member of an object.
  public struct Member: Sendable {
    /// The member's key.
    public let key: String
    /// The member's value.
    public let value: JSONNode
  }

  /// The number of elements or members; 0 for a scalar.
  ///
  /// - Complexity: O(1) in a large container; else O(its text), which is short.
  public var count: Int {
    switch storage {
    case .text(let text, let start, let end):
      var count = 0
      var contents = TextContents(of: text, in: Int(start)..<Int(end))
      switch kind {
      case .array: while contents.nextElement() != nil { count += 1 }
      case .object: while contents.nextMember() != nil { count += 1 }
      case .null, .boolean, .number, .string: break
      }
      return count
    case .array(let elements): return elements.value.count
    case .object(let members): return members.value.count
    case .spliced: return 0
    }
  }

  /// The element at `index`, counted from 0, if this is an array that has one.
  ///
  /// - Complexity: O(log n) in a large array; else O(the text before it), which is short.
  public func element(at index: Int) -> JSONNode? {
    guard index >= 0 else { return nil }
    switch storage {
    case .text(let text, let start, let end):
      guard kind == .array else { return nil }
      var contents = TextContents(of: text, in: Int(start)..<Int(end))
      for _ in 0..<index { guard contents.nextElement() != nil else { return nil } }
      return contents.nextElement().map { JSONNode(text, $0) }
    case .array(let elements): return index < elements.value.count ? elements.value[index] : nil
    case .object, .spliced: return nil
    }
  }

  /// The value of the member with this key, if this is an object that has one.
  ///
  /// - Complexity: O(log n) in a large object; else O(the text before it), which is short.
  public func member(named key: String) -> JSONNode? { key.withBytes { member(named: $0) } }

  func member(named key: Span<UInt8>) -> JSONNode? { find(key)?.value }

  /// The index of the member with this key, counted from 0 in the object's order.
  public func position(of key: String) -> Int? { key.withBytes { find($0)?.index } }

  private func find(_ key: Span<UInt8>) -> (index: Int, value: JSONNode)? {
    switch storage {
    case .text(let text, let start, let end):
      guard kind == .object else { return nil }
      return key.withEscapes { key in Self.find(key, in: TextContents(of: text, in: Int(start)..<Int(end))) }
    case .object(let members):
      return members.value.position(of: key).map { ($0, members.value.entries[$0].value) }
    case .array, .spliced: return nil
    }
  }

  private static func find(_ key: Span<UInt8>, in contents: TextContents) -> (index: Int, value: JSONNode)? {
    var contents = contents
    let bytes = contents.text.bytes
    var index = 0
    while let member = contents.nextMember() {
      if member.key.count == key.count &+ 2,
        key.hasSameBytes(at: 0, as: bytes.span, at: member.key.lowerBound &+ 1, length: key.count)
      {
        return (index, JSONNode(contents.text, member.value))
      }
      index &+= 1
    }
    return nil
  }

  /// The member at `index`, counted from 0 in the order of the text, if this is an object that has one.
  public func member(at index: Int) -> Member? {
    guard index >= 0 else { return nil }
    switch storage {
    case .text(let text, let start, let end):
      guard kind == .object else { return nil }
      var contents = TextContents(of: text, in: Int(start)..<Int(end))
      for _ in 0..<index { guard contents.nextMember() != nil else { return nil } }
      return contents.nextMember().map { Member(key: JSONNode(text, $0.key).string ?? "", value: JSONNode(text, $0.value)) }
    case .object(let members):
      guard index < members.value.count else { return nil }
      let entry = members.value.entries[index]
      return Member(key: entry.key.string ?? "", value: entry.value)
    case .array, .spliced: return nil
    }
  }

  /// The only member of an object that has no other.
  package var onlyMember: Member? {
    var pairs = PairIterator(self)
    guard let first = pairs.next(), pairs.next() == nil else { return nil }
    return Member(key: first.key.string ?? "", value: first.value)
  }

  /// Whether this is an array or object without contents.
  package var isEmpty: Bool {
    switch storage {
    case .text(_, let start, let end): isContainer && end - start == 2
    case .array, .object: count == 0
    case .spliced: false
    }
  }
}

// MARK: - By pointers

extension JSONNode {
  /// The value that `pointer` names, or `nil` if there is none. `-` (after the end of an array) names no value.
  public subscript(_ pointer: JSONPointer) -> JSONNode? {
    var node = self
    for token in pointer.tokens {
      guard let child = node[token] else { return nil }
      node = child
    }
    return node
  }

  /// The member or element that one token of a pointer names.
  public subscript(_ token: String) -> JSONNode? { token.withBytes { self[$0] } }

  package subscript(_ token: Span<UInt8>) -> JSONNode? {
    switch kind {
    case .object: member(named: token)
    case .array: JSONPointer.arrayIndex(token).flatMap { element(at: $0) }
    default: nil
    }
  }
}

// MARK: - Iterating

extension JSONNode {
  /// The elements of an array in order; empty for other values.
  public struct Elements: Sequence, Sendable {
    let node: JSONNode

    public func makeIterator() -> Iterator { Iterator(node) }

    /// Moves from element to element.
    public struct Iterator: IteratorProtocol {
      // Two optionals: an enum would retain and release the text at each step.
      private var contents: TextContents?
      private var list: ElementList.Iterator?

      init(_ array: JSONNode) {
        switch array.storage {
        case .text(let text, let start, let end) where array.kind == .array:
          contents = TextContents(of: text, in: Int(start)..<Int(end))
        case .array(let elements): list = elements.value.makeIterator()
        case .text, .object, .spliced: break
        }
      }

      public mutating func next() -> JSONNode? {
        if let element = list?.next() { return element }
        guard let place = contents?.nextElement(), let text = contents?.text else { return nil }
        return JSONNode(text, place)
      }
    }
  }

  /// The members of an object in order; empty for other values.
  public struct Members: Sequence, Sendable {
    let node: JSONNode

    public func makeIterator() -> Iterator { Iterator(pairs: PairIterator(node)) }

    /// Moves from member to member.
    public struct Iterator: IteratorProtocol {
      fileprivate var pairs: PairIterator

      public mutating func next() -> Member? { pairs.next().map { Member(key: $0.key.string ?? "", value: $0.value) } }
    }
  }

  /// Iterates over an object's members without decoding their keys.
  package struct PairIterator {
    // As in ``Elements/Iterator``.
    private var contents: TextContents?
    private var list: ChunkedList<MemberList.Entry>.Iterator?

    package init(_ object: JSONNode) {
      switch object.storage {
      case .text(let text, let start, let end) where object.kind == .object:
        contents = TextContents(of: text, in: Int(start)..<Int(end))
      case .object(let members): list = members.value.entries.makeIterator()
      case .text, .array, .spliced: break
      }
    }

    package mutating func next() -> (key: JSONNode, value: JSONNode)? {
      if let entry = list?.next() { return (entry.key, entry.value) }
      guard let member = contents?.nextMember(), let text = contents?.text else { return nil }
      return (JSONNode(text, member.key), JSONNode(text, member.value))
    }
  }

  /// The elements of an array; empty for other values.
  public var elements: Elements { Elements(node: self) }
  /// The members of an object; empty for other values.
  public var members: Members { Members(node: self) }
}
