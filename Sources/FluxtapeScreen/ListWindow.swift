/// The visible rows of a long list. Each takes one row of the screen.
///
/// It stores only the first visible row. The number of rows and the height of the pane are parameters, as both change.
package struct ListWindow: Hashable, Sendable {
  /// The first visible row.
  package private(set) var first: Int

  package enum Place: Hashable, Sendable { case top, center, bottom }

  /// The number of rows to keep visible above and below the selection.
  package static let margin = 3

  package init(first: Int = 0) { self.first = max(first, 0) }

  /// Returns the visible rows.
  package func visible(count: Int, height: Int) -> Range<Int> {
    let height = max(height, 0)
    let start = min(first, Self.lastFirst(count, height))
    return start..<min(max(count, 0), start &+ height)
  }

  /// Scrolls as little as possible to show `row`, with `margin` rows around it if the pane is high enough.
  package mutating func reveal(_ row: Int, count: Int, height: Int, margin: Int = Self.margin) {
    guard count > 0, height > 0 else { return first = 0 }
    let row = min(max(row, 0), count - 1)
    let margin = min(max(margin, 0), (height - 1) / 2)
    let lowest = min(row, Int.max - height - margin) + margin - height + 1
    first = min(max(first, lowest), max(row - margin, 0))
    first = min(max(first, 0), Self.lastFirst(count, height))
  }

  /// Scrolls `row` to the top, the middle or the bottom of the pane, as far as the ends of the list allow.
  package mutating func place(_ row: Int, at place: Place, count: Int, height: Int) {
    let height = max(height, 1)
    let row = min(max(row, 0), max(count - 1, 0))
    let above =
      switch place {
      case .top: 0
      case .center: (height - 1) / 2
      case .bottom: height - 1
      }
    first = min(max(row - above, 0), Self.lastFirst(count, height))
  }

  /// Scrolls by `rows`, down if positive, up to the ends.
  package mutating func scroll(by rows: Int, count: Int, height: Int) {
    let moved = first.addingReportingOverflow(rows)
    let target = moved.overflow ? (rows < 0 ? 0 : Int.max) : moved.partialValue
    first = min(max(target, 0), Self.lastFirst(count, max(height, 0)))
  }

  /// Returns the visible row nearest to `row`, for the selection after scrolling.
  package func clamped(_ row: Int, count: Int, height: Int, margin: Int = Self.margin) -> Int {
    let rows = visible(count: count, height: height)
    guard !rows.isEmpty else { return 0 }
    let margin = min(max(margin, 0), (rows.count - 1) / 2)
    let top = rows.lowerBound == 0 ? 0 : rows.lowerBound + margin
    let bottom = rows.upperBound == count ? count - 1 : rows.upperBound - 1 - margin
    return min(max(row, top), bottom)
  }

  /// The greatest first row that leaves no blank rows below the list.
  private static func lastFirst(_ count: Int, _ height: Int) -> Int { max(count - height, 0) }
}
