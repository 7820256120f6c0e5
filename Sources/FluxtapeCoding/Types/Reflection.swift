/// The parts of a value, as far as `Mirror` and the runtime know.
enum Reflection {
  /// What is written of an error.
  case json([UInt8])
  /// No parts.
  case opaque
  /// More parts than may be written: a `customMirror` may produce any number.
  case endless
  case optional(Any?)
  case elements([Any])
  case set([Any])
  case pairs([(key: Any, value: Any)])
  /// Names are unique.
  case fields([(String, Any)])
  /// `{"itemAdded":{"sku":"p7"}}`, `{"renamed":{"_0":"Ada"}}`, `{"cleared":{}}`: the form of the compiler's `Codable`.
  case enumCase(String, [(String, Any)])

  init(of value: Any, for session: EncodingSession) { self = (try? Self.shown(of: value, Parts(session))) ?? .endless }

  private static func shown(of value: Any, _ parts: Parts) throws -> Reflection {
    if let error = SystemType.nsError(value) { return .json(error) }
    let mirror = Mirror(reflecting: value)
    if let enumCase = EnumCase(of: value, mirror) { return .enumCase(enumCase.description, unique(try payload(of: enumCase, parts))) }
    switch mirror.displayStyle {
    case .collection: return .elements(try parts.values(of: mirror))
    case .set: return .set(try parts.values(of: mirror))
    case .dictionary: return .pairs(try pairs(of: mirror, parts))
    case .tuple: return tuple(try parts.of(mirror))
    case .optional: return .optional(mirror.children.first?.value)
    case .enum where !(value is any CustomReflectable): return namelessCase(value)
    case nil where mirror.children.isEmpty: return .opaque
    default: return .fields(unique(try fields(of: mirror, parts)))
    }
  }

  /// Encodes a tuple as an array, or as an object if an element has a label. Unlabeled elements are then `_0`, `_1` by position, as in
  /// payloads of enum cases.
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

  private static func payload(of enumCase: EnumCase, _ parts: Parts) throws -> [(String, Any)] {
    guard let payload = enumCase.payload else { return [] }
    let contents = Mirror(reflecting: payload)
    return contents.displayStyle == .tuple ? tupleFields(try parts.of(contents)) : [("_0", payload)]
  }

  /// An enum imported from C has no case names at run time, only its raw value.
  private static func namelessCase(_ value: Any) -> Reflection {
    guard let value = value as? any RawRepresentable else { return .opaque }
    return .fields([("rawValue", value.rawValue)])
  }

  /// Of two fields with one name, in a superclass and a subclass, the last one wins, at the position of the first.
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

/// Reads a limited number of children from mirrors: a `customMirror` may show an endless collection.
private struct Parts {
  let rules: EncodingRules
  let objects: OpaqueObjects?

  init(_ session: EncodingSession) { (rules, objects) = (session.rules, session.objects) }

  /// The maximum number of parts of one value. The divisor reflects that a reflected part takes as long as several self-encoding values.
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

  /// Whether the inside of a property wrapper may be read. Some wrappers are objects.
  func readsInside(_ wrapper: Any) -> Bool {
    let type = type(of: wrapper)
    return objects == nil || !(type is AnyObject.Type) || objects?.takesApart(type) == true
  }
}

extension Reflection {
  /// The stored properties in declaration order, superclass first, without those of superclasses that a library declares.
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

  /// More superclasses than any class has. A `customMirror` may name itself as its ancestor.
  static let mostAncestors = 1 << 9

  /// The fields of one class or struct. The storage of a property wrapper, or of a property observed by a macro, is named `_x`.
  ///
  /// Nothing distinguishes such storage from a name chosen by the author. The underscore tells a reader little, so it is removed, unless
  /// there is an `x`, too.
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
  /// The children, each read once, since `Mirror` makes a child anew with each access. Children that cannot be read safely are replaced.
  private static func readableChildren(of mirror: Mirror, _ parts: Parts) throws -> [Mirror.Child] {
    let unowned = UnownedFields.of(mirror.subjectType)
    // The children of a `customMirror` are not the stored fields, and have already been read.
    let areRead = unowned.isEmpty || mirror.subjectType is any CustomReflectable.Type
    let children: [Mirror.Child] =
      areRead
      ? try parts.of(mirror)
      : zip(mirror.children.indices, 0...).map { index, place in
        unowned[place].map { (label: $0, value: UnreadableField(name: "unowned")) } ?? mirror.children[index]
      }
    guard mirror.displayStyle == .class else { return children }
    // A mirror shows `()` for a field that cannot be copied, such as a lock.
    return children.map { $0.value is Void ? (label: $0.label, value: UnreadableField(name: "noncopyable")) : $0 }
  }
}

/// A placeholder for a field that must not, or cannot, be read.
struct UnreadableField {
  /// Why it is not read.
  let name: String
}

/// Maps storage names made by the compiler and macros to the names in the source.
package enum StorageName {
  private static let lazyPrefix = "$__lazy_storage_$_"

  /// The declared name of a property: `x` for `$__lazy_storage_$_x`.
  package static func declared(_ label: String) -> String {
    label.utf8.starts(with: lazyPrefix.utf8) ? String(label.dropFirst(lazyPrefix.count)) : withoutBackticks(label)
  }

  /// The name that `CodingKeys` have. Metadata keeps a name that is not an identifier in backticks, with no-break spaces.
  package static func withoutBackticks(_ name: String) -> String {
    guard name.utf8.first == UInt8(ascii: "`"), name.utf8.last == UInt8(ascii: "`") else { return name }
    return String(name.dropFirst().dropLast().map { $0 == "\u{A0}" ? " " : $0 })
  }

  /// The value inside a property wrapper, if it is stored as `wrappedValue`; otherwise the wrapper itself.
  static func wrappedValue(in wrapper: Any) -> Any {
    Mirror(reflecting: wrapper).children.prefix(8).first { $0.label == "wrappedValue" }?.value ?? wrapper
  }

  /// Whether the storage belongs to a macro, such as `_$observationRegistrar`.
  static func isBookkeeping(_ label: String) -> Bool { label.hasPrefix("_$") }

  /// The label of a tuple element; `Mirror` names unlabeled elements `.0`, `.1`.
  static func ofTupleElement(_ label: String?) -> String? {
    guard let label, label.utf8.first != UInt8(ascii: ".") else { return nil }
    return withoutBackticks(label)
  }
}
