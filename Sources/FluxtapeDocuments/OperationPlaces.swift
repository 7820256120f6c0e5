import FluxtapeJSON

/// An operation of a patch where it lies in bytes, with its members' places.
package struct OperationPlaces: Sendable {
  package enum Kind: String, CaseIterable, Sendable { case replace, add, remove, splice, move, copy, test }

  package var kind: Kind
  /// The pointer without quotation marks, and without escapes of JSON.
  package var path = 0..<0
  /// The pointer that a value is moved or copied from.
  package var from: Range<Int>?
  package var value: Range<Int>?
}

extension JSONPass {
  /// Passes an operation of a patch.
  ///
  /// - Parameter depth: The number of arrays and objects around it.
  /// - Returns: `nil` if it is no operation, or has a form that no recorder writes: escapes in names or pointers, members twice.
  package mutating func operation(in bytes: Span<UInt8>, depth: Int) -> OperationPlaces? {
    guard open(UInt8(ascii: "{"), in: bytes) else { return nil }
    let first = mark
    var members = OperationMembers()
    repeat {
      guard let key = key(in: bytes), !key.hasEscapes, member(key, of: &members, in: bytes, depth: depth &+ 1) else { return nil }
    } while comma(in: bytes)
    compareKeys(since: first)
    guard take(UInt8(ascii: "}"), in: bytes), let kind = members.kind else { return nil }
    return OperationPlaces(kind: kind, path: members.path, from: members.from, value: members.value)
  }

  private mutating func member(_ key: TextPlace, of members: inout OperationMembers, in bytes: Span<UInt8>, depth: Int) -> Bool {
    guard let number = OperationMembers.names.number(of: key.range, in: bytes) else {
      note(key, in: bytes)
      return value(in: bytes, depth: depth)
    }
    let member = OperationMembers.members[number]
    guard members.seen.insert(member).inserted else { return false }
    let start = place
    switch member {
    case .op:
      guard let op = text(in: bytes), !op.hasEscapes, let kind = OperationMembers.kinds.number(of: op.range, in: bytes) else { return false }
      members.op = OperationPlaces.Kind.allCases[kind]
    case .path:
      guard let path = pointer(in: bytes) else { return false }
      members.path = path
    case .from:
      guard let from = pointer(in: bytes) else { return false }
      members.from = from
    case .value:
      guard value(in: bytes, depth: depth) else { return false }
      members.value = start..<place
    case .at, .del: guard let count = integer(in: bytes), count >= 0 else { return false }
    case .ins: guard text(in: bytes) != nil else { return false }
    default: return false
    }
    return true
  }

  /// Passes a string that is a JSON Pointer (RFC 6901).
  @inline(__always) private mutating func pointer(in bytes: Span<UInt8>) -> Range<Int>? {
    guard let text = text(in: bytes), !text.hasEscapes else { return nil }
    let range = text.range
    guard !range.isEmpty else { return range }
    guard bytes[range.lowerBound] == UInt8(ascii: "/"), range.count <= JSONValue.maximumDepth else { return nil }
    for place in range where bytes[place] == UInt8(ascii: "~") {
      // The closing mark follows the last byte.
      guard bytes[place + 1] == UInt8(ascii: "0") || bytes[place + 1] == UInt8(ascii: "1") else { return nil }
    }
    return range
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

  var op: OperationPlaces.Kind?
  var path = 0..<0
  var from: Range<Int>?
  var value: Range<Int>?
  var seen: Members = []

  static let names = ShortNames(["op", "path", "value", "from", "at", "del", "ins"])
  static let members: [Members] = [.op, .path, .value, .from, .at, .del, .ins]
  static let kinds = ShortNames(OperationPlaces.Kind.allCases.map(\.rawValue))

  /// What the operation does; `nil` if a member is missing that it needs.
  var kind: OperationPlaces.Kind? {
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
