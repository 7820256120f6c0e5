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
  mutating func insert(_ value: JSONValue, _ token: String) throws(JSONPatchError.Reason) {
    if var object = takeObject() {
      defer { self = .object(object) }
      object[token] = value
      return
    }
    if var elements = takeElements() {
      defer { self = .array(elements) }
      let index = try token == "-" ? elements.count : Self.index(token, in: elements, orItsEnd: true)
      elements.insert(value, at: index)
      return
    }
    throw .notAContainer
  }

  /// Removes what `token` names from this array or object.
  mutating func remove(_ token: String) throws(JSONPatchError.Reason) -> JSONValue {
    if var object = takeObject() {
      defer { self = .object(object) }
      guard let place = object.position(of: token) else { throw .noValue }
      return object.remove(at: place).value
    }
    if var elements = takeElements() {
      defer { self = .array(elements) }
      let index = try Self.index(token, in: elements)
      return elements.remove(at: index)
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
