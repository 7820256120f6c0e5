package import FluxtapeDocuments
import FluxtapeJSON

/// A path in a query: like ``StatePath``, and with `[*]` for every element of an array or member of an object.
package struct PathPattern: Hashable, Sendable {
  package enum Part: Hashable, Sendable {
    case one(StatePath.Part)
    case every
  }

  /// The store, if the path names one.
  package var store: String?
  package var parts: [Part]
  /// The path's offset in the query, in characters.
  package var offset: Int

  package init(store: String? = nil, parts: [Part], offset: Int = 0) {
    self.store = store
    self.parts = parts
    self.offset = offset
  }

  package init(_ path: StatePath) { self.init(store: path.store, parts: path.parts.map(Part.one)) }

  /// Whether the path may lead to more than one value.
  package var hasMany: Bool { parts.contains(.every) }
}

// MARK: - Looking up

extension PathPattern {
  /// Calls `body` with every value that the path leads to, until `body` returns `false`.
  ///
  /// - Returns: Whether `body` never returned `false`.
  @discardableResult
  package func forEachValue(in document: JSONNode, _ body: (JSONNode) -> Bool) -> Bool { Self.visit(parts[...], document, body) }

  /// The value that a path without `[*]` leads to.
  package func value(in document: JSONNode) -> JSONNode? {
    var found: JSONNode?
    forEachValue(in: document) {
      found = $0
      return false
    }
    return found
  }

  /// All values that the path leads to.
  package func values(in document: JSONNode) -> [JSONNode] {
    var values: [JSONNode] = []
    forEachValue(in: document) {
      values.append($0)
      return true
    }
    return values
  }

  private static func visit(_ parts: ArraySlice<Part>, _ value: JSONNode, _ body: (JSONNode) -> Bool) -> Bool {
    guard let part = parts.first else { return body(value) }
    let rest = parts.dropFirst()
    switch part {
    case .one(let part):
      guard let child = value.child(part) else { return true }
      return visit(rest, child, body)
    case .every:
      return value.elements.allSatisfy { visit(rest, $0, body) } && value.members.allSatisfy { visit(rest, $0.value, body) }
    }
  }
}

extension JSONNode {
  /// The member or element that a part of a path leads to.
  package func child(_ part: StatePath.Part) -> JSONNode? {
    switch part {
    case .member(let key) where isPairs: pair(withKey: key).flatMap { element(at: $0)?.element(at: 1) }
    case .member(let key), .token(let key): child(askedFor: key)
    // Also a member: a dictionary's keys may be numbers.
    case .element(let index): kind == .object ? child(askedFor: String(index)) : element(at: index)
    case .elementWith(let key, let wanted):
      elements.first { $0.child(askedFor: key)?.value.isEquivalent(to: wanted) == true }
    }
  }
}

// MARK: - Pairs

extension JSONNode {
  /// Whether this is an array of pairs of a key and a value: how a dictionary is written whose keys are no texts.
  var isPairs: Bool { kind == .array && !isEmpty && elements.allSatisfy { $0.kind == .array && $0.count == 2 } }

  /// The place of the first pair with a key, in an array of pairs. A key is written as a text, as another scalar, or as an enum case without
  /// values.
  func pair(withKey key: String) -> Int? {
    elements.enumerated().first { $1.isPair(ofKey: key) }?.offset
  }

  /// Whether this is a pair with a key.
  func isPair(ofKey key: String) -> Bool {
    guard kind == .array, let first = element(at: 0) else { return false }
    let text = first.isContainer ? first.onlyMember.flatMap { $0.value.isEmpty ? $0.key : nil } : first.value.scalarText
    return text?.hasSameBytes(as: key) == true
  }
}

// MARK: - Patches

extension NodePatch.Operation {
  /// Whether a place that the operation may change passes a test. The test gets a path, and the byte at which the place ends in it.
  ///
  /// Adding an element to an array, or removing one, moves the elements after it: the place is the array.
  func touches(where test: (PointerText, _ limit: Int) -> Bool) -> Bool {
    switch self {
    case .replace(let path, _), .splice(let path, _, _, _): test(path, path.range.upperBound)
    case .add(let path, _), .remove(let path), .copy(_, let path): test(path, Self.container(of: path))
    case .move(let from, let path): test(from, Self.container(of: from)) || test(path, Self.container(of: path))
    case .test: false
    }
  }

  /// The end of the array in `path` if its last token may be an index, else the end of the path.
  private static func container(of path: PointerText) -> Int {
    guard let last = path.lastSlash else { return path.range.upperBound }
    let mayBeElement = path.withToken(at: last, to: path.range.upperBound) { token in
      JSONPointer.arrayIndex(token) != nil || (token.count == 1 && token[0] == UInt8(ascii: "-"))
    }
    return mayBeElement ? last : path.range.upperBound
  }
}

extension PathPattern {
  /// Whether the operation may change what the path leads to: it names that value, an ancestor or a descendant.
  package func isTouched(by operation: NodePatch.Operation) -> Bool { operation.touches(where: overlaps) }

  /// Whether the pattern's place contains the place that `path` names up to `limit`, or lies inside it.
  private func overlaps(_ path: PointerText, to limit: Int) -> Bool {
    var place = path.range.lowerBound
    for part in parts where place < limit {
      let end = path.end(ofTokenAt: place)
      switch part {
      case .every: break
      case .one(.member(let key)), .one(.token(let key)):
        let isKey = path.withToken(at: place, to: end) { TaggedValue.isKey(key, $0) }
        // An element may be the pair with that key.
        if !isKey { return path.withToken(at: place, to: end) { JSONPointer.arrayIndex($0) } != nil }
      case .one(.element(let index)):
        guard path.withToken(at: place, to: end, { JSONPointer.arrayIndex($0) }) == index else { return false }
      // A change to any element may change which one matches.
      case .one(.elementWith): return true
      }
      place = end
    }
    return true
  }
}
