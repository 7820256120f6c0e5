import FluxtapeHistory
import FluxtapeDocuments
import FluxtapeJSON

/// States that an export writes whole, one for each action and each state without one: of a log of patches, many times its size.
struct WholeStates {
  let history: History
  /// The rows that are taken; `nil` for all.
  let rows: [Int]?
  let stores: [String]

  /// Bytes that are written only where somebody says so.
  static let limit = 100_000_000
  /// A file of at most so many bytes is written without a word about its size.
  private static let usual = 10_000_000
  /// States of each store that are looked at.
  private static let samples = 9

  /// Says how much will be written, where it is much.
  ///
  /// - Throws: ``UsageError`` if it is too much to be meant without being asked for.
  func announce(evenIfLarge isLargeFine: Bool) throws {
    let (bytes, count) = try expected()
    guard bytes > Self.usual else { return }
    let size = "about \(bytes / 1_000_000) MB, the whole states after \(count) steps"
    guard bytes <= Self.limit || isLargeFine else {
      throw UsageError(message: "this would write \(size): choose fewer with --range, --where or --store, or add --yes")
    }
    StandardOutput.tell("fluxtape: writing \(size)")
  }

  /// The bytes of all states, as far as some of them tell, and how many there are.
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

extension JSONNode {
  /// Bytes of its JSON.
  fileprivate var byteCount: Int {
    var bytes: [UInt8] = []
    write(into: &bytes)
    return bytes.count
  }
}
