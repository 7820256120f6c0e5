import FluxtapeHistory
import FluxtapeDocuments
import FluxtapeJSON

/// The whole states in an export, one for each action and each state without one. They can be many times the size of the log.
struct WholeStates {
  let history: History
  /// The rows to export; `nil` for all.
  let rows: [Int]?
  let stores: [String]

  /// More bytes than this need the user's consent.
  static let limit = 100_000_000
  /// More bytes than this are announced.
  private static let usual = 10_000_000
  /// The number of states of each store to sample.
  private static let samples = 9

  /// Announces a large size.
  ///
  /// - Throws: ``UsageError`` if the size exceeds the limit and `allowsLarge` is false.
  func announce(evenIfLarge allowsLarge: Bool) throws {
    let (bytes, count) = try expected()
    guard bytes > Self.usual else { return }
    let size = "about \(bytes / 1_000_000) MB, the whole states after \(count) steps"
    guard bytes <= Self.limit || allowsLarge else {
      throw UsageError(message: "this would write \(size): choose fewer with --range, --where or --store, or add --yes")
    }
    StandardOutput.warn("fluxtape: writing \(size)")
  }

  /// Estimates the bytes of all states from a sample, and counts the states.
  private func expected() throws -> (bytes: Int, count: Int) {
    var (bytes, total) = (0, 0)
    let numbers = Set(stores.compactMap(history.stores.firstIndex))
    let actions = (rows ?? Array(history.rows.indices)).filter { row in
      (history.rows[row].kind == .action || history.rows[row].kind == .state) && history.rows[row].store.map(numbers.contains) ?? false
    }
    for (_, rows) in Dictionary(grouping: actions, by: { history.rows[$0].store }) {
      let places = Set((0..<Self.samples).map { $0 * (rows.count - 1) / (Self.samples - 1) })
      let sizes = try places.compactMap { try history.exactState(after: rows[$0])?.byteCount }
      bytes += sizes.reduce(0, +) / max(1, sizes.count) * rows.count
      total += rows.count
    }
    return (bytes, total)
  }
}
