package import FluxtapeJSON

/// What a value consists of, as far as `Mirror` and the runtime know.
package enum Reflection {
  case json(JSONValue)
  /// Nothing to show.
  case opaque
  /// More than may be shown: a `customMirror` may be made of anything.
  case endless
  case optional(Any?)
  case elements([Any])
  case set([Any])
  case pairs([(key: Any, value: Any)])
  /// Names are unique.
  case fields([(String, Any)])
  /// `{"itemAdded":{"sku":"p7"}}`, `{"renamed":{"_0":"Ada"}}`, `{"cleared":{}}`: what the compiler synthesizes for `Codable`.
  case enumCase(String, [(String, Any)])

  package init(of value: Any, for session: EncodingSession) { self = (try? Self.shown(of: value, Parts(session))) ?? .endless }

  private static func shown(of value: Any, _ parts: Parts) throws -> Reflection {
    if let error = SystemType.nsError(value) { return .json(error) }
    let mirror = Mirror(reflecting: value)
    if let name = EnumCaseName.of(value) { return .enumCase(name, unique(try payload(of: mirror, parts))) }
    switch mirror.displayStyle {
    case .collection: return .elements(try parts.values(of: mirror))
    case .set: return .set(try parts.values(of: mirror))
    case .dictionary: return .pairs(try pairs(of: mirror, parts))
    case .tuple: return tuple(try parts.of(mirror))
    case .optional: return .optional(mirror.children.first?.value)
    case .enum: return namelessCase(value)
    case nil where mirror.children.isEmpty: return .opaque
    default: return .fields(unique(try fields(of: mirror, parts)))
    }
  }

  /// An array, or an object as soon as one element has a name. Elements without are `_0`, `_1` by their place, as in payloads of enum cases.
  private static func tuple(_ elements: [Mirror.Child]) -> Reflection {
    let isNameless = elements.allSatisfy { StorageName.ofTupleElement($0.label) == nil }
    if !isNameless || elements.isEmpty { return .fields(unique(tupleFields(elements))) }
    return .elements(elements.map(\.value))
  }

  private static func tupleFields(_ elements: [Mirror.Child]) -> [(String, Any)] {
    elements.enumerated().map { (StorageName.ofTupleElement($1.label) ?? "_\($0)", $1.value) }
  }

  private static func pairs(of mirror: Mirror, _ parts: Parts) throws -> [(key: Any, value: Any)] {
    try parts.of(mirror).map { child in
      let pair = Mirror(reflecting: child.value).children.prefix(3).map(\.value)
      return pair.count == 2 ? (key: pair[0], value: pair[1]) : (key: child.label as Any, value: child.value)
    }
  }

  private static func payload(of mirror: Mirror, _ parts: Parts) throws -> [(String, Any)] {
    // A custom mirror hides the payload; what its author shows instead is shown.
    guard mirror.displayStyle == .enum else { return try fields(of: mirror, parts) }
    guard let payload = mirror.children.first?.value else { return [] }
    let contents = Mirror(reflecting: payload)
    return contents.displayStyle == .tuple ? tupleFields(try parts.of(contents)) : [("_0", payload)]
  }

  /// An enum from C has no case names at run time, only its number.
  private static func namelessCase(_ value: Any) -> Reflection {
    guard let value = value as? any RawRepresentable else { return .opaque }
    return .fields([("rawValue", value.rawValue)])
  }

  /// Of two fields of one name, a superclass's and a subclass's own, the last one stays, at the place of the first.
  private static func unique(_ fields: [(String, Any)]) -> [(String, Any)] {
    var places: [String: Int] = [:]
    var unique: [(String, Any)] = []
    for field in fields {
      if let place = places[field.0], unique[place].0.hasSameBytes(as: field.0) {
        unique[place].1 = field.1
      } else {
        places[field.0] = unique.count
        unique.append(field)
      }
    }
    return unique
  }
}

// MARK: - Fields

/// The children of mirrors, as long as there are not too many: a `customMirror` may show a collection without end.
private struct Parts {
  let rules: EncodingRules
  let objects: OpaqueObjects?

  init(_ session: EncodingSession) { (rules, objects) = (session.rules, session.objects) }

  /// Parts that one value may show: each takes as long as some values that write themselves.
  var most: Int { min(rules.maximumValues / 16, 1 << 24) }

  struct TooMany: Error {}

  func of(_ mirror: Mirror) throws -> [Mirror.Child] {
    var children: [Mirror.Child] = []
    for child in mirror.children {
      guard children.count < most else { throw TooMany() }
      children.append(child)
    }
    return children
  }

  func values(of mirror: Mirror) throws -> [Any] { try of(mirror).map(\.value) }

  /// Whether a property wrapper may be looked into. Some are objects.
  func readsInside(_ wrapper: Any) -> Bool {
    let type = type(of: wrapper)
    return objects == nil || !(type is AnyObject.Type) || objects?.takesApart(type) == true
  }
}

extension Reflection {
  /// The stored properties in declaration order, those of the superclass first. Not those of superclasses that a library declares.
  private static func fields(of mirror: Mirror, _ parts: Parts) throws -> [(String, Any)] {
    var ancestry = [mirror]
    while let ancestor = ancestry.last?.superclassMirror, !SystemType.isDeclaredBySystem(ancestor.subjectType),
      parts.objects?.takesApart(ancestor: ancestor.subjectType, of: mirror.subjectType) ?? true
    {
      guard ancestry.count < min(parts.most, mostAncestors) else { throw Parts.TooMany() }
      ancestry.append(ancestor)
    }
    return try ancestry.reversed().flatMap { try ownFields(of: $0, parts) }
  }

  /// More superclasses than any class has. A `customMirror` may name itself as that of its ancestor.
  static let mostAncestors = 1 << 9

  /// The fields of one class or struct. The storage of a property wrapper, or of a property that a macro observes, is called `_x`.
  ///
  /// Nothing says whether `_x` is such storage or the author's own name. The underscore tells a reader little, so it goes, unless there is
  /// an `x` too.
  private static func ownFields(of mirror: Mirror, _ parts: Parts) throws -> [(String, Any)] {
    let children = try readableChildren(of: mirror, parts)
    return children.enumerated().compactMap { index, child in
      guard let label = child.label else { return ("_\(index)", child.value) }
      guard label.utf8.first == UInt8(ascii: "_") else { return (StorageName.declared(label), child.value) }
      guard !StorageName.isBookkeeping(label) else { return nil }
      let name = String(label.dropFirst())
      if name.isEmpty || children.contains(where: { $0.label == name }) { return (label, child.value) }
      return (name, parts.readsInside(child.value) ? StorageName.wrappedValue(in: child.value) : child.value)
    }
  }
}

extension Reflection {
  /// The children, each read once: `Mirror` makes a child anew, with its type, each time it is asked. And none that cannot be read safely.
  private static func readableChildren(of mirror: Mirror, _ parts: Parts) throws -> [Mirror.Child] {
    let unowned = parts.rules.memory?.unownedFields(of: mirror.subjectType) ?? [:]
    // What an author shows in a `customMirror` are not the fields, and is read already.
    guard !unowned.isEmpty, !(mirror.subjectType is any CustomReflectable.Type) else { return try parts.of(mirror) }
    return zip(mirror.children.indices, 0...).map { index, place in
      unowned[place].map { (label: $0, value: UnownedReference()) } ?? mirror.children[index]
    }
  }
}

/// Stands for a reference that must not be read.
private struct UnownedReference: BuiltinEncoding {
  static var form: ValueForm { DirectForm(Self.self) { $1.append(json: TaggedValue.opaque(typeName: "unowned").json) } }
}

/// From the names that the compiler and macros give to storage back to what the author wrote.
package enum StorageName {
  private static let lazyPrefix = "$__lazy_storage_$_"

  /// The declared name of a property: `x` for `$__lazy_storage_$_x`.
  package static func declared(_ label: String) -> String {
    label.utf8.starts(with: lazyPrefix.utf8) ? String(label.dropFirst(lazyPrefix.count)) : withoutBackticks(label)
  }

  /// The name that `CodingKeys` have. The metadata keeps one that is no identifier between its backticks, with hard spaces.
  package static func withoutBackticks(_ name: String) -> String {
    guard name.utf8.first == UInt8(ascii: "`"), name.utf8.last == UInt8(ascii: "`") else { return name }
    return String(name.dropFirst().dropLast().map { $0 == "\u{A0}" ? " " : $0 })
  }

  /// What a property wrapper wraps, if it stores that under the name it must have; else the wrapper as it is.
  static func wrappedValue(in wrapper: Any) -> Any {
    Mirror(reflecting: wrapper).children.prefix(8).first { $0.label == "wrappedValue" }?.value ?? wrapper
  }

  /// Whether the storage is a macro's own, as `_$observationRegistrar` is.
  static func isBookkeeping(_ label: String) -> Bool { label.hasPrefix("_$") }

  /// The name of a tuple's element; `Mirror` calls elements without one `.0`, `.1`.
  static func ofTupleElement(_ label: String?) -> String? {
    guard let label, label.utf8.first != UInt8(ascii: ".") else { return nil }
    return withoutBackticks(label)
  }
}
