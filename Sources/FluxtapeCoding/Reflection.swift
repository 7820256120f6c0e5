import FluxtapeJSON

extension EncodingSession {
  /// What a value consists of, as far as `Mirror` and the runtime know.
  func reflectContents(of value: Any, at place: EncodingPlace) -> JSONValue {
    if let error = nsError(value) { return error }
    if let name = EnumCaseName.of(value) { return reflectCase(named: name, of: value, at: place) }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .collection: return .array(encodeElements(of: mirror.children.map(\.value), at: place))
    case .set: return .array(encodeElements(of: mirror.children.map(\.value), at: place).sortedByBytes())
    case .dictionary: return reflectDictionary(mirror, at: place)
    case .tuple: return reflectTuple(mirror, at: place)
    case .optional: return mirror.children.first.map { encode($0.value, at: place) } ?? .null
    case .enum: return reflectNamelessCase(value, at: place)
    case nil where mirror.children.isEmpty: return opaque(type(of: value))
    default: return reflectFields(mirror, at: place)
    }
  }

  /// An array, or an object as soon as one element has a name. Elements without are `_0`, `_1` by their place, as in payloads of enum cases.
  private func reflectTuple(_ mirror: Mirror, at place: EncodingPlace) -> JSONValue {
    let isNameless = mirror.children.allSatisfy { StorageName.ofTupleElement($0.label) == nil }
    if !isNameless || mirror.children.isEmpty { return reflectTupleAsObject(mirror, at: place) }
    return .array(encodeElements(of: mirror.children.map(\.value), at: place))
  }

  private func reflectTupleAsObject(_ mirror: Mirror, at place: EncodingPlace) -> JSONValue {
    let fields = mirror.children.enumerated().map { (StorageName.ofTupleElement($1.label) ?? "_\($0)", $1.value) }
    return encodeFields(fields, at: place)
  }

  private func reflectDictionary(_ mirror: Mirror, at place: EncodingPlace) -> JSONValue {
    let pairs = mirror.children.map { child in
      let pair = Mirror(reflecting: child.value).children.map(\.value)
      return pair.count == 2 ? (key: pair[0], value: pair[1]) : (key: child.label as Any, value: child.value)
    }
    return self.pairs(of: pairs, at: place)
  }

  private func encodeFields(_ fields: some Sequence<(String, Any)>, at place: EncodingPlace) -> JSONValue {
    let node = EncodingNode(at: place, in: self)
    return .object(
      JSONObject(
        fields.lazy.filter { _, value in !self.rules.leavesOut(type(of: value)) }.map { name, value in
          let inside = EncodingPlace.inside(node, key: PlaceKey(stringValue: name))
          return (TaggedValue.escapedKey(name), self.encode(value, at: inside))
        }
      )
    )
  }
}

// MARK: - Fields

extension EncodingSession {
  /// The stored properties in declaration order, those of the superclass first.
  private func reflectFields(_ mirror: Mirror, at place: EncodingPlace) -> JSONValue {
    var ancestry = [mirror]
    while let ancestor = ancestry.last?.superclassMirror, !SystemType.isDeclaredBySystem(ancestor.subjectType) { ancestry.append(ancestor) }
    return encodeFields(ancestry.reversed().flatMap(fields), at: place)
  }

  /// The fields of one class or struct. The storage of a property wrapper, or of a property that a macro observes, is called `_x`.
  ///
  /// Nothing says whether `_x` is such storage or the author's own name. The underscore tells a reader little, so it goes, unless there is
  /// an `x` too.
  private func fields(of mirror: Mirror) -> [(String, Any)] {
    let children = readableChildren(of: mirror)
    return children.enumerated().compactMap { index, child in
      guard let label = child.label else { return ("_\(index)", child.value) }
      guard label.utf8.first == UInt8(ascii: "_") else { return (StorageName.declared(label), child.value) }
      guard !StorageName.isBookkeeping(label) else { return nil }
      let name = String(label.dropFirst())
      if name.isEmpty || children.contains(where: { $0.label == name }) { return (label, child.value) }
      return (name, StorageName.wrappedValue(in: child.value))
    }
  }
}

extension EncodingSession {
  /// The children, each read once: `Mirror` makes a child anew, with its type, each time it is asked. And none that cannot be read safely.
  private func readableChildren(of mirror: Mirror) -> [Mirror.Child] {
    let unowned = UnownedFields.of(mirror.subjectType)
    // What an author shows in a `customMirror` are not the fields, and is read already.
    guard !unowned.isEmpty, !(mirror.subjectType is any CustomReflectable.Type) else { return Array(mirror.children) }
    return zip(mirror.children.indices, 0...).map { index, place in
      unowned[place].map { (label: $0, value: UnownedReference()) } ?? mirror.children[index]
    }
  }
}

/// Stands for a reference that must not be read.
private struct UnownedReference: OwnForm {
  func encoded(by session: EncodingSession, at place: EncodingPlace) -> JSONValue { TaggedValue.opaque(typeName: "unowned").json }
}

/// From the names that the compiler and macros give to storage back to what the author wrote.
enum StorageName {
  private static let lazyPrefix = "$__lazy_storage_$_"

  /// The declared name of a property: `x` for `$__lazy_storage_$_x`.
  static func declared(_ label: String) -> String {
    label.utf8.starts(with: lazyPrefix.utf8) ? String(label.dropFirst(lazyPrefix.count)) : withoutBackticks(label)
  }

  /// The name that `CodingKeys` have. The metadata keeps one that is no identifier between its backticks, with hard spaces.
  static func withoutBackticks(_ name: String) -> String {
    guard name.utf8.first == UInt8(ascii: "`"), name.utf8.last == UInt8(ascii: "`") else { return name }
    return String(name.dropFirst().dropLast().map { $0 == "\u{A0}" ? " " : $0 })
  }

  /// What a property wrapper wraps, if it stores that under the name it must have; else the wrapper as it is.
  static func wrappedValue(in wrapper: Any) -> Any {
    Mirror(reflecting: wrapper).children.first { $0.label == "wrappedValue" }?.value ?? wrapper
  }

  /// Whether the storage is a macro's own, as `_$observationRegistrar` is.
  static func isBookkeeping(_ label: String) -> Bool { label.hasPrefix("_$") }

  /// The name of a tuple's element; `Mirror` calls elements without one `.0`, `.1`.
  static func ofTupleElement(_ label: String?) -> String? {
    guard let label, label.utf8.first != UInt8(ascii: ".") else { return nil }
    return withoutBackticks(label)
  }
}

// MARK: - Enum cases

extension EncodingSession {
  /// `{"itemAdded":{"sku":"p7"}}`, `{"renamed":{"_0":"Ada"}}`, `{"cleared":{}}`: what the compiler synthesizes for `Codable`.
  private func reflectCase(named name: String, of value: Any, at place: EncodingPlace) -> JSONValue {
    let mirror = Mirror(reflecting: value)
    let inside = EncodingPlace.inside(EncodingNode(at: place, in: self), key: PlaceKey(stringValue: name))
    let contents = hasRoom(at: inside) ? reflectPayload(mirror, at: inside) : opaque(type(of: value))
    return .object([TaggedValue.escapedKey(name): contents])
  }

  private func reflectPayload(_ mirror: Mirror, at place: EncodingPlace) -> JSONValue {
    // A custom mirror hides the payload; what its author shows instead is shown.
    guard mirror.displayStyle == .enum else { return reflectFields(mirror, at: place) }
    guard let payload = mirror.children.first?.value else { return .object([:]) }
    let contents = Mirror(reflecting: payload)
    if contents.displayStyle == .tuple { return reflectTupleAsObject(contents, at: place) }
    return encodeFields(CollectionOfOne(("_0", payload)), at: place)
  }

  /// An enum from C has no case names at run time, only its number.
  private func reflectNamelessCase(_ value: Any, at place: EncodingPlace) -> JSONValue {
    guard let value = value as? any RawRepresentable else { return opaque(type(of: value)) }
    return encodeFields(CollectionOfOne(("rawValue", value.rawValue)), at: place)
  }
}
