import FluxtapeJSON

/// What an operation of a patch does (RFC 6902, and `splice`).
package enum OperationKind: String, CaseIterable, Sendable { case replace, add, remove, splice, move, copy, test }

extension JSONPass {
  /// Passes an operation of a patch.
  ///
  /// - Parameter depth: The number of arrays and objects around it.
  /// - Returns: `nil` if it is no operation, or has a form that no recorder writes: escapes in names or pointers, members twice.
  package mutating func operation(in bytes: Span<UInt8>, depth: Int) -> OperationKind? {
    guard open(UInt8(ascii: "{"), in: bytes) else { return nil }
    let first = mark
    var members = OperationMembers()
    repeat {
      guard let key = key(in: bytes), !key.hasEscapes, member(key, of: &members, in: bytes, depth: depth &+ 1) else { return nil }
    } while comma(before: UInt8(ascii: "}"), in: bytes)
    compareKeys(since: first)
    return take(UInt8(ascii: "}"), in: bytes) ? members.kind : nil
  }

  private mutating func member(_ key: TextPlace, of members: inout OperationMembers, in bytes: Span<UInt8>, depth: Int) -> Bool {
    guard let number = OperationMembers.names.number(of: key.range, in: bytes) else {
      note(key, in: bytes)
      return value(in: bytes, depth: depth)
    }
    let member = OperationMembers.members[number]
    guard members.seen.insert(member).inserted else { return false }
    switch member {
    case .op:
      guard let op = text(in: bytes), !op.hasEscapes, let kind = OperationMembers.kinds.number(of: op.range, in: bytes) else {
        return false
      }
      members.op = OperationKind.allCases[kind]
      return true
    case .path, .from: return pointer(in: bytes)
    case .value: return value(in: bytes, depth: depth)
    case .at, .del: return integer(in: bytes).map { $0 >= 0 } == true
    case .ins: return text(in: bytes) != nil
    default: return false
    }
  }

  /// Passes a string that is a JSON Pointer (RFC 6901) without escapes of JSON.
  @inline(__always) private mutating func pointer(in bytes: Span<UInt8>) -> Bool {
    guard let text = text(in: bytes), !text.hasEscapes else { return false }
    let range = text.range
    guard !range.isEmpty else { return true }
    // A longer one may be deeper than a document.
    guard bytes[range.lowerBound] == UInt8(ascii: "/"), range.count <= JSONValue.maximumDepth else { return false }
    for place in range where bytes[place] == UInt8(ascii: "~") {
      // The closing mark follows the last byte.
      guard bytes[place + 1] == UInt8(ascii: "0") || bytes[place + 1] == UInt8(ascii: "1") else { return false }
    }
    return true
  }
}

/// The members of an operation that were passed so far.
private struct OperationMembers {
  struct Members: OptionSet {
    let rawValue: UInt8
    static let op = Members(rawValue: 1 << 0)
    static let path = Members(rawValue: 1 << 1)
    static let value = Members(rawValue: 1 << 2)
    static let from = Members(rawValue: 1 << 3)
    static let at = Members(rawValue: 1 << 4)
    static let del = Members(rawValue: 1 << 5)
    static let ins = Members(rawValue: 1 << 6)
  }

  var op: OperationKind?
  var seen: Members = []

  static let names = ShortNames(["op", "path", "value", "from", "at", "del", "ins"])
  static let members: [Members] = [.op, .path, .value, .from, .at, .del, .ins]
  static let kinds = ShortNames(OperationKind.allCases.map(\.rawValue))

  /// What the operation does; `nil` if a member is missing that it needs.
  var kind: OperationKind? {
    guard let op, seen.contains(.path) else { return nil }
    let isComplete =
      switch op {
      case .add, .replace, .test: seen.contains(.value)
      case .remove: true
      case .move, .copy: seen.contains(.from)
      case .splice: seen.contains(.at) && seen.contains(.del) && seen.contains(.ins)
      }
    return isComplete ? op : nil
  }
}
