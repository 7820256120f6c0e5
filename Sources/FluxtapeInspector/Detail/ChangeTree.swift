import FluxtapeHistory
import FluxtapeDocuments
import FluxtapeJSON

/// The kind of a change, drawn as a sign so that terminals without color show it too.
enum Sign: Hashable, Sendable { case added, removed, changed, moved, retyped }

/// The changes between two values as a tree: a node for each member with a change at or below it.
struct ChangeTree: Sendable {
  /// The change of this value as a whole.
  var own: Change.Kind?
  /// The changed members of the new value, by key or index.
  private(set) var children: [String: ChangeTree] = [:]
  /// The removed members of the old value, in the old order.
  private(set) var removed: [(token: String, value: JSONNode)] = []
  /// The number of changes here and below.
  private(set) var count = 0
  /// The key or index in the old container. It may differ from the one in the new array. Set if a member changed.
  private var oldToken: String?

  init() {}

  init(_ changes: some Sequence<Change>) {
    // A removed member's pointer refers to the old value, where the element around it may have had another index.
    for change in changes { insert(change.kind, at: change.placeInNew.tokens[...], old: change.placeInOld.tokens[...]) }
  }

  /// Recurses as deep as the document, whose depth the parser limits.
  private mutating func insert(_ kind: Change.Kind, at tokens: ArraySlice<String>, old oldTokens: ArraySlice<String>) {
    count += 1
    guard let token = tokens.first else {
      own = kind
      return
    }
    if case .removed(let value) = kind, tokens.count == 1 {
      removed.append((token, value))
    } else {
      if let oldToken = oldTokens.first { children[token, default: ChangeTree()].oldToken = oldToken }
      children[token, default: ChangeTree()].insert(kind, at: tokens.dropFirst(), old: oldTokens.dropFirst())
    }
  }
}

extension ChangeTree {
  /// Whether a member changed, rather than the value as a whole.
  var hasChangesInside: Bool { !children.isEmpty || !removed.isEmpty }

  /// The sign of the value's own change, else `.changed` if a member changed.
  var sign: Sign? {
    switch own {
    case .added: .added
    case .removed: .removed
    case .moved: .moved
    case .replaced(let old, let new): old.kind == new.kind ? .changed : .retyped
    case nil: hasChangesInside ? .changed : nil
    }
  }

  /// The old value, if the value was replaced as a whole.
  var was: JSONNode? {
    if case .replaced(let old, _) = own { old } else { nil }
  }

  /// Returns the old value, if a member changed.
  func old(in container: JSONNode?) -> JSONNode? { oldToken.flatMap { container?[$0] } }
}
