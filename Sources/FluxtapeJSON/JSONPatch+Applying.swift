// Documents are changed in place. A container is first moved out of the enclosing value, so that it is uniquely referenced and its storage
// is not copied, and moved back in all cases.

extension JSONValue {
  /// Applies the operation and returns `true`. Returns `false`, and changes nothing except the order of members, if it does not fit, and
  /// for `copy` and `test`, which no recorder writes. `JSONPatch.apply(to:)` in `FluxtapeDocuments` supports these, enforces limits, and
  /// reports errors.
  package mutating func apply(_ operation: JSONPatch.Operation) -> Bool {
    switch operation {
    case .add(let path, let value): return add(value, at: path.tokens)
    case .remove(let path): return remove(at: path.tokens) != nil
    case .replace(let path, let value):
      return update(at: path.tokens[...]) { target in
        target = value
        return true
      }
    case .move(let from, let path):
      guard from != path else { return self[path] != nil }
      guard !from.contains(path), let value = remove(at: from.tokens) else { return false }
      if add(value, at: path.tokens) { return true }
      _ = add(value, at: from.tokens)
      return false
    case .splice(let path, let at, let deleting, let inserting):
      return update(at: path.tokens[...]) { target in
        guard case .string(let text) = target, let spliced = text.splicing(inserting, at: at, deleting: deleting) else { return false }
        target = .string(spliced)
        return true
      }
    case .copy, .test: return false
    }
  }

  private mutating func add(_ value: JSONValue, at tokens: [String]) -> Bool {
    guard let last = tokens.last else {
      self = value
      return true
    }
    return update(at: tokens.dropLast()) { $0.insert(value, last) }
  }

  private mutating func remove(at tokens: [String]) -> JSONValue? {
    guard let last = tokens.last else { return nil }
    var removed: JSONValue?
    _ = update(at: tokens.dropLast()) { parent in
      removed = parent.removeChild(last)
      return removed != nil
    }
    return removed
  }

  /// Passes the value at `tokens` to `change`, in place. Returns `false` if there is none.
  private mutating func update(at tokens: ArraySlice<String>, _ change: (inout JSONValue) -> Bool) -> Bool {
    guard let token = tokens.first else { return change(&self) }
    if var object = takeObject() {
      defer { self = .object(object) }
      guard let place = object.position(of: token) else { return false }
      return object.members[place].value.update(at: tokens.dropFirst(), change)
    }
    if var elements = takeElements() {
      defer { self = .array(elements) }
      guard let index = JSONPointer.arrayIndex(token), index < elements.count else { return false }
      return elements[index].update(at: tokens.dropFirst(), change)
    }
    return false
  }

  private mutating func insert(_ value: JSONValue, _ token: String) -> Bool {
    if var object = takeObject() {
      defer { self = .object(object) }
      object[token] = value
      return true
    }
    if var elements = takeElements() {
      defer { self = .array(elements) }
      guard let index = token == "-" ? elements.count : JSONPointer.arrayIndex(token), index <= elements.count else { return false }
      elements.insert(value, at: index)
      return true
    }
    return false
  }

  private mutating func removeChild(_ token: String) -> JSONValue? {
    if var object = takeObject() {
      defer { self = .object(object) }
      return object.position(of: token).map { object.remove(at: $0).value }
    }
    if var elements = takeElements() {
      defer { self = .array(elements) }
      guard let index = JSONPointer.arrayIndex(token), index < elements.count else { return nil }
      return elements.remove(at: index)
    }
    return nil
  }

  /// Moves the elements out, if this is an array, and leaves `null`. A pattern with `var` would retain them twice.
  private mutating func takeElements() -> [JSONValue]? {
    guard case .array(let elements) = self else { return nil }
    self = .null
    return elements
  }

  /// The same as `takeElements()`, for an object.
  private mutating func takeObject() -> JSONObject? {
    guard case .object(let object) = self else { return nil }
    self = .null
    return object
  }
}
