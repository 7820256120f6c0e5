import FluxtapeLocking

/// Finds the `unowned` stored properties of a type.
///
/// Reading an `unowned` reference after its object is released ends the process, and `Mirror` reads everything it shows. No public API says
/// what kind of reference a property is. So this leaf reads the names of the properties' types from the field descriptor, whose form is part
/// of the ABI (`swift/docs/ABI/TypeMetadata.rst`, `include/swift/RemoteInspection/Records.h`). It reads nothing else, and nothing else here
/// reads metadata:
///
/// ```text
/// metadata ──▶ type descriptor ──▶ field descriptor: count, then for each field: flags, ──▶ type, ──▶ name
///                                                                                        `…Xo` or `…Xu`: unowned
/// ```
/// Sound: pointers are followed only from metadata of structs and Swift classes, which is immutable and never freed. The leaf is tested on
/// types of this file first. If an answer is wrong, or pointers have another form, it reports no fields for any type.
enum UnownedFields {
  private static let known = Locked<[ObjectIdentifier: [Int: String]]>(renewable: { [:] })

  /// The fields of `type` that must not be read: their names, by their index in `Mirror`. Fields of a superclass are not included.
  static func of(_ type: Any.Type) -> [Int: String] {
    guard isLayoutTrusted else { return [:] }
    let identity = ObjectIdentifier(type)
    if let fields = known.withLock({ $0[identity] }) { return fields }
    let fields = read(from: type)
    known.withLock { $0[identity] = fields }
    return fields
  }

  private static func read(from type: Any.Type) -> [Int: String] {
    guard let descriptor = unsafe descriptor(of: type), let records = unsafe target(ofRelativePointerAt: descriptor + 16)
    else { return [:] }
    let recordSize = unsafe Int(records.loadUnaligned(fromByteOffset: 10, as: UInt16.self))
    let count = unsafe Int(records.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
    var names: [Int: String] = [:]
    for place in 0..<count {
      let record = unsafe records + 16 + place * recordSize
      guard let typeName = unsafe target(ofRelativePointerAt: record + 4), unsafe isUnowned(mangledNameAt: typeName) else { continue }
      let name = unsafe target(ofRelativePointerAt: record + 8)
      names[place] = unsafe name.map { unsafe String(cString: $0.assumingMemoryBound(to: CChar.self)) } ?? ""
    }
    return names
  }
}

// MARK: - Following pointers

extension UnownedFields {
  /// The descriptor of a struct or a Swift class.
  private static func descriptor(of type: Any.Type) -> UnsafeRawPointer? {
    #if _pointerBitWidth(_64) && _endian(little) && !_ptrauth(_arm64e)
    let metadata = unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
    switch unsafe metadata.load(as: UInt.self) {
    case 0x200: return unsafe metadata.load(fromByteOffset: 8, as: UnsafeRawPointer?.self)
    // Kinds are small numbers; an Objective-C class has a pointer there.
    case 0, 0x800...:
      guard type is AnyObject.Type else { return nil }
      #if canImport(ObjectiveC)
      // Two bits in the class data mark Swift classes.
      guard unsafe metadata.load(fromByteOffset: 32, as: UInt.self) & 3 != 0 else { return nil }
      return unsafe metadata.load(fromByteOffset: 64, as: UnsafeRawPointer?.self)
      #else
      return unsafe metadata.load(fromByteOffset: 40, as: UnsafeRawPointer?.self)
      #endif
    default: return nil
    }
    #else
    return nil
    #endif
  }

  /// The target of a 32-bit relative pointer; `nil` for zero.
  private static func target(ofRelativePointerAt place: UnsafeRawPointer) -> UnsafeRawPointer? {
    let distance = unsafe place.loadUnaligned(as: Int32.self)
    return distance == 0 ? nil : unsafe place + Int(distance)
  }

  /// Whether a mangled name ends in `Xo` or `Xu`. Control characters in it begin a symbolic reference of four or eight bytes.
  private static func isUnowned(mangledNameAt start: UnsafeRawPointer) -> Bool {
    var end = unsafe start
    var ending: (UInt8, UInt8) = (0, 0)
    while true {
      let byte = unsafe end.load(as: UInt8.self)
      switch byte {
      case 0: return ending.0 == UInt8(ascii: "X") && (ending.1 == UInt8(ascii: "o") || ending.1 == UInt8(ascii: "u"))
      case 0x01...0x17: unsafe end += 1 + 4
      case 0x18...0x1F: unsafe end += 1 + 8
      default: unsafe end += 1
      }
      ending = (ending.1, byte)
    }
  }
}

// MARK: - Self-test

extension UnownedFields {
  private final class ProbeClass {
    let plain: [String: ProbeClass] = [:]
    unowned let owner: ProbeClass
    weak var friend: ProbeClass?
    unowned(unsafe) let unsafeOwner: ProbeClass
    unowned let maybe: ProbeClass?
    let last: any Error

    init(_ other: ProbeClass, _ error: any Error) {
      owner = other
      unsafe unsafeOwner = other
      maybe = other
      last = error
    }
  }

  private struct ProbeStruct<Value> {
    let value: Value
    unowned let owner: ProbeClass
    let array: [Value]
  }

  /// Checked once per process.
  private static let isLayoutTrusted =
    read(from: ProbeClass.self) == [1: "owner", 3: "unsafeOwner", 4: "maybe"] && read(from: ProbeStruct<Int>.self) == [1: "owner"]
    && read(from: Int.self).isEmpty
}
