import FluxtapeJSON

extension Array: OwnForm {
  static var form: ValueForm { ArrayForm(Self.self) }

  func encoded(by session: EncodingSession, at place: EncodingPlace) -> JSONValue {
    guard session.hasRoom(at: place), session.countValue() else { return session.opaque(Self.self) }
    // Large texts and tables are kept in such arrays; without a look at each element's type they cost a tenth.
    if Element.self == String.self, let strings = self as? [String] { return .array(strings.map { .string($0) }) }
    if Element.self == Int.self, let integers = self as? [Int] { return .array(integers.map { .integer($0) }) }
    return .array(session.encodeElements(of: self, at: place))
  }
}

extension Set: OwnForm {
  static var form: ValueForm { SetForm(Self.self) }

  func encoded(by session: EncodingSession, at place: EncodingPlace) -> JSONValue {
    guard session.hasRoom(at: place), session.countValue() else { return session.opaque(Self.self) }
    return .array(session.encodeElements(of: self, at: place).sortedByBytes())
  }
}

extension Dictionary: OwnForm {
  static var form: ValueForm { DictionaryForm(Self.self) }

  func encoded(by session: EncodingSession, at place: EncodingPlace) -> JSONValue {
    guard session.hasRoom(at: place), session.countValue() else { return session.opaque(Self.self) }
    let node = EncodingNode(at: place, in: session)
    // By the type, not by what keys there are: an empty dictionary has the kind that it will have with entries.
    let members = Self.hasNames ? namedMembers(in: node) : nil
    return members ?? session.pairs(of: self, at: place)
  }

  /// An object, if every key is a name and no two have the same.
  private func namedMembers(in node: EncodingNode) -> JSONValue? {
    var names: [(name: String, place: Index)] = []
    names.reserveCapacity(count)
    for place in indices {
      guard let name = Self.name(of: self[place].key) else { return nil }
      names.append((name, place))
    }
    names.sort { $0.name.precedesByBytes($1.name) }
    for (left, right) in zip(names, names.dropFirst()) where left.name.hasSameBytes(as: right.name) { return nil }
    let session = node.session
    let members = names.lazy.filter { _, place in !session.rules.leavesOut(type(of: self[place].value)) }.map { name, place in
      let inside = EncodingPlace.inside(node, key: PlaceKey(stringValue: name))
      return (TaggedValue.escapedKey(name), node.session.encode(self[place].value, at: inside))
    }
    return .object(JSONObject(members))
  }

  /// Whether the keys are strings, or something else that `Codable` too writes as names. `AnyHashable` tells with each key.
  package static var hasNames: Bool {
    Key.self == String.self || Key.self == Int.self || Key.self == AnyHashable.self || Key.self is any CodingKeyRepresentable.Type
  }

  /// The key as the name of a member.
  package static func name(of key: Key) -> String? {
    switch key {
    case let key as String: key
    case let key as Int: String(key)
    case let key as any CodingKeyRepresentable: key.codingKey.stringValue
    default: nil
    }
  }
}

extension KeyValuePairs: OwnForm {
  /// Pairs, in the author's order.
  func encoded(by session: EncodingSession, at place: EncodingPlace) -> JSONValue { session.pairs(of: self, at: place, areSorted: false) }
}

extension EncodingSession {
  /// The elements in their order.
  func encodeElements(of elements: some Sequence, at place: EncodingPlace) -> [JSONValue] {
    let node = EncodingNode(at: place, in: self)
    return elements.enumerated().map { index, element in encode(element, at: .inside(node, key: PlaceKey(index))) }
  }

  /// `[[key,value],…]`, in the order of the bytes or as they come.
  func pairs<Key, Value>(
    of pairs: some Sequence<(key: Key, value: Value)>, at place: EncodingPlace, areSorted: Bool = true
  ) -> JSONValue {
    let inside = EncodingPlace.inside(EncodingNode(at: .inside(EncodingNode(at: place, in: self)), in: self))
    guard hasRoom(at: inside) else { return opaque([(key: Key, value: Value)].self) }
    let encoded = pairs.map { JSONValue.array([encode($0.key, at: inside), encode($0.value, at: inside)]) }
    return .array(areSorted ? encoded.sortedByBytes() : encoded)
  }
}

extension [JSONValue] {
  /// The elements in the order of their bytes.
  func sortedByBytes() -> [JSONValue] {
    map { (bytes: $0.bytes, element: $0) }.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }.map(\.element)
  }
}
