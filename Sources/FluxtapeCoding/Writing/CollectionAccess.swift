/// A type of the standard library or of this package that the coder knows.
///
/// Looking for a conformance that a type lacks takes as long as writing a small value, so each type is asked for this one alone.
protocol KnownType {
  static var kind: TypeFacts.Kind { get }
}

// Optionals, arrays and sets, whose parts have types that only they know.

protocol OptionalAccess: KnownType {
  static var wrappedType: Any.Type { get }
  static func write(_ value: Subject, by coder: Coder, into node: Node)
  static func image(_ value: Subject, by coder: Coder) -> Image
  /// Returns `false` if one of them is `nil`.
  static func compare(_ old: Subject, _ new: Subject, by coder: Coder, in context: WritingContext) -> Bool
}

extension Optional: OptionalAccess {
  static var kind: TypeFacts.Kind { .optional(Self.self) }
  static var wrappedType: Any.Type { Wrapped.self }

  static func write(_ value: Subject, by coder: Coder, into node: Node) {
    if let wrapped = value.value(as: Self.self) {
      coder.withSubject(wrapped) { coder.write($0, into: node) }
    } else {
      node.bytes.append(contentsOf: "null".utf8)
    }
  }

  static func image(_ value: Subject, by coder: Coder) -> Image {
    if let wrapped = value.value(as: Self.self) { coder.withSubject(wrapped) { coder.image(of: $0) } } else { TextImage.null }
  }

  static func compare(_ old: Subject, _ new: Subject, by coder: Coder, in context: WritingContext) -> Bool {
    guard let old = old.value(as: Self.self), let new = new.value(as: Self.self) else { return false }
    coder.withSubject(old) { old in coder.withSubject(new) { coder.compare(old, $0, in: context) } }
    return true
  }
}

protocol ArrayAccess: KnownType {
  static var elementType: Any.Type { get }
  static func withElements(of value: Subject, by coder: Coder, _ body: (Elements) -> Void)
}

extension Array: ArrayAccess {
  static var kind: TypeFacts.Kind { .array(Self.self) }
  static var elementType: Any.Type { Element.self }

  static func withElements(of value: Subject, by coder: Coder, _ body: (Elements) -> Void) {
    value.value(as: Self.self).withElements(by: coder, body)
  }
}

protocol SetAccess: KnownType {
  static var elementType: Any.Type { get }
  static func forEach(of value: Subject, by coder: Coder, _ body: (Subject) -> Void)
}

extension Set: SetAccess {
  static var kind: TypeFacts.Kind { .set(Self.self) }
  static var elementType: Any.Type { Element.self }

  static func forEach(of value: Subject, by coder: Coder, _ body: (Subject) -> Void) {
    for element in value.value(as: Self.self) { coder.withSubject(element, body) }
  }
}

// MARK: - Arrays

extension Coder {
  /// Writes an array.
  func write(_ elements: Elements, of whole: Any.Type, into node: Node) {
    let facts = elements.facts
    guard hasRoom(at: depth + 1), countValue() else {
      facts.distrust("was cut off", self)
      return writeOpaque(whole, into: node)
    }
    node.bytes.append(UInt8(ascii: "["))
    if facts.isScalar {
      for place in 0..<elements.count {
        if place > 0 { node.bytes.append(UInt8(ascii: ",")) }
        write(elements[place], into: node)
        if node.bytes.count > byteLimit { break }
      }
    } else {
      depth += 1
      places.append(.element(0))
      for place in 0..<elements.count {
        if isExhausted { break }
        if place > 0 { node.bytes.append(UInt8(ascii: ",")) }
        places[places.count - 1] = .element(place)
        write(elements[place], into: node)
        if node.bytes.count > byteLimit { exhaust() }
      }
      places.removeLast()
      depth -= 1
    }
    node.bytes.append(UInt8(ascii: "]"))
    if node.bytes.count > byteLimit { exhaust() }
  }

  func image(of elements: Elements, of array: Subject) -> Image {
    guard hasRoom(at: depth + 1), countValue() else { return textImage(of: array) }
    return PartsImage(.array, [], (0..<elements.count).map { place in inside(.element(place)) { image(of: elements[place]) } })
  }

  /// Writes elements that a mirror shows.
  func write(parts: [Any], into node: Node) {
    guard hasRoom(at: depth + 1), countValue() else { return writeOpaque([Any].self, into: node) }
    var texts = PartTexts(self, at: Place.element)
    for part in parts { texts.add { write(part: part, into: $0) } }
    append(texts.texts, to: node)
  }

  /// Joins parts that were written separately.
  private func append(_ parts: [[UInt8]], to node: Node) {
    node.bytes.append(UInt8(ascii: "["))
    node.bytes.append(contentsOf: parts.joined(separator: [UInt8(ascii: ",")]))
    node.bytes.append(UInt8(ascii: "]"))
    if node.bytes.count > byteLimit { exhaust() }
  }
}

/// The JSON of parts that are written separately, as far as the limits allow.
private struct PartTexts {
  private let coder: Coder
  private let place: (Int) -> Coder.Place
  private(set) var texts: [[UInt8]] = []
  private var size = 0

  init(_ coder: Coder, at place: @escaping (Int) -> Coder.Place) { (self.coder, self.place) = (coder, place) }

  mutating func add(_ write: (Node) -> Void) {
    if coder.isExhausted { return }
    let text = coder.inside(place(texts.count)) { coder.bytes(write) }
    texts.append(text)
    size += text.count
    if size > coder.byteLimit { coder.exhaust() }
  }
}

// MARK: - Sets and pairs

extension Coder {
  /// Writes an array sorted by the bytes of its elements.
  func write(setOf elementType: Any.Type, _ whole: Any.Type, into node: Node, forEach: ((Subject) -> Void) -> Void) {
    guard hasRoom(at: depth + 1), countValue() else {
      facts(elementType).distrust("was cut off", self)
      return writeOpaque(whole, into: node)
    }
    var texts = PartTexts(self, at: Place.element)
    forEach { element in texts.add { write(element, into: $0) } }
    append(texts.texts.sorted { $0.lexicographicallyPrecedes($1) }, to: node)
  }

  /// Writes `[[key,value],…]`, sorted by bytes or in iteration order.
  ///
  /// - Parameters:
  ///   - types: The types of keys and values.
  ///   - whole: The type that is written if there is no room.
  func write(
    pairsOf types: [Any.Type], _ whole: Any.Type, areSorted: Bool, into node: Node, forEach: ((Subject, Subject) -> Void) -> Void
  ) {
    guard hasRoom(at: depth + 3) else {
      for type in types { facts(type).distrust("was cut off", self) }
      return writeOpaque(whole, into: node)
    }
    func parts() -> [[UInt8]] {
      var texts = PartTexts(self) { _ in .nameless }
      forEach { key, value in
        texts.add { pair in
          inside(.nameless) {
            pair.bytes.append(UInt8(ascii: "["))
            write(key, into: pair)
            pair.bytes.append(UInt8(ascii: ","))
            write(value, into: pair)
            pair.bytes.append(UInt8(ascii: "]"))
          }
        }
      }
      return texts.texts
    }
    append(areSorted ? parts().sorted { $0.lexicographicallyPrecedes($1) } : parts(), to: node)
  }
}
