import FluxtapeHistory

/// The rows that the cursor jumped from, like a browser's history.
struct JumpHistory: Hashable, Sendable {
  /// The maximum number of jumps.
  private static let limit = 100

  private var behind: [LinePlace] = []
  private var ahead: [LinePlace] = []

  /// Records a jump away from `row`.
  mutating func left(_ row: LinePlace) {
    if behind.last != row { behind.append(row) }
    if behind.count > Self.limit { behind.removeFirst() }
    ahead = []
  }

  /// Returns the row to go back to.
  mutating func back(from row: LinePlace) -> LinePlace? {
    guard let target = behind.popLast() else { return nil }
    ahead.append(row)
    return target
  }

  /// Returns the row to go forward to.
  mutating func forward(from row: LinePlace) -> LinePlace? {
    guard let target = ahead.popLast() else { return nil }
    behind.append(row)
    return target
  }
}
