import FluxtapeCoding
internal import FluxtapeLocking

/// Types of states that this process compares as text, since a patch between two such states was wrong.
enum DistrustedTypes {
  private static let types = Locked<Set<ObjectIdentifier>>(renewable: { [] })

  static func insert(_ type: ObjectIdentifier) { types.withLock { _ = $0.insert(type) } }

  static func contains(_ type: ObjectIdentifier) -> Bool { types.withLock { !$0.isEmpty && $0.contains(type) } }
}
