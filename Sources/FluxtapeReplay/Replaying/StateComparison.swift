import FluxtapeHistory
import FluxtapeDocuments
import FluxtapeJSON

/// Compares a recorded state with a replayed one. Ignores values that the log lacks, and compares numbers by value.
///
/// A member that is `null` equals a missing one: reflection writes `nil`, and `Codable` leaves it out.
struct StateComparison {
  private let ignored: [[String]]

  init(ignoring paths: [String]) {
    ignored = paths.map { path in (try? JSONPointer(parsing: path))?.tokens ?? path.split(separator: "/").map(String.init) }
  }

  func differences(recorded: JSONNode, replayed: JSONNode) -> [ReplayDivergence.Difference] {
    compare(recorded: recorded, replayed: replayed).differences
  }

  /// Also returns whether a `null` counted as equal to a missing member.
  func compare(recorded: JSONNode, replayed: JSONNode) -> (differences: [ReplayDivergence.Difference], equatesNull: Bool) {
    let found = compared(recorded, replayed)
    guard !found.isEmpty else { return ([], false) }
    let rest = compared(JSONNode(recorded.value.withoutNullMembers), JSONNode(replayed.value.withoutNullMembers))
    let real = rest.isEmpty ? [] : found.filter { !isNullMember($0, in: recorded) }
    return (real, real.count < found.count)
  }

  private func isNullMember(_ difference: ReplayDivergence.Difference, in recorded: JSONNode) -> Bool {
    let sides = [difference.recorded, difference.replayed]
    guard sides.contains(.some(.null)), sides.contains(nil), let pointer = try? JSONPointer(parsing: difference.pointer) else {
      return false
    }
    return recorded[JSONPointer(tokens: pointer.tokens.dropLast())]?.kind == .object
  }

  private func compared(_ recorded: JSONNode, _ replayed: JSONNode) -> [ReplayDivergence.Difference] {
    changes(from: recorded, to: replayed).compactMap { change in
      guard !isIgnored(change.pointer), !isUnknown(change.pointer, in: recorded) else { return nil }
      let pointer = change.pointer.description
      switch change.kind {
      // Earlier logs do not have the types of existentials.
      case .added where isType(change.pointer), .removed where isType(change.pointer): return nil
      case .added(let value): return ReplayDivergence.Difference(pointer: pointer, recorded: nil, replayed: value.value)
      case .removed(let value): return ReplayDivergence.Difference(pointer: pointer, recorded: value.value, replayed: nil)
      case .replaced(let old, let new):
        guard !old.isEquivalent(to: new) else { return nil }
        return ReplayDivergence.Difference(pointer: pointer, recorded: old.value, replayed: new.value)
      case .moved(let from):
        return ReplayDivergence.Difference(pointer: pointer, recorded: recorded[change.pointer]?.value, replayed: recorded[from]?.value)
      }
    }
  }

  private func isType(_ pointer: JSONPointer) -> Bool { pointer.tokens.last == TaggedValue.typeKey }

  private func isIgnored(_ pointer: JSONPointer) -> Bool {
    ignored.contains { path in
      path.count <= pointer.tokens.count && zip(path, pointer.tokens).allSatisfy { $0 == "*" || $0 == $1 }
    }
  }

  /// Whether the log lacks the value at a place, or one around it.
  private func isUnknown(_ pointer: JSONPointer, in recorded: JSONNode) -> Bool {
    var node = recorded
    for token in pointer.tokens {
      if Self.isUnknown(node) { return true }
      guard let child = node[token] else { return false }
      node = child
    }
    return Self.isUnknown(node)
  }

  private static func isUnknown(_ node: JSONNode) -> Bool {
    guard node.onlyMember != nil else { return false }
    switch TaggedValue(node.value) {
    case .redacted, .truncated, .opaque: return true
    case .float, nil: return false
    }
  }
}

extension JSONValue {
  fileprivate var withoutNullMembers: JSONValue {
    switch self {
    case .null, .bool, .number, .string: self
    case .array(let elements): .array(elements.map(\.withoutNullMembers))
    case .object(let object): .object(JSONObject(object.filter { !$0.value.isNull }.map { ($0.key, $0.value.withoutNullMembers) }))
    }
  }
}
