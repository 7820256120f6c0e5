import FluxtapeCoding
import FluxtapeLocking

/// Which stored properties of a type are `unowned`.
///
/// Reading an `unowned` reference whose object is gone ends the process, and `Mirror` reads whatever it shows. Only the type's metadata
/// tells what kind of reference a field is. Before the first real type it must be right about types of this file, else it says nothing
/// of any type.
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

  /// Asked once per process.
  private static let isLayoutTrusted =
    read(from: ProbeClass.self) == [1: "owner", 3: "unsafeOwner", 4: "maybe"] && read(from: ProbeStruct<Int>.self) == [1: "owner"]
    && read(from: Int.self).isEmpty
}
