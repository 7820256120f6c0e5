import FluxtapeJSON

// Changes a document along a path. Each function moves a container out of its node first, so that it has one reference and is changed in
// place, and puts it back even after an error.

extension JSONNode {
  /// Moves the elements out of an array and leaves `null`.
  @inline(__always)
  private mutating func takeElements() -> Boxed<ElementList>? {
    switch storage {
    case .array(let elements):
      self = .null
      return elements
    case .text(let text, let start, let end): return kind == .array ? Boxed(ElementList(of: text, at: Int(start)..<Int(end))) : nil
    case .object, .spliced: return nil
    }
  }

  /// Moves the members out of an object and leaves `null`.
  @inline(__always)
  private mutating func takeMembers() -> Boxed<MemberList>? {
    switch storage {
    case .object(let members):
      self = .null
      return members
    case .text(let text, let start, let end): return kind == .object ? Boxed(MemberList(of: text, at: Int(start)..<Int(end))) : nil
    case .array, .spliced: return nil
    }
  }

  /// Calls `change` with the value that `path` names between the slash at `place` and `limit`, in place.
  mutating func update<Result>(
    at path: PointerText, from place: Int, to limit: Int, _ change: (inout JSONNode) throws(JSONPatchError.Reason) -> Result
  ) throws(JSONPatchError.Reason) -> Result {
    guard place < limit else { return try change(&self) }
    let end = path.end(ofTokenAt: place)
    if var members = takeMembers() {
      defer { storage = .object(members) }
      return try members.update { (members) throws(JSONPatchError.Reason) in
        guard let position = path.withToken(at: place, to: end, { members.position(of: $0) }) else { throw .noValue }
        return try members.update(at: position) { (value) throws(JSONPatchError.Reason) in
          try value.update(at: path, from: end, to: limit, change)
        }
      }
    }
    if var elements = takeElements() {
      defer { storage = .array(elements) }
      return try elements.update { (elements) throws(JSONPatchError.Reason) in
        let index = try path.withToken(at: place, to: end) { (token) throws(JSONPatchError.Reason) in
          try Self.index(token, below: elements.count)
        }
        return try elements.update(at: index) { (value) throws(JSONPatchError.Reason) in
          try value.update(at: path, from: end, to: limit, change)
        }
      }
    }
    throw .notAContainer
  }

  /// Adds `value` to this array or object under `token`, as RFC 6902's `add` does.
  mutating func insert(_ value: JSONNode, _ token: Span<UInt8>) throws(JSONPatchError.Reason) {
    if var members = takeMembers() {
      defer { storage = .object(members) }
      members.update { members in
        if let position = members.position(of: token) {
          members.update(at: position) { $0 = value }
        } else {
          members.append(String(utf8Bytes: token), value)
        }
      }
    } else if var elements = takeElements() {
      defer { storage = .array(elements) }
      try elements.update { (elements) throws(JSONPatchError.Reason) in
        let isEnd = token.count == 1 && token[0] == UInt8(ascii: "-")
        let index = try isEnd ? elements.count : Self.index(token, below: elements.count + 1, of: elements.count)
        elements.insert(value, at: index)
      }
    } else {
      throw .notAContainer
    }
  }

  /// Removes the member or element that `token` names, and returns it.
  mutating func remove(_ token: Span<UInt8>) throws(JSONPatchError.Reason) -> JSONNode {
    if var members = takeMembers() {
      defer { storage = .object(members) }
      return try members.update { (members) throws(JSONPatchError.Reason) in
        guard let position = members.position(of: token) else { throw .noValue }
        return members.remove(at: position)
      }
    }
    if var elements = takeElements() {
      defer { storage = .array(elements) }
      return try elements.update { (elements) throws(JSONPatchError.Reason) in
        elements.remove(at: try Self.index(token, below: elements.count))
      }
    }
    throw .notAContainer
  }

  private static func index(_ token: Span<UInt8>, below limit: Int, of count: Int? = nil) throws(JSONPatchError.Reason) -> Int {
    guard let index = JSONPointer.arrayIndex(token) else { throw .notAnIndex }
    guard index < limit else { throw .indexOutOfRange(count: count ?? limit) }
    return index
  }

  /// The value that `path` names, if there is one.
  package func node(at path: PointerText) -> JSONNode? { node(at: path, upTo: path.range.upperBound) }

  /// The value that `path` names up to `limit`, the slash before a token.
  package func node(at path: PointerText, upTo limit: Int) -> JSONNode? {
    var node = self
    var place = path.range.lowerBound
    while place < limit {
      let end = path.end(ofTokenAt: place)
      guard let child = path.withToken(at: place, to: end, { node[$0] }) else { return nil }
      node = child
      place = end
    }
    return node
  }

  /// Replaces Unicode scalars of a string.
  mutating func splice(_ inserted: String, at start: Int, deleting deleted: Int) throws(JSONPatchError.Reason) {
    guard kind == .string else { throw .notAString }
    if case .spliced(var text) = storage {
      self = .null
      defer { storage = .spliced(text) }
      let isDone = text.update { $0.splice(inserted, at: start, deleting: deleted) }
      guard isDone else { throw .spliceOutOfRange(count: text.value.scalarCount) }
      return
    }
    var text = SplicedText(string ?? "")
    guard text.splice(inserted, at: start, deleting: deleted) else { throw .spliceOutOfRange(count: text.scalarCount) }
    storage = .spliced(Boxed(text))
  }

  /// Why there is no value at `path`.
  func faultReason(at path: JSONPointer) -> JSONPatchError.Reason {
    var node = self
    for token in path.tokens {
      if let child = node[token] {
        node = child
        continue
      }
      guard node.kind == .array else { return node.kind == .object ? .noValue : .notAContainer }
      return JSONPointer.arrayIndex(token) == nil ? .notAnIndex : .indexOutOfRange(count: node.count)
    }
    return .noValue
  }
}

// MARK: - Sizes

extension JSONNode {
  /// How many levels of containers the value has.
  var height: Int {
    switch storage {
    case .text(let text, let start, let end): isContainer ? text.height(of: Int(start)..<Int(end)) : 0
    case .array(let elements): 1 + (elements.value.lazy.map(\.height).max() ?? 0)
    case .object(let members): 1 + (members.value.entries.lazy.map(\.value.height).max() ?? 0)
    case .spliced: 0
    }
  }

  /// Subtracts from `budget` the approximate bytes of memory that this node takes as a value, and stops below 0.
  func spendSize(from budget: inout Int) {
    budget -= Self.bytesPerValue
    switch storage {
    case .text(let text, let start, let end):
      budget -= Int(end - start)
      if budget >= 0, isContainer { budget -= Self.bytesPerValue * text.valueCount(of: Int(start)..<Int(end)) }
    case .spliced(let text): budget -= text.value.byteCount
    case .array(let elements):
      for element in elements.value {
        guard budget >= 0 else { return }
        element.spendSize(from: &budget)
      }
    case .object(let members):
      for entry in members.value.entries {
        guard budget >= 0 else { return }
        entry.key.spendSize(from: &budget)
        entry.value.spendSize(from: &budget)
      }
    }
  }

  private static let bytesPerValue = 32
}
