import FluxtapeHistory
import FluxtapeDocuments
import FluxtapeJSON

/// Builds the rows of a diff, in the order of the new value.
struct DiffRows {
  let store: String
  let new: JSONNode
  /// Whether unchanged members are listed too.
  let showsUnchanged: Bool
  private(set) var rows: [DiffRow] = []

  /// The maximum number of rows. Nobody reads a longer diff row by row.
  static let limit = 10_000

  static func rows(of changes: ChangeTree, store: String, old: JSONNode?, new: JSONNode, showsUnchanged: Bool) -> [DiffRow] {
    var diff = DiffRows(store: store, new: new, showsUnchanged: showsUnchanged)
    if changes.own != nil {
      diff.addWhole(changes)
    } else {
      diff.addMembers(of: changes, old: old, value: new, at: JSONPointer(), depth: 0)
    }
    return diff.rows
  }
}

// MARK: - Walking

extension DiffRows {
  /// Adds a value that is new or replaced as a whole. A store's first state gets a row for each member, anything else one row.
  private mutating func addWhole(_ changes: ChangeTree) {
    guard case .added(let object) = changes.own, object.kind == .object, object.count > 0 else {
      if let kind = changes.own { add(kind, sign: changes.sign, value: new, at: JSONPointer(), label: ".", depth: 0) }
      return
    }
    for member in object.members {
      let path = JSONPointer(tokens: [member.key])
      add(.added(member.value), sign: .added, value: member.value, at: path, label: label(path, from: 0), depth: 0)
    }
  }

  private mutating func addMembers(of changes: ChangeTree, old: JSONNode?, value: JSONNode, at path: JSONPointer, depth: Int) {
    let count = value.childCount ?? 0
    let places = changes.children.compactMap { token, child in value.place(of: token).map { (place: $0, token: token, child: child) } }
    var removed = changes.removed[...]
    guard rows.count < Self.limit else { return }
    var next = 0  // the first member of the new value that has no row yet
    for change in places.sorted(by: { $0.place < $1.place }) {
      addRemoved(&removed, before: change.token, of: value, at: path, depth: depth)
      addUnchanged(next..<change.place, of: value, at: path, depth: depth)
      if let member = value[change.token] {
        addMember(
          change.child, old: change.child.old(in: old), value: member, at: path.appending(change.token), from: path, depth: depth)
      }
      next = change.place + 1
    }
    addRemoved(&removed, before: nil, of: value, at: path, depth: depth)
    addUnchanged(next..<max(next, count), of: value, at: path, depth: depth)
  }

  /// Adds a single change with its whole path, or several changes below their container.
  private mutating func addMember(
    _ changes: ChangeTree, old: JSONNode?, value: JSONNode, at path: JSONPointer, from parent: JSONPointer, depth: Int
  ) {
    var (changes, old, value, path) = (changes, old, value, path)
    while changes.own == nil, changes.removed.isEmpty, changes.children.count == 1, let only = changes.children.first,
      let member = value[only.key]
    {
      (changes, old, value, path) = (only.value, only.value.old(in: old), member, path.appending(only.key))
    }
    let label = label(path, from: parent.tokens.count)
    if let kind = changes.own {
      add(kind, sign: changes.sign, value: value, at: path, label: label, depth: depth)
    } else {
      add(row: .inside(old: old, new: value), sign: .changed, at: path, label: label, depth: depth)
    }
    if changes.hasChangesInside { addMembers(of: changes, old: old, value: value, at: path, depth: depth + 1) }
  }

  /// Adds removed elements before the first changed element with a higher index.
  private mutating func addRemoved(
    _ removed: inout ArraySlice<(token: String, value: JSONNode)>, before token: String?, of value: JSONNode, at path: JSONPointer,
    depth: Int
  ) {
    while let first = removed.first {
      if let token {
        guard value.kind == .array, let index = JSONPointer.arrayIndex(first.token), let next = JSONPointer.arrayIndex(token), index < next
        else {
          return
        }
      }
      removed.removeFirst()
      let member = path.appending(first.token)
      let label = JSONPointer(tokens: [first.token]).text(in: value)
      add(row: .removed(first.value), sign: .removed, at: member, label: label, depth: depth)
    }
  }

  private mutating func addUnchanged(_ range: Range<Int>, of value: JSONNode, at path: JSONPointer, depth: Int) {
    guard !range.isEmpty else { return }
    guard showsUnchanged, range.count <= JSONTree.pageSize else {
      return add(row: .unchanged(range.count), sign: nil, at: path, label: "", depth: depth)
    }
    for place in range {
      guard let (token, member) = value.child(named: place) else { continue }
      let path = path.appending(token)
      add(row: .same(member), sign: nil, at: path, label: label(path, from: path.tokens.count - 1), depth: depth)
    }
  }
}

// MARK: - Rows

extension DiffRows {
  private mutating func add(_ kind: Change.Kind, sign: Sign?, value: JSONNode, at path: JSONPointer, label: String, depth: Int) {
    let content: DiffRow.Content =
      switch kind {
      case .added(let value): .added(value)
      case .removed(let value): .removed(value)
      case .replaced(let old, let new): .replaced(old: old, new: new)
      case .moved(let origin): .moved(from: origin, value)
      }
    add(row: content, sign: sign, at: path, label: label, depth: depth)
  }

  private mutating func add(row content: DiffRow.Content, sign: Sign?, at path: JSONPointer, label: String, depth: Int) {
    rows.append(DiffRow(place: Folds.Place(store: store, path: path), depth: depth, label: label, sign: sign, content: content))
  }

  /// Returns the path without its first `count` tokens: `items[1].qty`.
  private func label(_ path: JSONPointer, from count: Int) -> String {
    let parent = JSONPointer(tokens: Array(path.tokens[..<count]))
    return JSONPointer(tokens: Array(path.tokens[count...])).text(in: new[parent] ?? .null)
  }
}

extension JSONNode {
  /// Returns the member or element at `place`, with its token.
  func child(named place: Int) -> (token: String, value: JSONNode)? {
    kind == .object ? member(at: place).map { ($0.key, $0.value) } : element(at: place).map { (String(place), $0) }
  }
}
