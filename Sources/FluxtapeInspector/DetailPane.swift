import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeScreen

/// The rows of a detail pane, its cursor and its window.
struct DetailPane: Sendable {
  var rows: [DetailRow] = []
  var selected = 0
  /// The number of items of a list, with those that its filter hides.
  private(set) var total = 0
  var window = ListWindow()

  var selectedRow: DetailRow? { rows.indices.contains(selected) ? rows[selected] : nil }

  /// Replaces the rows and finds the cursor's row again: the same path, else its nearest container, else the same field.
  /// Without a kept path, the cursor goes to the first landmark.
  mutating func show(_ rows: [DetailRow], keeping store: String?, _ path: JSONPointer?) {
    let old = selectedRow
    self.rows = rows
    if let page = old?.place, page.page != nil, page.path == path, let place = rows.firstIndex(where: { $0.place == page }) {
      selected = place
    } else if let path, let place = nearest(to: path, in: store) {
      selected = place
    } else if let old, let place = rows.firstIndex(where: { $0.identity != nil && $0.identity == old.identity }) {
      selected = place
    } else if path == nil, old?.identity == nil {
      selected = rows.firstIndex(where: \.isLandmark) ?? 0
    }
    selected = max(0, min(selected, rows.count - 1))
  }

  /// Selects the row of a path, or of its nearest container.
  mutating func select(_ path: JSONPointer, of store: String) { selected = nearest(to: path, in: store) ?? selected }

  private func nearest(to path: JSONPointer, in store: String?) -> Int? {
    var best: (place: Int, tokens: Int)?
    for (place, row) in rows.enumerated() {
      guard let here = row.place, here.page == nil, store == nil || here.store == store, here.path.contains(path) else { continue }
      if here.path == path { return place }
      if here.path.tokens.count > best?.tokens ?? -1 { best = (place, here.path.tokens.count) }
    }
    return best?.place
  }
}

// MARK: - Lines

extension DetailPane {
  /// The rows that are drawn. If the parents of the first ones are above the window, they stay at the top.
  func lines(height: Int) -> [Int] {
    let visible = window.visible(count: rows.count, height: height)
    var parents: [Int] = []
    // Each parent covers a row, so that the next one is the first that is seen.
    while parents.count < Self.mostParents(height), parents.count < visible.count {
      let found = self.parents(of: visible.lowerBound + parents.count)
      guard found.count > parents.count else { break }
      parents = Array(found.prefix(parents.count + 1))
    }
    return parents + visible.dropFirst(parents.count)
  }

  /// The rows that a row is part of, the outermost first.
  private func parents(of row: Int) -> [Int] {
    var (parents, place, depth) = ([Int](), row - 1, rows[row].depth)
    while depth > 0, place >= 0 {
      if rows[place].depth < depth {
        depth = rows[place].depth
        parents.append(place)
      }
      place -= 1
    }
    return parents.reversed()
  }

  /// The rows around the selection that stay visible: as many as parents may cover.
  func margin(height: Int) -> Int { rows.contains { $0.depth > 0 } ? max(1, Self.mostParents(height)) : 1 }

  private static func mostParents(_ height: Int) -> Int { height / 4 }
}

// MARK: - Items

extension DetailPane {
  /// Replaces the rows by those of the items that have some words, and finds the cursor's item again.
  mutating func list(_ rows: [DetailRow], having words: String) {
    let item = selectedRow?.item
    self.rows = rows
    total = itemCount
    if !words.isEmpty { self.rows = items(having: words).flatMap { rows[$0...itemEnd(from: $0)] } }
    if self.rows.isEmpty, !words.isEmpty { self.rows = [.note("  nothing here has '\(words)'")] }
    let place = item.flatMap { item in self.rows.firstIndex { $0.item == item } }
    selected = place ?? (words.isEmpty ? itemStart(of: max(0, min(selected, rows.count - 1))) : 0)
  }

  /// The number of listed items.
  var itemCount: Int { rows.count { $0.item != nil && !$0.isContinued } }

  /// Returns the first rows of the items that have some words.
  func items(having words: String) -> [Int] {
    rows.indices.filter { start in
      guard !rows[start].isContinued else { return false }
      let shown = rows[start].fullText ?? rows[start...itemEnd(from: start)].map(\.plain).joined(separator: " ")
      return ListWords.are(words, in: rows[start].keywords ?? shown)
    }
  }

  /// Returns the first row of the item that a row is part of.
  func itemStart(of row: Int) -> Int { rows.indices.contains(row) ? rows[...row].lastIndex { !$0.isContinued } ?? 0 : 0 }

  /// Returns the last row of the item that begins at a row.
  func itemEnd(from start: Int) -> Int { start + rows.dropFirst(start + 1).prefix(while: \.isContinued).count }

  /// Returns the first row of the item that is `count` items after the one of a row, or before it if negative. Stops at the ends.
  func itemStart(_ count: Int, itemsAfter row: Int) -> Int {
    var start = itemStart(of: row)
    for _ in 0..<min(count.magnitude, UInt(rows.count)) {
      let next = count > 0 ? rows[itemEnd(from: start)...].indices.dropFirst().first : rows[..<start].indices.last
      guard let next else { break }
      start = itemStart(of: next)
    }
    return start
  }
}

/// One row of a detail pane.
struct DetailRow: Sendable {
  /// Boxed, so that lists of many rows are quick to build and to let go.
  indirect enum Content: Sendable {
    case tree(TreeRow)
    case change(DiffRow)
    case field(name: String, value: StyledText)
    case text(StyledText)
    /// Points at the faulty byte in the row above.
    case caret(StyledText)
  }

  var content: Content
  /// The row of the timeline that this row refers to.
  var target: LinePlace?
  /// The action of Enter, if it does not go to `target`.
  var action: (@Sendable (inout InspectorState) -> Void)?
  /// The number of the item of a list that the row shows.
  var item: Int?
  /// The column where a chart begins. The cursor leaves the chart as it is, as blanks in it have a meaning.
  var chartColumn: Int?
  /// Whether the row continues the item of the row above, which was too long for one row.
  var isContinued = false
  /// What is copied and shown whole, if the row shows only a part of it.
  var fullText: String?
  /// The words by which a list finds the row, if they are more than it shows.
  var keywords: String?

  init(_ content: Content) { self.content = content }

  static func note(_ text: String, _ style: Style = .dim) -> DetailRow { DetailRow(.text(StyledText(text, style))) }

  /// Returns a sentence, wrapped and indented.
  static func notes(_ text: String, _ style: Style, width: Int, in typesetting: Typesetting) -> [DetailRow] {
    TextWrapping.lines(of: text, width: max(width - 2, 1), in: typesetting).map { note("  " + $0, style) }
  }

  /// The value that the row shows.
  var place: Folds.Place? {
    switch content {
    case .tree(let row): row.place
    case .change(let row): row.place
    case .field, .text, .caret: nil
    }
  }

  var plain: String {
    switch content {
    case .text(let text), .caret(let text): text.plain
    case .field(let name, let value): name + " " + value.plain
    case .tree, .change: ""
    }
  }

  /// Identifies rows without a path across steps.
  var identity: String? {
    if case .field(let name, _) = content { name } else { nil }
  }

  var depth: Int {
    switch content {
    case .tree(let row): row.depth
    case .change(let row): row.depth
    case .field, .text, .caret: 0
    }
  }

  /// Whether the row's value changed as a whole, or is closed and changed inside.
  var isOwnChange: Bool {
    switch content {
    case .tree(let row): row.sign != nil && (row.sign != .changed || row.was != nil || row.fold == .closed)
    case .change(let row): row.sign != nil
    case .field, .text, .caret: false
    }
  }

  /// Whether the cursor goes to this row first.
  var isLandmark: Bool {
    switch content {
    case .tree, .change: isOwnChange
    case .caret: true
    case .field, .text: false
    }
  }

  var fold: TreeRow.Fold {
    if case .tree(let row) = content { row.fold } else { .leaf }
  }

  mutating func setTreeSign(_ sign: Sign?) {
    guard case .tree(var row) = content else { return }
    row.sign = sign
    content = .tree(row)
  }

  /// The number of values that the limit of rows hides below the row.
  var hiddenByLimit: Int {
    if case .tree(let row) = content { row.hiddenByLimit } else { 0 }
  }
}
