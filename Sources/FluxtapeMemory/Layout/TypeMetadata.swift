import FluxtapeCoding

/// The runtime's knowledge about a type: its kind, the names, types and offsets of its fields, its cases.
///
/// No public API says whether a field is `unowned`, or what an enum's case contains. So this reads the type's metadata, whose layout is
/// part of the ABI (`swift/docs/ABI/TypeMetadata.rst`, and more up to date `include/swift/ABI/Metadata.h`, `MetadataKind.def`,
/// `GenericContext.h` and `RemoteInspection/Records.h`):
///
/// ```text
/// metadata ──▶ kind, ──▶ type descriptor ──▶ field descriptor: count, then for each field: flags, ──▶ type, ──▶ name
///              generic arguments, offsets of the fields                                             `…Xo` unowned, `…Xw` weak
/// ```
/// Sound: pointers are followed only from metadata of structs, enums, tuples and Swift classes, which is immutable and never freed. Users
/// of this type first test it on known types (`UnownedFields`, `LayoutSelfTest`), and do without it if the answers are wrong. If pointers
/// have another size or are signed, every type has the kind `unknown`. No other code reads metadata.
@safe
struct TypeMetadata {
  let type: Any.Type
  let kind: Kind
  let address: UnsafeRawPointer

  enum Kind {
    case structure, enumeration, tuple, object, builtin, function, existential, metatype, unknown
  }

  init(_ type: Any.Type) {
    self.type = type
    unsafe address = unsafeBitCast(type, to: UnsafeRawPointer.self)
    #if _pointerBitWidth(_64) && _endian(little) && !_ptrauth(_arm64e)
    kind = unsafe Self.kind(address.load(as: UInt.self), of: type)
    #else
    kind = .unknown
    #endif
  }

  private static func kind(_ number: UInt, of type: Any.Type) -> Kind {
    switch number {
    case 0x200: .structure
    // An `Optional` is an enum too.
    case 0x201, 0x202: .enumeration
    case 0x300: .builtin
    case 0x301: .tuple
    case 0x302: .function
    case 0x303, 0x307: .existential
    case 0x304, 0x306: .metatype
    // Kinds are small numbers; an Objective-C class has a pointer there.
    case 0, 0x800...: type is AnyObject.Type ? .object : .unknown
    default: .unknown
    }
  }
}

// MARK: - Fields and cases

extension TypeMetadata {
  /// A stored property, or a case of an enum.
  @safe
  struct Field {
    let name: String
    let ownership: Ownership
    /// Whether the payload of a case is boxed.
    let isIndirect: Bool
    /// The address of the mangled type name; `nil` for a case without payload.
    fileprivate let typeName: UnsafeRawPointer?

    var hasType: Bool { unsafe typeName != nil }
  }

  enum Ownership {
    case strong, weak, unowned
  }

  /// The stored properties in declaration order, without those of a superclass; or the cases, those with payload first. `nil` if the type
  /// was compiled without reflection metadata.
  var fields: [Field]? {
    guard let records = unsafe fieldDescriptor else { return nil }
    let recordSize = unsafe Int(records.loadUnaligned(fromByteOffset: 10, as: UInt16.self))
    let count = unsafe Int(records.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
    return (0..<count).map { unsafe Self.field(at: records + 16 + $0 * recordSize) }
  }

  private static func field(at record: UnsafeRawPointer) -> Field {
    let typeName = unsafe target(ofRelativePointerAt: record + 4)
    let name = unsafe target(ofRelativePointerAt: record + 8).map { unsafe String(cString: $0.assumingMemoryBound(to: CChar.self)) }
    let isIndirect = unsafe record.loadUnaligned(as: UInt32.self) & 1 != 0
    let ownership = unsafe typeName.map { unsafe Self.ownership(ofMangledNameAt: $0) } ?? Ownership.strong
    return unsafe Field(name: name ?? "", ownership: ownership, isIndirect: isIndirect, typeName: typeName)
  }

  /// The type of a struct's field or a case's payload, with generic arguments substituted. `nil` if the runtime cannot determine it.
  func type(of field: Field) -> Any.Type? {
    guard kind == .structure || kind == .enumeration, let name = unsafe field.typeName, let descriptor = unsafe descriptor else {
      return nil
    }
    return unsafe _getTypeByMangledNameInContext(
      name.assumingMemoryBound(to: UInt8.self), UInt(Self.length(ofMangledNameAt: name)),
      genericContext: descriptor, genericArguments: address + Self.genericArguments)
  }

  /// The offsets of a struct's fields in bytes. `nil` if the metadata lacks them.
  var fieldOffsets: [Int]? {
    guard kind == .structure, let descriptor = unsafe descriptor else { return nil }
    let count = unsafe Int(descriptor.loadUnaligned(fromByteOffset: 20, as: UInt32.self))
    let words = unsafe Int(descriptor.loadUnaligned(fromByteOffset: 24, as: UInt32.self))
    guard count > 0 else { return [] }
    guard words > 0 else { return nil }
    return (0..<count).map { unsafe Int(address.loadUnaligned(fromByteOffset: words * 8 + $0 * 4, as: UInt32.self)) }
  }

  /// The number of enum cases with and without payload. An empty payload counts as none.
  var caseCounts: (withPayload: Int, without: Int)? {
    guard kind == .enumeration, let descriptor = unsafe descriptor else { return nil }
    let withPayload = unsafe Int(descriptor.loadUnaligned(fromByteOffset: 20, as: UInt32.self)) & 0xFF_FFFF
    return unsafe (withPayload, Int(descriptor.loadUnaligned(fromByteOffset: 24, as: UInt32.self)))
  }

  /// The elements of a tuple and their offsets.
  var tupleElements: [(type: Any.Type, offset: Int)]? {
    guard kind == .tuple else { return nil }
    let count = unsafe address.load(fromByteOffset: 8, as: Int.self)
    return (0..<count).map { index in
      let element = unsafe address + 24 + index * 16
      // On some platforms the high half of the word is not part of the offset.
      return unsafe (element.load(as: Any.Type.self), Int(element.load(fromByteOffset: 8, as: UInt32.self)))
    }
  }

  /// The arguments of a generic struct or enum, including those of enclosing types. `nil` if some are not plain types.
  var genericArgumentTypes: [Any.Type]? {
    guard kind == .structure || kind == .enumeration, let descriptor = unsafe descriptor else { return nil }
    guard unsafe descriptor.loadUnaligned(as: UInt32.self) & 0x80 != 0 else { return [] }
    let count = unsafe Int(descriptor.loadUnaligned(fromByteOffset: 36, as: UInt16.self))
    let parameters = (0..<count).map { unsafe descriptor.load(fromByteOffset: 44 + $0, as: UInt8.self) }
    // The low bits are zero for types, but not for packs and values. The high bit marks a key argument.
    guard parameters.allSatisfy({ $0 & 0x3F == 0 }) else { return nil }
    return parameters.filter { $0 & 0x80 != 0 }.indices.map { index in
      unsafe address.load(fromByteOffset: Self.genericArguments + index * 8, as: Any.Type.self)
    }
  }
}

// MARK: - Following pointers

extension TypeMetadata {
  /// The offset of generic arguments in the metadata of structs and enums.
  private static var genericArguments: Int { 16 }

  private var descriptor: UnsafeRawPointer? {
    switch kind {
    case .structure, .enumeration: return unsafe address.load(fromByteOffset: 8, as: UnsafeRawPointer?.self)
    case .object:
      #if canImport(ObjectiveC)
      // Two bits in the class data mark Swift classes.
      guard unsafe address.load(fromByteOffset: 32, as: UInt.self) & 3 != 0 else { return nil }
      return unsafe address.load(fromByteOffset: 64, as: UnsafeRawPointer?.self)
      #else
      return unsafe address.load(fromByteOffset: 40, as: UnsafeRawPointer?.self)
      #endif
    default: return nil
    }
  }

  private var fieldDescriptor: UnsafeRawPointer? {
    guard let descriptor = unsafe descriptor else { return nil }
    return unsafe Self.target(ofRelativePointerAt: descriptor + 16)
  }

  /// The target of a 32-bit relative pointer; `nil` for zero.
  private static func target(ofRelativePointerAt place: UnsafeRawPointer) -> UnsafeRawPointer? {
    let distance = unsafe place.loadUnaligned(as: Int32.self)
    return distance == 0 ? nil : unsafe place + Int(distance)
  }

  private static func length(ofMangledNameAt start: UnsafeRawPointer) -> Int { unsafe scan(mangledNameAt: start).length }

  private static func ownership(ofMangledNameAt start: UnsafeRawPointer) -> Ownership {
    switch unsafe scan(mangledNameAt: start).ending {
    case (UInt8(ascii: "X"), UInt8(ascii: "w")): .weak
    case (UInt8(ascii: "X"), UInt8(ascii: "o")), (UInt8(ascii: "X"), UInt8(ascii: "u")): .unowned
    default: .strong
    }
  }

  /// The length and the last two characters of a mangled name. Control characters in it begin a symbolic reference of four or eight bytes.
  private static func scan(mangledNameAt start: UnsafeRawPointer) -> (length: Int, ending: (UInt8, UInt8)) {
    var end = unsafe start
    var ending: (UInt8, UInt8) = (0, 0)
    while true {
      let byte = unsafe end.load(as: UInt8.self)
      switch byte {
      case 0: return unsafe (end - start, ending)
      case 0x01...0x17: unsafe end += 1 + 4
      case 0x18...0x1F: unsafe end += 1 + 8
      default: unsafe end += 1
      }
      ending = (ending.1, byte)
    }
  }
}
