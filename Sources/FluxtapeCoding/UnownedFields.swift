import FluxtapeLocking

/// Which stored properties of a type are `unowned`.
///
/// Reading an `unowned` reference whose object is gone ends the process, and `Mirror` reads whatever it shows. Nothing public
/// tells of a field what kind of reference it is, so the type's own metadata is asked, which the compiler lays out as the ABI says
/// (`swift/docs/ABI/TypeMetadata.rst`, field descriptors in `RemoteInspection/Records.h`):
///
/// ```text
/// metadata ──▶ type descriptor ──▶ field descriptor: count, then for each field: flags, ──▶ type, ──▶ name
///                                                                                        `…Xo` unowned, `…Xu` unowned(unsafe)
/// ```
/// Sound: pointers are followed only from metadata of structs and of Swift's own classes, which is immutable and lives for ever;
/// before the first real type it must be right about types of this file, else it says nothing of any type.
enum UnownedFields {
  private static let known = Locked<[ObjectIdentifier: [Int: String]]>([:])

  /// The fields of `type` that must not be read: their names by their places, counted as `Mirror` does. Those of a superclass are its own.
  static func of(_ type: Any.Type) -> [Int: String] {
    guard isLayoutTrusted else { return [:] }
    let identity = ObjectIdentifier(type)
    if let fields = known.withLock({ $0[identity] }) { return fields }
    let fields = read(from: type)
    known.withLock { $0[identity] = fields }
    return fields
  }

  private static func read(from type: Any.Type) -> [Int: String] {
    guard let descriptor = unsafe typeDescriptor(of: type) else { return [:] }
    guard let fields = unsafe target(ofRelativePointerAt: descriptor + Layout.fieldsInDescriptor) else { return [:] }
    let recordSize = unsafe Int(fields.loadUnaligned(fromByteOffset: 10, as: UInt16.self))
    let count = unsafe Int(fields.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
    var names: [Int: String] = [:]
    for place in 0..<count { names[place] = unsafe nameOfUnowned(fieldAt: fields + Layout.firstField + place * recordSize) }
    return names
  }

  private static func nameOfUnowned(fieldAt record: UnsafeRawPointer) -> String? {
    guard let type = unsafe target(ofRelativePointerAt: record + 4), let name = unsafe target(ofRelativePointerAt: record + 8) else {
      return nil
    }
    let ending = unsafe ending(ofMangledNameAt: type)
    guard ending == Array("Xo".utf8) || ending == Array("Xu".utf8) else { return nil }
    return unsafe String(cString: name.assumingMemoryBound(to: CChar.self))
  }
}

// MARK: - Layout

extension UnownedFields {
  private enum Layout {
    static let structKind: UInt = 0x200
    /// Kinds are small numbers; a class of Objective-C has a pointer there.
    static let largestKind: UInt = 0x7FF
    static let fieldsInDescriptor = 16
    static let firstField = 16
    #if canImport(ObjectiveC)
      static let descriptorInClass = 64
    #else
      static let descriptorInClass = 40
    #endif
  }

  private static func typeDescriptor(of type: Any.Type) -> UnsafeRawPointer? {
    #if _pointerBitWidth(_64)
      let metadata = unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
      let kind = unsafe metadata.load(as: UInt.self)
      if kind == Layout.structKind { return unsafe metadata.load(fromByteOffset: 8, as: UnsafeRawPointer?.self) }
      guard type is AnyObject.Type, kind == 0 || kind > Layout.largestKind else { return nil }
      #if canImport(ObjectiveC)
        // Two bits of the class's data say that Swift made it.
        guard unsafe metadata.load(fromByteOffset: 32, as: UInt.self) & 3 != 0 else { return nil }
      #endif
      return unsafe metadata.load(fromByteOffset: Layout.descriptorInClass, as: UnsafeRawPointer?.self)
    #else
      return nil
    #endif
  }

  /// Where a 32-bit distance from its own place leads; zero leads nowhere.
  private static func target(ofRelativePointerAt place: UnsafeRawPointer) -> UnsafeRawPointer? {
    let distance = unsafe place.loadUnaligned(as: Int32.self)
    return distance == 0 ? nil : unsafe place + Int(distance)
  }

  /// The last two characters of a name in which bytes below a blank begin a reference of four or eight bytes.
  private static func ending(ofMangledNameAt start: UnsafeRawPointer) -> [UInt8] {
    var ending: [UInt8] = []
    var place = unsafe start
    while true {
      let byte = unsafe place.load(as: UInt8.self)
      switch byte {
      case 0: return ending
      case 0x01...0x17: unsafe place += 1 + 4
      case 0x18...0x1F: unsafe place += 1 + MemoryLayout<UInt>.size
      default: unsafe place += 1
      }
      ending = ending.suffix(1) + [byte]
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

  /// Asked once per process.
  private static let isLayoutTrusted =
    read(from: ProbeClass.self) == [1: "owner", 3: "unsafeOwner", 4: "maybe"] && read(from: ProbeStruct<Int>.self) == [1: "owner"]
    && read(from: Int.self).isEmpty
}
