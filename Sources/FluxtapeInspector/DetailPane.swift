import FluxtapeHistory
import FluxtapeJSON
import FluxtapeScreen

/// The rows of a detail pane, and where its cursor and its window are.
struct DetailPane: Sendable {
  var rows: [DetailRow] = []
  var selected = 0
  var window = ListWindow()

  var selectedRow: DetailRow? { rows.indices.contains(selected) ? rows[selected] : nil }

  /// Takes new rows and finds the cursor's place again: the same path, else the nearest container of it, else the same field.
  /// While no path is kept, the cursor goes to what the step is about.
  mutating func show(_ rows: [DetailRow], keeping store: String?, _ path: JSONPointer?) {
    let old = selectedRow
    self.rows = rows
    if let path, let place = nearest(to: path, in: store) {
      selected = place
    } else if let old, let place = rows.firstIndex(where: { $0.identity != nil && $0.identity == old.identity }) {
      selected = place
    } else if path == nil, old?.identity == nil {
      selected = rows.firstIndex(where: \.isLandmark) ?? 0
    }
    selected = max(0, min(selected, rows.count - 1))
  }

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

/// One row of a detail pane.
struct DetailRow: Sendable {
  enum Content: Sendable {
    case tree(TreeRow)
    case change(DiffRow)
    case field(name: String, value: StyledText)
    case text(StyledText)
    /// Points at the byte above that is wrong.
    case caret(StyledText)
  }

  var content: Content
  /// The row of the timeline that this one names.
  var target: LinePlace?
  /// What Enter does, where it does not go to a row.
  var action: InspectorAction?
  /// The column from which on the row is a chart: its blanks mean something, so the cursor leaves them as they are.
  var chartColumn: Int?

  init(_ content: Content) { self.content = content }

  static func note(_ text: String, _ style: Style = .dim) -> DetailRow { DetailRow(.text(StyledText(text, style))) }

  /// A sentence, below the names of what else is in the pane, on as many rows as it needs.
  static func notes(_ text: String, _ style: Style, width: Int, in typesetting: Typesetting) -> [DetailRow] {
    TextWrapping.lines(of: text, width: max(width - 2, 1), in: typesetting).map { note("  " + $0, style) }
  }

  /// The value that the row stands for.
  var place: Folds.Place? {
    switch content {
    case .tree(let row): row.place
    case .change(let row): row.place
    case .field, .text, .caret: nil
    }
  }

  /// What makes the row the same as one of another step, where no path does.
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

  /// Whether the value of the row changed itself, rather than only something in it.
  var isOwnChange: Bool {
    switch content {
    case .tree(let row): row.sign != nil && (row.sign != .changed || row.was != nil || row.fold == .closed)
    case .change(let row): row.sign != nil
    case .field, .text, .caret: false
    }
  }

  /// Whether this is what a person looks for first.
  var isLandmark: Bool {
    switch content {
    case .tree: isOwnChange
    case .caret: true
    case .change, .field, .text: false
    }
  }

  var fold: TreeRow.Fold {
    if case .tree(let row) = content { row.fold } else { .leaf }
  }

  /// Whether the row's value would be open if the tree had fewer rows.
  var isClosedByLimit: Bool {
    if case .tree(let row) = content { row.note == JSONTree.limitNote } else { false }
  }

  /// Whether something changed in this row's value.
  var sign: Sign? {
    switch content {
    case .tree(let row): row.sign
    case .change(let row): row.sign
    case .field, .text, .caret: nil
    }
  }
}
