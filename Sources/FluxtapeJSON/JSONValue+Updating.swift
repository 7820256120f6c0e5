// Changing a document where it lies. A container is first taken out of the value that holds it, so that it is held once and
// its storage is not copied, and put back whatever happens.

extension JSONValue {
  /// The elements, if this is an array, which `null` is left of. A pattern with `var` would hold them twice while it is in scope.
  fileprivate mutating func takeElements() -> [JSONValue]? {
    guard case .array(let elements) = self else { return nil }
    self = .null
    return elements
  }

  /// As `takeElements()`, for an object.
  fileprivate mutating func takeObject() -> JSONObject? {
    guard case .object(let object) = self else { return nil }
    self = .null
    return object
  }

  /// Hands the value at `tokens` to `change`, in place.
  mutating func update<Result>(
    at tokens: ArraySlice<String>, _ change: (inout JSONValue) throws(JSONPatchError.Reason) -> Result
  ) throws(JSONPatchError.Reason) -> Result {
    guard let token = tokens.first else { return try change(&self) }
    if var object = takeObject() {
      defer { self = .object(object) }
      guard let place = object.position(of: token) else { throw .noValue }
      return try object.members[place].value.update(at: tokens.dropFirst(), change)
    }
    if var elements = takeElements() {
      defer { self = .array(elements) }
      let index = try Self.index(token, in: elements)
      return try elements[index].update(at: tokens.dropFirst(), change)
    }
    throw .notAContainer
  }

  /// Adds `value` to this array or object under `token`, as RFC 6902's `add` does.
  mutating func insert(_ value: JSONValue, _ token: String) throws(JSONPatchError.Reason) -> JSONStep.Change {
    if var object = takeObject() {
      defer { self = .object(object) }
      guard let place = object.position(of: token) else {
        object[token] = value
        return .inserted(place: object.count - 1)
      }
      let old = object.members[place].value
      object.members[place].value = value
      return .replacedInside(place: place, old)
    }
    if var elements = takeElements() {
      defer { self = .array(elements) }
      let index = try token == "-" ? elements.count : Self.index(token, in: elements, orItsEnd: true)
      elements.insert(value, at: index)
      return .inserted(place: index)
    }
    throw .notAContainer
  }

  /// Removes what `token` names from this array or object.
  mutating func remove(_ token: String) throws(JSONPatchError.Reason) -> (JSONValue, JSONStep.Change) {
    if var object = takeObject() {
      defer { self = .object(object) }
      guard let place = object.position(of: token) else { throw .noValue }
      let member = object.remove(at: place)
      return (member.value, .removed(key: member.key, place: place, member.value))
    }
    if var elements = takeElements() {
      defer { self = .array(elements) }
      let index = try Self.index(token, in: elements)
      let value = elements.remove(at: index)
      return (value, .removed(key: token, place: index, value))
    }
    throw .notAContainer
  }

  private static func index(
    _ token: String, in elements: [JSONValue], orItsEnd mayBeEnd: Bool = false
  ) throws(JSONPatchError.Reason) -> Int {
    guard let index = JSONPointer.arrayIndex(token) else { throw .notAnIndex }
    guard index < elements.count || (mayBeEnd && index == elements.count) else { throw .indexOutOfRange(count: elements.count) }
    return index
  }

  /// Why nothing is at `path`.
  func faultReason(at path: JSONPointer) -> JSONPatchError.Reason {
    var value = self
    for token in path.tokens {
      if let child = value[token] {
        value = child
        continue
      }
      guard case .array(let elements) = value else { return value.object == nil ? .notAContainer : .noValue }
      return JSONPointer.arrayIndex(token) == nil ? .notAnIndex : .indexOutOfRange(count: elements.count)
    }
    return .noValue
  }
}

/// One change of one container, with what it takes to go back: a patch that fails must leave no trace, the order of members
/// included, and keeping the old document instead would copy every container that is changed.
struct JSONStep {
  enum Change {
    /// The value itself was this one.
    case replaced(JSONValue)
    case replacedInside(place: Int, JSONValue)
    case inserted(place: Int)
    case removed(key: String, place: Int, JSONValue)
  }

  /// The tokens of the changed container, or of the value that was replaced.
  let parent: ArraySlice<String>
  let change: Change

  /// Takes the change back, in a document that is as the change left it.
  func revert(in document: inout JSONValue) {
    // The path was there when the step was made, and every later step is reverted already.
    try? document.update(at: parent) { (container) throws(JSONPatchError.Reason) in
      if case .replaced(let old) = change {
        container = old
        return
      }
      if var object = container.takeObject() {
        object.revert(change)
        container = .object(object)
      } else if var elements = container.takeElements() {
        elements.revert(change)
        container = .array(elements)
      }
    }
  }
}

extension JSONObject {
  fileprivate mutating func revert(_ change: JSONStep.Change) {
    switch change {
    case .replacedInside(let place, let old): members[place].value = old
    case .inserted(let place): _ = remove(at: place)
    case .removed(let key, let place, let value): insert(Member(key: key, value: value), at: place)
    case .replaced: break
    }
  }
}

extension [JSONValue] {
  fileprivate mutating func revert(_ change: JSONStep.Change) {
    switch change {
    case .inserted(let place): _ = remove(at: place)
    case .removed(_, let place, let value): insert(value, at: place)
    case .replaced, .replacedInside: break
    }
  }
}
