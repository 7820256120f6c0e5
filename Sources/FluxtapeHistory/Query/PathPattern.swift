import FluxtapeDocuments
package import FluxtapeJSON

/// A path in a query: as ``StatePath``, and with `[*]` for every element of an array or member of an object.
package struct PathPattern: Hashable, Sendable {
  package enum Part: Hashable, Sendable {
    case one(StatePath.Part)
    case every
  }

  /// The store, if the path names one.
  package var store: String?
  package var parts: [Part]
  /// Where the path stands in the query, in characters.
  package var offset: Int

  package init(store: String? = nil, parts: [Part], offset: Int = 0) {
    self.store = store
    self.parts = parts
    self.offset = offset
  }

  package init(_ path: StatePath) { self.init(store: path.store, parts: path.parts.map(Part.one)) }

  /// Whether the path leads to more than one value.
  package var hasMany: Bool { parts.contains(.every) }
}

// MARK: - Looking up

extension PathPattern {
  /// Hands every value that the path leads to over, until `body` asks to stop by returning `false`.
  ///
  /// - Returns: whether no one asked to stop.
  @discardableResult
  package func forEachValue(in document: JSONValue, _ body: (JSONValue) -> Bool) -> Bool { Self.visit(parts[...], document, body) }

  /// The value that a path without `[*]` leads to.
  package func value(in document: JSONValue) -> JSONValue? {
    var found: JSONValue?
    forEachValue(in: document) {
      found = $0
      return false
    }
    return found
  }

  /// All values that the path leads to.
  package func values(in document: JSONValue) -> [JSONValue] {
    var values: [JSONValue] = []
    forEachValue(in: document) {
      values.append($0)
      return true
    }
    return values
  }

  private static func visit(_ parts: ArraySlice<Part>, _ value: JSONValue, _ body: (JSONValue) -> Bool) -> Bool {
    guard let part = parts.first else { return body(value) }
    let rest = parts.dropFirst()
    switch part {
    case .one(let part):
      guard let child = value.child(part) else { return true }
      return visit(rest, child, body)
    case .every:
      if case .array(let elements) = value { return elements.allSatisfy { visit(rest, $0, body) } }
      if case .object(let object) = value { return object.allSatisfy { visit(rest, $0.value, body) } }
      return true
    }
  }
}

extension JSONValue {
  /// The member or element that a part of a path leads to.
  package func child(_ part: StatePath.Part) -> JSONValue? {
    switch part {
    case .member(let key), .token(let key): self[token(askedFor: key)]
    case .element(let index): array.flatMap { index < $0.count ? $0[index] : nil }
    case .elementWith(let key, let wanted): array?.first { $0[$0.token(askedFor: key)]?.isEquivalent(to: wanted) == true }
    }
  }
}

// MARK: - Patches

extension PathPattern {
  /// Whether the operation may change what the path leads to: what it names is on the way there, there, or below. What it adds to
  /// an array or takes from it moves the elements behind.
  package func isTouched(by operation: JSONPatch.Operation) -> Bool {
    switch operation {
    case .replace(let path, _), .splice(let path, _, _, _): overlaps(path.tokens[...])
    case .add(let path, _), .remove(let path), .copy(_, let path): overlaps(Self.shifted(path))
    case .move(let from, let path): overlaps(Self.shifted(from)) || overlaps(Self.shifted(path))
    case .test: false
    }
  }

  /// What an insertion or removal at `path` may change: of what may be an array, all of it.
  private static func shifted(_ path: JSONPointer) -> ArraySlice<String> {
    guard let last = path.tokens.last, last == "-" || JSONPointer.arrayIndex(last) != nil else { return path.tokens[...] }
    return path.tokens.dropLast()
  }

  /// Whether one of both places lies in the other.
  private func overlaps(_ tokens: ArraySlice<String>) -> Bool {
    for (part, token) in zip(parts, tokens) {
      switch part {
      case .every: continue
      case .one(.member(let key)), .one(.token(let key)): if !TaggedValue.isKey(key, token) { return false }
      case .one(.element(let index)): if String(index) != token { return false }
      // Which element it is may depend on any of them.
      case .one(.elementWith): return true
      }
    }
    return true
  }
}
