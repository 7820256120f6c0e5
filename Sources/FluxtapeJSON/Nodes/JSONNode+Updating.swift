// Changing a document along a path. A container is taken out of the node that holds it first, so that it is held once and changed
// where it lies, and put back whatever happens.

extension JSONNode {
  /// The elements, if this is an array, which `null` is left of.
  private mutating func takeElements() -> ElementList? {
    switch storage {
    case .array(let elements):
      storage = .scalar(.null)
      return elements
    case .parsed(let text, let place) where text.word(Int(place)).kind == .array: return ElementList(of: text, at: Int(place))
    default: return nil
    }
  }

  /// As `takeElements()`, for an object.
  private mutating func takeMembers() -> MemberList? {
    switch storage {
    case .object(let members):
      storage = .scalar(.null)
      return members
    case .parsed(let text, let place) where text.word(Int(place)).kind == .object: return MemberList(of: text, at: Int(place))
    default: return nil
    }
  }

  /// Hands the node at `tokens` to `change`, in place.
  mutating func update<Result>(
    at tokens: ArraySlice<String>, _ change: (inout JSONNode) throws(JSONPatchError.Reason) -> Result
  ) throws(JSONPatchError.Reason) -> Result {
    guard let token = tokens.first else { return try change(&self) }
    if var members = takeMembers() {
      defer { storage = .object(members) }
      guard let position = members.position(of: token) else { throw .noValue }
      return try members.update(at: position) { (value) throws(JSONPatchError.Reason) in
        try value.update(at: tokens.dropFirst(), change)
      }
    }
    if var elements = takeElements() {
      defer { storage = .array(elements) }
      let index = try Self.index(token, below: elements.count)
      return try elements.update(at: index) { (value) throws(JSONPatchError.Reason) in
        try value.update(at: tokens.dropFirst(), change)
      }
    }
    throw .notAContainer
  }

  /// Adds `value` to this array or object under `token`, as RFC 6902's `add` does.
  mutating func insert(_ value: JSONNode, _ token: String) throws(JSONPatchError.Reason) {
    if var members = takeMembers() {
      defer { storage = .object(members) }
      if let position = members.position(of: token) {
        members.update(at: position) { $0 = value }
      } else {
        members.append(token, value)
      }
    } else if var elements = takeElements() {
      defer { storage = .array(elements) }
      let index = try token == "-" ? elements.count : Self.index(token, below: elements.count + 1, of: elements.count)
      elements.insert(value, at: index)
    } else {
      throw .notAContainer
    }
  }

  /// Removes what `token` names from this array or object.
  mutating func remove(_ token: String) throws(JSONPatchError.Reason) -> JSONNode {
    if var members = takeMembers() {
      defer { storage = .object(members) }
      guard let position = members.position(of: token) else { throw .noValue }
      return members.remove(at: position)
    }
    if var elements = takeElements() {
      defer { storage = .array(elements) }
      return elements.remove(at: try Self.index(token, below: elements.count))
    }
    throw .notAContainer
  }

  private static func index(_ token: String, below limit: Int, of count: Int? = nil) throws(JSONPatchError.Reason) -> Int {
    guard let index = JSONPointer.arrayIndex(token) else { throw .notAnIndex }
    guard index < limit else { throw .indexOutOfRange(count: count ?? limit) }
    return index
  }

  /// Replaces scalars of a string.
  mutating func splice(_ inserted: String, at start: Int, deleting deleted: Int) throws(JSONPatchError.Reason) {
    guard kind == .string else { throw .notAString }
    if case .text(var text) = storage {
      storage = .scalar(.null)
      defer { storage = .text(text) }
      guard text.splice(inserted, at: start, deleting: deleted) else { throw .spliceOutOfRange(count: text.scalarCount) }
      return
    }
    let string = string ?? ""
    if string.utf8.count >= SplicedText.worthwhileFrom {
      var text = SplicedText(string)
      guard text.splice(inserted, at: start, deleting: deleted) else { throw .spliceOutOfRange(count: text.scalarCount) }
      storage = .text(text)
    } else {
      guard let spliced = string.splicing(inserted, at: start, deleting: deleted) else {
        throw .spliceOutOfRange(count: string.unicodeScalars.count)
      }
      storage = .scalar(.string(spliced))
    }
  }

  /// Why nothing is at `path`.
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
  /// Levels of containers here. O(1) for what was parsed.
  var height: Int {
    switch storage {
    case .parsed(let text, let place): text.height(Int(place))
    case .array(let elements): 1 + (elements.lazy.map(\.height).max() ?? 0)
    case .object(let members): 1 + (members.entries.lazy.map(\.value.height).max() ?? 0)
    case .scalar, .text: 0
    }
  }

  /// Counts the values here down from `budget`, and stops below 0.
  func spendValues(of budget: inout Int) {
    budget -= 1
    guard isContainer, budget >= 0 else { return }
    if kind == .array {
      for element in elements where budget >= 0 { element.spendValues(of: &budget) }
    } else {
      var members = PairIterator(self)
      while budget >= 0, let member = members.next() { member.value.spendValues(of: &budget) }
    }
  }
}
