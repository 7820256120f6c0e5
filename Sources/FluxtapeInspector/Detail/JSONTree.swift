import FluxtapeAnswers
import FluxtapeLogReading
import FluxtapeHistory
import FluxtapeDocuments
import FluxtapeJSON

/// Builds the visible rows of a value. Closed containers cost nothing, whatever their size.
struct JSONTree {
  /// A container with more elements is shown in pages of this size.
  static let pageSize = 200
  /// The maximum number of levels. The raw line shows deeper ones.
  static let maximumDepth = 64

  let store: String
  let folds: Folds
  /// The path that the cursor keeps. Its containers are open unless the user closed them.
  let focus: JSONPointer?
  private(set) var rows: [DetailRow] = []

  /// Returns the rows of `value`, without a row for the root.
  static func rows(
    of value: JSONNode, store: String, folds: Folds, focus: JSONPointer? = nil, changes: ChangeTree? = nil, depth: Int = 0
  ) -> [DetailRow] {
    var tree = JSONTree(store: store, folds: folds, focus: focus)
    let path = JSONPointer()
    if value.childCount ?? 0 > 0 || changes?.removed.isEmpty == false {
      tree.addChildren(of: value, at: path, depth: depth, changes: changes, isOpen: folds.below(path, in: store))
      // The root has no row, so its members carry the sign of its own change.
      if changes?.own != nil {
        for place in tree.rows.indices where tree.rows[place].depth == depth { tree.rows[place].setTreeSign(changes?.sign) }
      }
    } else {
      var row = TreeRow(place: tree.place(path), depth: depth, label: .whole, value: value)
      row.sign = changes?.sign
      row.was = changes?.was
      tree.append(row)
    }
    tree.addGhost(in: value, depth: depth)
    return tree.rows
  }
}

// MARK: - Walking

extension JSONTree {
  private func place(_ path: JSONPointer, page: Int? = nil) -> Folds.Place { Folds.Place(store: store, path: path, page: page) }

  /// The maximum number of rows. Containers beyond it are drawn closed, unless the user opened them one by one.
  static let limit = 20_000
  static let limitNote = "limit of rows; Enter opens"

  /// Returns the words for a row about values that the limit hides.
  static func limitWords(hiding count: Int) -> String {
    "At least \(count.counted("more value")): a tree has \(limit.grouped) rows at most. "
      + "Enter opens one of the closed rows, ; goes to a path."
  }

  /// Whether a container may be open. Containers around the cursor's path always may.
  private func hasRoom(at place: Folds.Place) -> Bool {
    rows.count < Self.limit || folds.isOpenedAlone(place) || (place.page == nil && focus.map(place.path.contains) == true)
  }

  /// - Parameter isOpen: What the user chose for everything below a container around.
  private mutating func addChildren(of value: JSONNode, at path: JSONPointer, depth: Int, changes: ChangeTree?, isOpen: Bool?) {
    let count = value.childCount ?? 0
    if count > Self.pageSize {
      addPages(of: value, count: count, at: path, depth: depth, changes: changes, isOpen: isOpen)
    } else if value.kind == .array, let changes, !changes.removed.isEmpty {
      return addElements(of: value, at: path, depth: depth, changes: changes, isOpen: isOpen)
    } else {
      addChildren(0..<count, of: value, at: path, depth: depth, changes: changes, isOpen: isOpen)
    }
    for (token, old) in changes?.removed ?? [] {
      addRemoved(old, label: value.kind != .array ? .key(token) : .index(Int(token) ?? 0), at: path.appending(token), depth: depth)
    }
  }

  /// Adds the elements, with removed ones at their old positions.
  private mutating func addElements(of value: JSONNode, at path: JSONPointer, depth: Int, changes: ChangeTree, isOpen: Bool?) {
    var removed = changes.removed[...]
    var oldIndex = 0
    func isNew(_ index: Int) -> Bool { if case .added = changes.children[String(index)]?.own { true } else { false } }
    for index in 0...value.count {
      while let first = removed.first, index == value.count || Int(first.token) == oldIndex {
        addRemoved(first.value, label: .index(Int(first.token) ?? 0), at: path.appending(first.token), depth: depth)
        removed.removeFirst()
        oldIndex += 1
      }
      guard index < value.count else { break }
      addChildren(index..<(index + 1), of: value, at: path, depth: depth, changes: changes, isOpen: isOpen)
      if !isNew(index) { oldIndex += 1 }
    }
  }

  private mutating func addRemoved(_ old: JSONNode, label: TreeRow.Label, at path: JSONPointer, depth: Int) {
    append(TreeRow(place: place(path), depth: depth, label: label, sign: .removed, was: old))
  }

  private mutating func append(_ row: TreeRow) { rows.append(DetailRow(.tree(row))) }

  private mutating func addPages(
    of value: JSONNode, count: Int, at path: JSONPointer, depth: Int, changes: ChangeTree?, isOpen: Bool?
  ) {
    let changed = changes.map { value.places(of: $0.children.keys) } ?? []
    let focused = focus.flatMap { focus in focus.isInside(path) ? value.place(of: focus.tokens[path.tokens.count]) : nil }
    for start in stride(from: 0, to: count, by: Self.pageSize) {
      let range = start..<min(start + Self.pageSize, count)
      let isFocused = focused.map(range.contains) == true
      let isChanged = changed.contains(where: range.contains)
      var row = TreeRow(place: place(path, page: start), depth: depth, label: .page(range), sign: isChanged ? .changed : nil)
      let wanted = folds[row.place] ?? isOpen ?? (isFocused || isChanged)
      row.setFold(open: wanted, hasRoom: isFocused || hasRoom(at: row.place))
      append(row)
      guard row.fold == .open else { continue }
      addChildren(range, of: value, at: path, depth: depth + 1, changes: changes, isOpen: folds.below(row.place) ?? isOpen)
    }
  }

  private mutating func addChildren(
    _ range: Range<Int>, of value: JSONNode, at path: JSONPointer, depth: Int, changes: ChangeTree?, isOpen: Bool?
  ) {
    for index in range {
      if let member = value.member(at: index) {
        let changes = changes?.children[member.key]
        add(member.value, .key(member.key), at: path.appending(member.key), depth: depth, changes: changes, isOpen: isOpen)
      } else if let element = value.element(at: index) {
        let changes = changes.flatMap { $0.children.isEmpty ? nil : $0.children[String(index)] }
        add(element, .index(index), at: path.appending(index), depth: depth, changes: changes, isOpen: isOpen)
      }
    }
  }

  private mutating func add(
    _ value: JSONNode, _ label: TreeRow.Label, at path: JSONPointer, depth: Int, changes: ChangeTree?, isOpen: Bool?
  ) {
    var row = TreeRow(place: place(path), depth: depth, label: label, value: value)
    row.sign = changes?.sign
    row.was = changes?.was
    guard let count = value.childCount, count > 0 || changes?.removed.isEmpty == false else { return append(row) }
    guard path.tokens.count < Self.maximumDepth else {
      row.note = "deep"
      return append(row)
    }
    let wanted = folds[row.place] ?? isOpen ?? isOpenAtFirst(path, count: count, changes: changes)
    row.setFold(open: wanted, hasRoom: hasRoom(at: row.place))
    append(row)
    guard row.fold == .open else { return }
    addChildren(of: value, at: path, depth: depth + 1, changes: changes, isOpen: folds.below(row.place) ?? isOpen)
  }

  /// Whether a container is open before the user decides: if it changed, holds the cursor's path, or is a short member of the root.
  private func isOpenAtFirst(_ path: JSONPointer, count: Int, changes: ChangeTree?) -> Bool {
    changes?.hasChangesInside == true || focus?.isInside(path) == true || (path.tokens.count <= 1 && count <= Folds.openUpTo)
  }

  /// Adds a row for the cursor's path if its value is absent, after the last row of the nearest container that exists.
  private mutating func addGhost(in value: JSONNode, depth: Int) {
    guard let focus else { return }
    var known = 0
    var container = value
    while known < focus.tokens.count, let child = container[focus.tokens[known]] {
      container = child
      known += 1
    }
    guard known < focus.tokens.count else { return }  // it exists, perhaps in a container that the user closed
    guard !rows.contains(where: { $0.place == place(focus) }) else { return }  // it was removed
    let parent = JSONPointer(tokens: Array(focus.tokens[..<known]))
    guard known == 0 || rows.contains(where: { $0.place?.path == parent && $0.fold != .closed }) else { return }
    let end = rows.lastIndex { $0.place.map { parent.contains($0.path) } == true }.map { $0 + 1 } ?? rows.count
    let rest = JSONPointer(tokens: Array(focus.tokens[known...])).text(in: container)
    let row = TreeRow(place: place(focus), depth: depth + known, label: .key(rest), note: "absent")
    rows.insert(DetailRow(.tree(row)), at: end)
  }
}

extension JSONPointer {
  /// Returns the path without a leading dot: `items[0].qty`. `document` tells elements from members.
  func text(in document: JSONNode) -> String {
    let text = StatePath(self, in: document).description
    return text.hasPrefix(".") ? String(text.dropFirst()) : text
  }

  /// Whether this pointer leads to a value inside the value at `other`.
  func isInside(_ other: JSONPointer) -> Bool { tokens.count > other.tokens.count && other.contains(self) }
}

extension JSONNode {
  /// The number of members or elements; nil if the value is not a container.
  var childCount: Int? { isContainer ? count : nil }

  /// Returns the position of a member or element in its container.
  func place(of token: String) -> Int? {
    switch kind {
    case .array: JSONPointer.arrayIndex(token)
    case .object: position(of: token)
    default: nil
    }
  }

  func places(of tokens: some Sequence<String>) -> [Int] { tokens.compactMap(place) }
}
