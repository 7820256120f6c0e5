import FluxtapeCoding
internal import FluxtapeLocking

/// Types of states that are compared as text in this process, as a patch from one to the next turned out to be wrong.
enum DistrustedTypes {
  private static let types = Locked<Set<ObjectIdentifier>>([])

  static func insert(_ type: ObjectIdentifier) { types.withLock { _ = $0.insert(type) } }

  static func contains(_ type: ObjectIdentifier) -> Bool { types.withLock { !$0.isEmpty && $0.contains(type) } }
}
