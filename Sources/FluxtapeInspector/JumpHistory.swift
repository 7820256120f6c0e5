import FluxtapeHistory

/// The rows that the cursor jumped from, as a browser keeps pages.
struct JumpHistory: Hashable, Sendable {
  /// Jumps that are remembered.
  private static let limit = 100

  private var behind: [LinePlace] = []
  private var ahead: [LinePlace] = []

  /// Remembers that the cursor leaves `row` by a jump.
  mutating func left(_ row: LinePlace) {
    if behind.last != row { behind.append(row) }
    if behind.count > Self.limit { behind.removeFirst() }
    ahead = []
  }

  /// The row to go back to.
  mutating func back(from row: LinePlace) -> LinePlace? {
    guard let target = behind.popLast() else { return nil }
    ahead.append(row)
    return target
  }

  /// The row to return to after going back.
  mutating func forward(from row: LinePlace) -> LinePlace? {
    guard let target = ahead.popLast() else { return nil }
    behind.append(row)
    return target
  }
}
