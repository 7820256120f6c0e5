import FluxtapeHistory
import FluxtapeDocuments
import FluxtapeJSON

/// What happened to a value: the sign that carries the meaning where colour is missing.
enum Sign: Hashable, Sendable { case added, removed, changed, moved, retyped }

/// The changes between two values, arranged as the values are: a node for each member with a change at or below it.
struct ChangeTree: Sendable {
  /// What happened to this very value.
  var own: Change.Kind?
  /// The members of the new value with changes, by key or index.
  private(set) var children: [String: ChangeTree] = [:]
  /// The members of the old value that are no more, in the old order.
  private(set) var removed: [(token: String, value: JSONNode)] = []
  /// Changes here and below.
  private(set) var count = 0

  init() {}

  init(_ changes: some Sequence<Change>) {
    // What is removed has its place in the old value; it is shown where its container is in the new one.
    for change in changes { insert(change.kind, at: (change.container.tokens + change.pointer.tokens.suffix(1))[...]) }
  }

  /// Recursion goes as deep as the document, which its parser limits.
  private mutating func insert(_ kind: Change.Kind, at tokens: ArraySlice<String>) {
    count += 1
    guard let token = tokens.first else {
      own = kind
      return
    }
    if case .removed(let value) = kind, tokens.count == 1 {
      removed.append((token, value))
    } else {
      children[token, default: ChangeTree()].insert(kind, at: tokens.dropFirst())
    }
  }
}

extension ChangeTree {
  /// Whether something inside of the value changed, rather than the value as a whole.
  var hasChangesInside: Bool { !children.isEmpty || !removed.isEmpty }

  /// The sign of the value itself: its own change's, else that something in it changed.
  var sign: Sign? {
    switch own {
    case .added: .added
    case .removed: .removed
    case .moved: .moved
    case .replaced(let old, let new): old.kind == new.kind ? .changed : .retyped
    case nil: hasChangesInside ? .changed : nil
    }
  }

  /// What the value was before, where it was replaced as a whole.
  var was: JSONNode? {
    if case .replaced(let old, _) = own { old } else { nil }
  }
}
