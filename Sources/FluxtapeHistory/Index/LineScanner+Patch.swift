// Patches, operation by operation: what they need is there and of the right type.

extension LineScanner {
  /// Goes past a patch and counts its operations.
  mutating func patch(in bytes: Span<UInt8>) -> PatchFacts? {
    var facts = PatchFacts()
    guard skip("[", in: bytes) else { return nil }
    if skip("]", in: bytes) { return facts }
    repeat {
      guard let operation = operation(in: bytes) else { return nil }
      facts.count(operation)
    } while skip(",", in: bytes)
    return skip("]", in: bytes) ? facts : nil
  }

  private mutating func operation(in bytes: Span<UInt8>) -> PatchFacts.Operation? {
    var operation: PatchFacts.Operation?
    var members: OperationMembers = []
    guard skip("{", in: bytes) else { return nil }
    repeat {
      guard let name = key(in: bytes), let member = Self.members[name, of: bytes], members.insert(member).inserted else {
        return nil
      }
      switch member {
      case .op:
        operation = operationName(in: bytes)
        guard operation != nil else { return nil }
      case .path, .from: guard pointer(in: bytes) else { return nil }
      case .at, .del: guard let count = integer(in: bytes), count >= 0 else { return nil }
      case .ins:
        skipWhiteSpace(in: bytes)
        guard skipString(in: bytes) else { return nil }
      default: guard skipValue(in: bytes) else { return nil }
      }
    } while skip(",", in: bytes)
    guard skip("}", in: bytes), let operation, members.isSuperset(of: operation.needed) else { return nil }
    return operation
  }

  private mutating func operationName(in bytes: Span<UInt8>) -> PatchFacts.Operation? {
    guard let name = plainString(in: bytes) else { return nil }
    return Self.operations[name, of: bytes]
  }

  /// A string that is a JSON Pointer (RFC 6901): empty, or with a `/` first, and 0 or 1 behind each `~`.
  private mutating func pointer(in bytes: Span<UInt8>) -> Bool {
    guard let contents = plainString(in: bytes) else { return false }
    guard let first = contents.first else { return true }
    guard bytes[first] == UInt8(ascii: "/") else { return false }
    for index in contents where bytes[index] == UInt8(ascii: "~") {
      guard index + 1 < contents.upperBound, bytes[index + 1] == UInt8(ascii: "0") || bytes[index + 1] == UInt8(ascii: "1") else {
        return false
      }
    }
    return true
  }

  struct OperationMembers: OptionSet {
    let rawValue: UInt8

    static let op = OperationMembers(rawValue: 1 << 0)
    static let path = OperationMembers(rawValue: 1 << 1)
    static let from = OperationMembers(rawValue: 1 << 2)
    static let value = OperationMembers(rawValue: 1 << 3)
    static let at = OperationMembers(rawValue: 1 << 4)
    static let del = OperationMembers(rawValue: 1 << 5)
    static let ins = OperationMembers(rawValue: 1 << 6)
  }

  /// Any other member is left to a full reading.
  private static let members = NameTable<OperationMembers>([
    "op": .op, "path": .path, "from": .from, "value": .value, "at": .at, "del": .del, "ins": .ins,
  ])

  private static let operations = NameTable<PatchFacts.Operation>([
    "add": .add, "remove": .remove, "replace": .replace, "move": .move, "copy": .copy, "test": .test, "splice": .splice,
  ])
}

extension PatchFacts.Operation {
  fileprivate var needed: LineScanner.OperationMembers {
    switch self {
    case .add, .replace, .test: [.op, .path, .value]
    case .remove: [.op, .path]
    case .move, .copy: [.op, .path, .from]
    case .splice: [.op, .path, .at, .del, .ins]
    }
  }
}
