import FluxtapeLog

protocol DictionaryAccess: KnownType {
  static var keyType: Any.Type { get }
  static var valueType: Any.Type { get }
  static func write(_ value: Subject, by coder: Coder, into node: Node)
  /// `nil` if it is not written as an object.
  static func image(_ value: Subject, by coder: Coder) -> Image?
  /// Returns `false` if the dictionaries have to be compared another way.
  static func compare(_ old: Subject, _ new: Subject, by coder: Coder, in context: WritingContext) -> Bool
}

extension Dictionary: DictionaryAccess {
  static var kind: TypeFacts.Kind { .dictionary(Self.self) }
  static var keyType: Any.Type { Key.self }
  static var valueType: Any.Type { Value.self }

  /// The names of the entries in the order of their bytes, each with its place among the values. `nil` if keys are no names, or two of them
  /// have the same one.
  private static func entries(of dictionary: Self, by coder: Coder) -> [NamedPlace]? {
    // Decided by the type, not by the keys, so that an empty dictionary has the same form as one with entries.
    guard hasNames else { return nil }
    var entries: [NamedPlace] = []
    entries.reserveCapacity(dictionary.count)
    for key in dictionary.keys {
      guard let name = quickName(of: key) else { return nil }
      entries.append(NamedPlace(name: name, place: entries.count))
    }
    return NamedPlace.sorted(entries)
  }

  /// The key as the name of a member. Texts are the most frequent keys, and casting one takes longer than writing it.
  private static func quickName(of key: Key) -> String? { Key.self == String.self ? known(key, as: String.self) : name(of: key) }

  static func write(_ value: Subject, by coder: Coder, into node: Node) {
    let dictionary = value.value(as: Self.self)
    guard coder.hasRoom(at: coder.depth + 1), coder.countValue() else {
      coder.facts(Value.self).distrust("was cut off", coder)
      return coder.writeOpaque(Self.self, into: node)
    }
    if let entries = entries(of: dictionary, by: coder) {
      Array(dictionary.values).withElements(by: coder) { coder.write(entries, $0, into: node) }
    } else {
      coder.write(pairsOf: [Key.self, Value.self], [(key: Key, value: Value)].self, areSorted: true, into: node) { body in
        for (key, value) in dictionary { coder.withSubject(key) { key in coder.withSubject(value) { body(key, $0) } } }
      }
    }
  }

  static func image(_ value: Subject, by coder: Coder) -> Image? {
    let dictionary = value.value(as: Self.self)
    guard coder.hasRoom(at: coder.depth + 1), let entries = entries(of: dictionary, by: coder), coder.countValue() else { return nil }
    var image: Image?
    Array(dictionary.values).withElements(by: coder) { image = coder.image(of: entries, $0) }
    return image
  }
}

extension Coder {
  fileprivate func write(_ entries: [NamedPlace], _ values: Elements, into node: Node) {
    node.bytes.append(UInt8(ascii: "{"))
    var isFirst = true
    for entry in entries where !hasHooks || !leavesOut(values[entry.place]) {
      if isExhausted { break }
      if isFirst { isFirst = false } else { node.bytes.append(UInt8(ascii: ",")) }
      JSONText.append(key: entry.name, to: &node.bytes)
      inside(.member(entry.name)) { write(values[entry.place], into: node) }
      if node.bytes.count > byteLimit { exhaust() }
    }
    node.bytes.append(UInt8(ascii: "}"))
  }

  fileprivate func image(of entries: [NamedPlace], _ values: Elements) -> Image {
    let entries = hasHooks ? entries.filter { !leavesOut(values[$0.place]) } : entries
    return PartsImage(.object, entries.map(\.name), entries.map { entry in inside(.member(entry.name)) { image(of: values[entry.place]) } })
  }
}

// MARK: - Keys

extension Dictionary {
  /// Whether the keys are strings, or other types that `Codable` also writes as names. `AnyHashable` is decided for each key.
  private static var hasNames: Bool {
    Key.self == String.self || Key.self == Int.self || Key.self == AnyHashable.self || Key.self is any CodingKeyRepresentable.Type
  }

  /// The key as the name of a member, or `nil`.
  private static func name(of key: Key) -> String? {
    switch key {
    case let key as String: key
    case let key as Int: String(key)
    case let key as any CodingKeyRepresentable: key.codingKey.stringValue
    default: nil
    }
  }
}

/// An entry's name, and its place among the values.
private struct NamedPlace {
  let name: String
  let place: Int
  /// The first 16 bytes of the name, by which most names are sorted.
  private let beginning: (UInt64, UInt64)

  init(name: String, place: Int) {
    (self.name, self.place) = (name, place)
    beginning = name.withUTF8Span { bytes in
      func word(_ start: Int) -> UInt64 { (start..<start &+ 8).reduce(0) { $0 &<< 8 | ($1 < bytes.count ? UInt64(bytes[$1]) : 0) } }
      return (word(0), word(8))
    }
  }
}

extension NamedPlace {
  /// The entries, sorted by the bytes of their names. `nil` if two names are the same.
  static func sorted(_ entries: [NamedPlace]) -> [NamedPlace]? {
    let sorted = entries.sorted {
      if $0.beginning != $1.beginning { return $0.beginning < $1.beginning }
      return $0.name.precedesByBytes($1.name)
    }
    return zip(sorted, sorted.dropFirst()).allSatisfy { !$0.name.hasSameBytes(as: $1.name) } ? sorted : nil
  }
}

// MARK: - Comparing

extension Dictionary {
  static func compare(_ old: Subject, _ new: Subject, by coder: Coder, in context: WritingContext) -> Bool {
    guard Key.self == String.self || Key.self == Int.self, context.secrecy.separatesMembers else { return false }
    let (old, new) = (old.value(as: Self.self), new.value(as: Self.self))
    guard !mayNameSecrets(old, by: coder), !mayNameSecrets(new, by: coder) else { return false }
    for (name, old, new) in changes(from: old, to: new, by: coder).sorted(by: { $0.name.precedesByBytes($1.name) }) {
      coder.at(name, in: context) { context in
        guard let new else { return coder.remove() }
        coder.withSubject(new) { new in
          if let old {
            coder.withSubject(old) { coder.compare($0, new, in: context) }
          } else {
            coder.add(in: context) { coder.write(new, into: $0) }
          }
        }
      }
    }
    return true
  }

  private static func changes(from old: Self, to new: Self, by coder: Coder) -> [(name: String, old: Value?, new: Value?)] {
    let (keys, values) = (coder.mask(of: coder.facts(Key.self)), coder.mask(of: coder.facts(Value.self)))
    var changes: [(name: String, old: Value?, new: Value?)] = []
    // A dictionary that was changed in place has its entries where they were.
    var oldEntries = old.makeIterator()
    var kept = 0
    for (key, value) in new {
      let beside = oldEntries.next()
      // Names with equal bytes are the same; other keys may be equal and have other names.
      let earlier = beside.map { keys.areSame($0.key, key) } ?? false ? beside : entry(of: key, in: old)
      guard let earlier else {
        changes.append((quickName(of: key) ?? "", nil, value))
        continue
      }
      kept += 1
      if !values.areSame(earlier.value, value) { changes.append((quickName(of: key) ?? "", earlier.value, value)) }
    }
    if kept < old.count {
      for (key, value) in old where entry(of: key, in: new) == nil { changes.append((quickName(of: key) ?? "", value, nil)) }
    }
    return changes
  }

  /// The entry of a key with the same name: canonically equivalent texts are equal keys with different names.
  private static func entry(of key: Key, in dictionary: Self) -> Element? {
    guard let index = dictionary.index(forKey: key) else { return nil }
    let entry = dictionary[index]
    guard Key.self != String.self || known(entry.key, as: String.self).hasSameBytes(as: known(key, as: String.self)) else { return nil }
    return entry
  }

  /// Whether entries may depend on each other.
  private static func mayNameSecrets(_ dictionary: Self, by coder: Coder) -> Bool {
    guard coder.rules.hidesSecrets else { return false }
    guard dictionary.count > Neighbors.few else { return dictionary.count > 1 }
    guard Key.self == String.self else { return false }
    let names = known(dictionary, as: [String: Value].self).keys
    return dictionary.count <= Neighbors.most && names.contains { Neighbors.mayName(KeyWords($0)) }
  }
}
