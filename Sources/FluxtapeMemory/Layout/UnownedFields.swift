import FluxtapeCoding
import FluxtapeLocking

/// Finds the `unowned` stored properties of a type.
///
/// Reading an `unowned` reference after its object is released ends the process, and `Mirror` reads everything it shows. Only the type's
/// metadata says what kind of reference a field is. This is tested on types of this file first; if the result is wrong, no fields are
/// reported for any type.
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
    let metadata = TypeMetadata(type)
    guard metadata.kind == .structure || metadata.kind == .object else { return [:] }
    var names: [Int: String] = [:]
    for (place, field) in (metadata.fields ?? []).enumerated() where field.ownership == .unowned { names[place] = field.name }
    return names
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
