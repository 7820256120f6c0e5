import FluxtapeHistory

extension RowNames {
  /// The last action before a row, then a line for each of its first changes. Empty if there is none.
  ///
  /// ```text
  /// 8 cart.couponRedeemed
  /// ~ .total  16 → 6  (-10)
  /// ```
  /// - Throws: ``HistoryError`` if the log can no longer be read.
  func lastAction(before row: Int) throws(HistoryError) -> [String] {
    guard let action = history.rows.indices.prefix(upTo: row).last(where: { history.rows[$0].kind == .action }) else { return [] }
    let words = "\(name(action)) \(type(action))"
    guard let own = try history.change(at: action)?.own else { return [words] }
    let lines = DifferenceReport(from: own.old, to: own.new).lines
    guard !lines.isEmpty else { return [words, "changed nothing"] }
    return [words] + lines.prefix(Self.mostChanges) + (lines.count > Self.mostChanges ? ["… \(lines.count - Self.mostChanges) more"] : [])
  }

  private static let mostChanges = 3
}
