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

  /// The element at `index`, counted from 0, if this is an array that has one.
  ///
  /// - Complexity: O(1); O(log n) in an array that a patch has changed.
  public func element(at index: Int) -> JSONNode? {
    guard index >= 0, index < count else { return nil }
    switch storage {
    case .parsed(let text, let place):
      return text.word(Int(place)).kind == .array ? JSONNode(text, text.element(index, of: Int(place))) : nil
    case .array(let elements): return elements.value[index]
    case .scalar, .object, .text: return nil
    }
  }

  /// The value of the member with this key, if this is an object that has one.
  ///
  /// - Complexity: O(1); O(members) in objects with few members.
  public func member(named key: String) -> JSONNode? { key.withBytes { member(named: $0) } }

  func member(named key: Span<UInt8>) -> JSONNode? {
    switch storage {
    case .parsed(let text, let place):
      guard text.word(Int(place)).kind == .object else { return nil }
      return text.key(key, of: Int(place)).map { JSONNode(text, $0.place + 1) }
    case .object(let members): return members.value.position(of: key).map { members.value.entries[$0].value }
    case .scalar, .array, .text: return nil
    }
  }

  /// The index of the member with this key, counted from 0 in the object's order.
  public func position(of key: String) -> Int? {
    switch storage {
    case .parsed(let text, let place):
      guard text.word(Int(place)).kind == .object else { return nil }
      return key.withBytes { text.key($0, of: Int(place))?.index }
    case .object(let members): return key.withBytes { members.value.position(of: $0) }
    case .scalar, .array, .text: return nil
    }
  }

  /// The member at `index`, counted from 0 in the order of the text, if this is an object that has one.
  public func member(at index: Int) -> Member? {
    guard index >= 0, index < count else { return nil }
    switch storage {
    case .parsed(let text, let place):
      guard text.word(Int(place)).kind == .object else { return nil }
      let key = text.key(index, of: Int(place))
      return Member(key: text.string(key), value: JSONNode(text, key + 1))
    case .object(let members): return Member(key: members.value.key(at: index), value: members.value.entries[index].value)
    case .scalar, .array, .text: return nil
    }
  }

  /// The key of the member at `index`.
  public func key(at index: Int) -> String? { member(at: index)?.key }

  /// The element at `index`, or the value of the member at `index`.
  public func child(at index: Int) -> JSONNode? { element(at: index) ?? member(at: index)?.value }
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
  public struct Elements: RandomAccessCollection, Sendable {
    let node: JSONNode
    public let startIndex = 0
    public let endIndex: Int

    init(_ node: JSONNode) {
      self.node = node
      endIndex = node.kind == .array ? node.count : 0
    }

    public subscript(position: Int) -> JSONNode {
      guard let element = node.element(at: position) else { preconditionFailure("there is no element \(position)") }
      return element
    }

    public func makeIterator() -> Iterator { Iterator(self) }

    /// Moves from element to element without a lookup.
    public struct Iterator: IteratorProtocol {
      // As in ``PairIterator``.
      private var text: JSONText?
      private var place = 0
      private var left = 0
      private var list: ElementList.Iterator?

      init(_ elements: Elements) {
        switch elements.node.storage {
        case .parsed(let text, let array):
          (self.text, place, left) = (text, Int(array) + TapeWord.containerHead, elements.endIndex)
        case .array(let list): self.list = list.value.makeIterator()
        default: break
        }
      }

      public mutating func next() -> JSONNode? {
        if let element = list?.next() { return element }
        guard left > 0, let text else { return nil }
        let element = place
        place = element + text.width(element)
        left -= 1
        return JSONNode(text, element)
      }
    }
  }

  /// The members of an object in order; empty for other values.
  public struct Members: RandomAccessCollection, Sendable {
    let node: JSONNode
    public let startIndex = 0
    public let endIndex: Int

    init(_ node: JSONNode) {
      self.node = node
      endIndex = node.kind == .object ? node.count : 0
    }

    public subscript(position: Int) -> Member {
      guard let member = node.member(at: position) else { preconditionFailure("there is no member \(position)") }
      return member
    }

    public func makeIterator() -> Iterator { Iterator(self) }

    /// Moves from member to member without a lookup.
    public struct Iterator: IteratorProtocol {
      private var pairs: PairIterator

      init(_ members: Members) { pairs = PairIterator(members.node) }

      public mutating func next() -> Member? {
        pairs.next().map { Member(key: $0.key.string ?? "", value: $0.value) }
      }
    }
  }

  /// Iterates over an object's members without decoding their keys.
  package struct PairIterator {
    /// The text of the object, or of the keys of an object that a patch has changed.
    private var text: JSONText?
    // Not an enum of two ways, which would retain and release the text with each step.
    private var place = 0
    private var left = 0
    private var list: ChunkedList<MemberRun>.Iterator?

    package init(_ object: JSONNode) {
      switch object.storage {
      case .parsed(let text, let place) where object.kind == .object:
        (self.text, self.place, left) = (text, Int(place) + TapeWord.containerHead, object.count)
      case .object(let members): (text, list) = (members.value.text, members.value.entries.makeIterator())
      default: break
      }
    }

    package mutating func next() -> (key: JSONNode, value: JSONNode)? {
      if let entry = list?.next() { return (entry.key.node(of: text), entry.value) }
      guard left > 0, let text else { return nil }
      let key = place
      place = key + 1 + text.width(key + 1)
      left -= 1
      return (JSONNode(text, key), JSONNode(text, key + 1))
    }
  }

  /// The elements of an array; empty for other values.
  public var elements: Elements { Elements(self) }
  /// The members of an object; empty for other values.
  public var members: Members { Members(self) }
}
