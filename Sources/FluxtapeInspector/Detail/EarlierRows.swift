import FluxtapeDocuments
import FluxtapeJSON

/// The rows of a tree that was drawn for another state. ``JSONTree`` takes over those of values that both states share: a step of a large
/// state changes few of them, and making thousands of rows anew takes longer than a frame.
struct EarlierRows: Sendable {
  /// The user's choices, which rows depend on besides the state.
  struct Choices: Sendable {
    var folds: Folds
    var showsChangesOnly: Bool
    /// For each store, the path that the cursor keeps.
    var focus: [String: JSONPointer]
  }

  private var rows: [DetailRow] = []
  private var focus: JSONPointer?
  /// The row to compare with next. Both trees are walked in the same order.
  private var next = 0

  /// No rows.
  init() {}

  /// The rows of a store in a pane, unless they were drawn with other choices.
  init(of store: String, in pane: DetailPane?, choices: Choices) {
    guard let pane, let drawn = pane.choices, !drawn.showsChangesOnly, !choices.showsChangesOnly, drawn.folds == choices.folds,
      let first = pane.rows.firstIndex(where: { $0.isValue(of: store) })
    else { return }
    (rows, focus, next) = (pane.rows, drawn.focus[store], first)
  }

  /// Goes to the row of the same value and returns its position; nil if it is not the next one.
  mutating func enter(_ row: TreeRow) -> Int? {
    // Values that were absent are not walked.
    while next < rows.count, rows[next].depth == row.depth, rows[next].isAbsentValue { next += 1 }
    guard next < rows.count, rows[next].isRow(of: row) else { return nil }
    next += 1
    return next - 1
  }

  /// Goes behind the rows below a value that was entered.
  mutating func leave(_ position: Int?) {
    guard let position else { return }
    let depth = rows[position].depth
    while next < rows.count, rows[next].depth > depth { next += 1 }
  }

  /// Returns the rows of a value that was entered and of all below it; nil if one of them would differ now, or if there are more than `room`.
  func rows(of row: TreeRow, at position: Int, room: Int) -> ArraySlice<DetailRow>? {
    guard rows[position].isDrawn(from: row.value), focus?.isInside(row.place.path) != true else { return nil }
    var end = position
    repeat {
      guard rows[end].isPlainValue else { return nil }
      end += 1
    } while end < rows.count && rows[end].depth > row.depth
    return end - position <= room ? rows[position..<end] : nil
  }
}

extension EarlierRows.Choices {
  init(of state: InspectorState) {
    self.init(folds: state.folds, showsChangesOnly: state.forms.showsChangesOnly, focus: state.valueCursor.paths)
  }
}

extension DetailRow {
  /// Whether the row shows a value in a store's state, not the store.
  fileprivate func isValue(of store: String) -> Bool {
    guard case .tree(let row) = content, row.place.store == store else { return false }
    if case .store = row.label { return false }
    return true
  }

  fileprivate var isAbsentValue: Bool {
    if case .tree(let row) = content { row.value == nil && row.place.page == nil } else { false }
  }

  fileprivate func isRow(of other: TreeRow) -> Bool {
    if case .tree(let row) = content { row.depth == other.depth && row.label == other.label && row.place == other.place } else { false }
  }

  fileprivate func isDrawn(from value: JSONNode?) -> Bool {
    guard case .tree(let row) = content, let own = row.value, let value else { return false }
    return own.isIdentical(to: value)
  }

  /// Whether the row says nothing but its value: no change of that step, no limit.
  fileprivate var isPlainValue: Bool {
    if case .tree(let row) = content { row.sign == nil && row.note == nil } else { false }
  }
}
