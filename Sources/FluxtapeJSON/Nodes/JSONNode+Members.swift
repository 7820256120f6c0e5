// What stands in an array or object.

extension JSONNode {
  /// A member of an object.
  public struct Member: Sendable {
    public let key: String
    public let value: JSONNode
  }

  /// The element at `index`, counted from 0, if this is an array that has one there. O(1), or nearly so.
  public func element(at index: Int) -> JSONNode? {
    guard index >= 0, index < count else { return nil }
    switch storage {
    case .parsed(let text, let place):
      return text.word(Int(place)).kind == .array ? JSONNode(text, text.element(index, of: Int(place))) : nil
    case .value(.array(let elements)): return JSONNode(elements[index])
    case .value: return nil
    }
  }

  /// The value of the member with this key, if this is an object that has one.
  ///
  /// - Complexity: O(1), in objects of few members O(members).
  public func member(named key: String) -> JSONNode? {
    switch storage {
    case .parsed(let text, let place):
      guard text.word(Int(place)).kind == .object else { return nil }
      return text.key(key, of: Int(place)).map { JSONNode(text, $0.place + 1) }
    case .value(.object(let object)): return object[key].map { JSONNode($0) }
    case .value: return nil
    }
  }

  /// The number of the member with this key, counted from 0 in the object's order.
  public func position(of key: String) -> Int? {
    switch storage {
    case .parsed(let text, let place):
      guard text.word(Int(place)).kind == .object else { return nil }
      return text.key(key, of: Int(place))?.index
    case .value(.object(let object)): return object.position(of: key)
    case .value: return nil
    }
  }

  /// The member at `index`, counted from 0 in the order of the text, if this is an object that has one there.
  public func member(at index: Int) -> Member? {
    guard index >= 0, index < count else { return nil }
    switch storage {
    case .parsed(let text, let place):
      guard text.word(Int(place)).kind == .object else { return nil }
      let key = text.key(index, of: Int(place))
      return Member(key: text.string(key), value: JSONNode(text, key + 1))
    case .value(.object(let object)): return Member(key: object[index].key, value: JSONNode(object[index].value))
    case .value: return nil
    }
  }

  /// The key of the member at `index`.
  public func key(at index: Int) -> String? { member(at: index)?.key }

  /// The element or the value of the member at `index`, whichever this has.
  public func child(at index: Int) -> JSONNode? { element(at: index) ?? member(at: index)?.value }
}

// MARK: - By pointers

extension JSONNode {
  /// The value that `pointer` names, or `nil` if there is none. `-` (past the end of an array) names none.
  public subscript(_ pointer: JSONPointer) -> JSONNode? {
    var node = self
    for token in pointer.tokens {
      guard let child = node[token] else { return nil }
      node = child
    }
    return node
  }

  /// The member or element that one token of a pointer names.
  public subscript(_ token: String) -> JSONNode? {
    switch kind {
    case .object: member(named: token)
    case .array: JSONPointer.arrayIndex(token).flatMap { element(at: $0) }
    default: nil
    }
  }
}

// MARK: - One after another

extension JSONNode {
  /// The elements of an array, in their order; of anything else, none.
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

    /// Goes from element to element without looking any up.
    public struct Iterator: IteratorProtocol {
      private let node: JSONNode
      private let count: Int
      private var index = 0
      private var place = 0

      init(_ elements: Elements) {
        node = elements.node
        count = elements.endIndex
        if case .parsed(_, let array) = node.storage { place = Int(array) + TapeWord.containerHead }
      }

      public mutating func next() -> JSONNode? {
        guard index < count else { return nil }
        defer { index += 1 }
        guard case .parsed(let text, _) = node.storage else { return node.element(at: index) }
        defer { place += text.width(place) }
        return JSONNode(text, place)
      }
    }
  }

  /// The members of an object, in their order; of anything else, none.
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

    /// Goes from member to member without looking any up.
    public struct Iterator: IteratorProtocol {
      private let node: JSONNode
      private let count: Int
      private var index = 0
      private var place = 0

      init(_ members: Members) {
        node = members.node
        count = members.endIndex
        if case .parsed(_, let object) = node.storage { place = Int(object) + TapeWord.containerHead }
      }

      public mutating func next() -> Member? {
        guard index < count else { return nil }
        defer { index += 1 }
        guard case .parsed(let text, _) = node.storage else { return node.member(at: index) }
        defer { place += 1 + text.width(place + 1) }
        return Member(key: text.string(place), value: JSONNode(text, place + 1))
      }
    }
  }

  public var elements: Elements { Elements(self) }
  public var members: Members { Members(self) }
}
