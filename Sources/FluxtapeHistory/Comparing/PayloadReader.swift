/// Reads the payloads of a run's actions, one action after another, without the rest of their lines.
struct PayloadReader {
  private let history: History
  private var contents: RowContentsReader

  init(_ history: History) {
    self.history = history
    contents = RowContentsReader(history)
  }

  /// The bytes of an action's payload; empty for an action without one. `nil` if its line alone does not tell: use
  /// ``History/action(at:)``.
  mutating func payload(of row: Int) throws(HistoryError) -> ArraySlice<UInt8>? {
    let facts = history.rows[row]
    guard facts.kind == .action, !facts.isTorn, !history.index.isWithoutLine(row) else { return nil }
    let contents = try contents.contents(of: row)
    return contents.mayBeCopy || contents.isDamaged ? nil : contents.payload ?? []
  }
}
