import FluxtapeHistory
import FluxtapeDocuments
import FluxtapeJSON

/// Compares a recorded state with a replayed one. Ignores values that the log lacks, and compares numbers by value.
struct StateComparison {
  private let ignored: [[String]]

  init(ignoring paths: [String]) {
    ignored = paths.map { path in (try? JSONPointer(parsing: path))?.tokens ?? path.split(separator: "/").map(String.init) }
  }

  func differences(recorded: JSONNode, replayed: JSONNode) -> [ReplayDivergence.Difference] {
    changes(from: recorded, to: replayed).compactMap { change in
      guard !isIgnored(change.pointer), !isUnknown(change.pointer, in: recorded) else { return nil }
      let pointer = change.pointer.description
      switch change.kind {
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
    guard node.kind == .object, node.count == 1 else { return false }
    switch TaggedValue(node.value) {
    case .redacted, .truncated, .opaque: return true
    case .float, nil: return false
    }
  }
}
