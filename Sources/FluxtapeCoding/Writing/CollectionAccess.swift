import FluxtapeJSON

// Optionals, arrays, sets and dictionaries, whose parts have types that only they know.

protocol OptionalAccess {
  static var wrappedType: Any.Type { get }
  static func wrapped(_ coder: Coder) -> TypeFacts
  static func write<Value>(_ value: Value, by coder: Coder, into node: Node)
  static func image<Value>(_ value: Value, by coder: Coder) -> Image
  /// Returns `false` if one of them is `nil`.
  static func compare<Value>(_ old: Value, _ new: Value, by coder: Coder, in context: WritingContext) -> Bool
}

extension Optional: OptionalAccess {
  static var wrappedType: Any.Type { Wrapped.self }

  static func wrapped(_ coder: Coder) -> TypeFacts { coder.facts(Wrapped.self) }

  static func write<Value>(_ value: Value, by coder: Coder, into node: Node) {
    if let wrapped = known(value, as: Self.self) {
      coder.write(wrapped, coder.facts(Wrapped.self), into: node)
    } else {
      node.bytes.append(contentsOf: "null".utf8)
    }
  }

  static func image<Value>(_ value: Value, by coder: Coder) -> Image {
    if let wrapped = known(value, as: Self.self) { coder.image(of: wrapped, coder.facts(Wrapped.self)) } else { TextImage.null }
  }

  static func compare<Value>(_ old: Value, _ new: Value, by coder: Coder, in context: WritingContext) -> Bool {
    guard let old = known(old, as: Self.self), let new = known(new, as: Self.self) else { return false }
    coder.compare(old, new, coder.facts(Wrapped.self), in: context)
    return true
  }
}

// MARK: - Arrays

protocol ArrayAccess {
  static func element(_ coder: Coder) -> TypeFacts
  static func write<Value>(_ value: Value, by coder: Coder, into node: Node)
  static func image<Value>(_ value: Value, by coder: Coder) -> Image
  static func compare<Value>(_ old: Value, _ new: Value, by coder: Coder, in context: WritingContext)
}

extension Array: ArrayAccess {
  static func element(_ coder: Coder) -> TypeFacts { coder.facts(Element.self) }

  static func write<Value>(_ value: Value, by coder: Coder, into node: Node) {
    coder.write(elements: known(value, as: Self.self), coder.facts(Element.self), into: node)
  }

  static func image<Value>(_ value: Value, by coder: Coder) -> Image {
    let (elements, facts) = (known(value, as: Self.self), coder.facts(Element.self))
    guard coder.hasRoom(at: coder.depth + 1), coder.countValue() else { return coder.textImage(of: elements, coder.facts(Self.self)) }
    return PartsImage(
      .array, [], elements.enumerated().map { place, element in coder.inside(.element(place)) { coder.image(of: element, facts) } })
  }

  /// Compares two arrays of trusted elements.
  static func compare<Value>(_ old: Value, _ new: Value, by coder: Coder, in context: WritingContext) {
    let pair = ArrayPair(old: known(old, as: Self.self), new: known(new, as: Self.self), coder, coder.facts(Element.self))
    coder.compare(pair, in: context)
  }
}

extension Coder {
  func write<Element>(elements: [Element], _ facts: TypeFacts, into node: Node) {
    guard hasRoom(at: depth + 1), countValue() else {
      facts.distrust("was cut off", self)
      return writeOpaque([Element].self, into: node)
    }
    node.bytes.append(UInt8(ascii: "["))
    var isFirst = true
    if facts.isScalar {
      for element in elements {
        if isFirst { isFirst = false } else { node.bytes.append(UInt8(ascii: ",")) }
        write(element, facts, into: node)
        if node.bytes.count > byteLimit { break }
      }
    } else {
      depth += 1
      places.append(.element(0))
      for (place, element) in elements.enumerated() {
        if isExhausted { break }
        if place > 0 { node.bytes.append(UInt8(ascii: ",")) }
        places[places.count - 1] = .element(place)
        write(element, facts, into: node)
        if node.bytes.count > byteLimit { exhaust() }
      }
      places.removeLast()
      depth -= 1
    }
    node.bytes.append(UInt8(ascii: "]"))
    if node.bytes.count > byteLimit { exhaust() }
  }

  /// Writes elements that a mirror shows.
  func write(parts: [Any], into node: Node) {
    guard hasRoom(at: depth + 1), countValue() else { return writeOpaque([Any].self, into: node) }
    append(texts(of: parts, at: Place.element) { write(part: $0, into: $1) }, to: node)
  }

  /// Returns the JSON of each element, as far as the limits allow.
  fileprivate func texts<Element>(
    of elements: some Collection<Element>, at place: (Int) -> Place, _ write: (Element, Node) -> Void
  ) -> [[UInt8]] {
    var texts: [[UInt8]] = []
    var size = 0
    for (index, element) in elements.enumerated() {
      if isExhausted { break }
      texts.append(inside(place(index)) { bytes { write(element, $0) } })
      size += texts[index].count
      if size > byteLimit { exhaust() }
    }
    return texts
  }

  /// Joins parts that were written separately.
  fileprivate func append(_ parts: [[UInt8]], to node: Node) {
    node.bytes.append(UInt8(ascii: "["))
    node.bytes.append(contentsOf: parts.joined(separator: [UInt8(ascii: ",")]))
    node.bytes.append(UInt8(ascii: "]"))
    if node.bytes.count > byteLimit { exhaust() }
  }
}

// MARK: - Sets

protocol SetAccess {
  static func element(_ coder: Coder) -> TypeFacts
  static func write<Value>(_ value: Value, by coder: Coder, into node: Node)
}

extension Set: SetAccess {
  static func element(_ coder: Coder) -> TypeFacts { coder.facts(Element.self) }

  static func write<Value>(_ value: Value, by coder: Coder, into node: Node) {
    coder.write(set: known(value, as: Self.self), of: Self.self, into: node)
  }
}

extension Coder {
  /// Writes an array sorted by the bytes of its elements.
  func write<Element>(set: some Collection<Element>, of type: Any.Type, into node: Node) {
    let facts = facts(Element.self)
    guard hasRoom(at: depth + 1), countValue() else {
      facts.distrust("was cut off", self)
      return writeOpaque(type, into: node)
    }
    let parts = withoutNumbers { texts(of: set, at: Place.element) { write($0, facts, into: $1) } }
    append(parts.sorted { $0.lexicographicallyPrecedes($1) }, to: node)
  }

  /// Writes `[[key,value],…]`, sorted by bytes or in iteration order.
  func write<Key, Value>(pairs: some Collection<(key: Key, value: Value)>, areSorted: Bool, into node: Node) {
    let (keys, values) = (facts(Key.self), facts(Value.self))
    guard hasRoom(at: depth + 3) else {
      for facts in [keys, values] { facts.distrust("was cut off", self) }
      return writeOpaque([(key: Key, value: Value)].self, into: node)
    }
    func parts() -> [[UInt8]] {
      texts(of: pairs, at: { _ in .nameless }) { entry, pair in
        inside(.nameless) {
          pair.bytes.append(UInt8(ascii: "["))
          write(entry.key, keys, into: pair)
          pair.bytes.append(UInt8(ascii: ","))
          write(entry.value, values, into: pair)
          pair.bytes.append(UInt8(ascii: "]"))
        }
      }
    }
    append(areSorted ? withoutNumbers(parts).sorted { $0.lexicographicallyPrecedes($1) } : parts(), to: node)
  }
}
