/// A rectangle of cells. Layouts cut panes from it.
///
/// ```swift
/// var rest = frame.bounds
/// let title = rest.cutTop(1)
/// let status = rest.cutBottom(1)
/// let (left, right) = (rest.cutLeft(40), rest)
/// ```
package struct Region: Hashable, Sendable {
  package private(set) var origin: Position
  package private(set) var size: Size

  package init(origin: Position, size: Size) {
    self.origin = origin
    self.size = size
  }

  package var rows: Int { size.rows }
  package var columns: Int { size.columns }
  package var isEmpty: Bool { size.isEmpty }

  /// Whether `position` is inside.
  package func contains(_ position: Position) -> Bool {
    let row = position.row.subtractingReportingOverflow(origin.row)
    let column = position.column.subtractingReportingOverflow(origin.column)
    guard !row.overflow, !column.overflow else { return false }
    return row.partialValue >= 0 && row.partialValue < rows && column.partialValue >= 0 && column.partialValue < columns
  }
}

// MARK: - Cutting

extension Region {
  /// Removes and returns the first `count` rows, or all if there are fewer.
  package mutating func cutTop(_ count: Int) -> Region {
    let taken = min(max(count, 0), rows)
    defer {
      origin.row &+= taken
      size = Size(rows: rows - taken, columns: columns)
    }
    return Region(origin: origin, size: Size(rows: taken, columns: columns))
  }

  /// Removes and returns the last `count` rows, or all if there are fewer.
  package mutating func cutBottom(_ count: Int) -> Region {
    var bottom = self
    self = bottom.cutTop(rows - min(max(count, 0), rows))
    return bottom
  }

  /// Removes and returns the first `count` columns, or all if there are fewer.
  package mutating func cutLeft(_ count: Int) -> Region {
    let taken = min(max(count, 0), columns)
    defer {
      origin.column &+= taken
      size = Size(rows: rows, columns: columns - taken)
    }
    return Region(origin: origin, size: Size(rows: rows, columns: taken))
  }

  /// Removes and returns the last `count` columns, or all if there are fewer.
  package mutating func cutRight(_ count: Int) -> Region {
    var right = self
    self = right.cutLeft(columns - min(max(count, 0), columns))
    return right
  }

  /// Returns one row as a region; an empty one if there is no such row.
  package func row(_ index: Int) -> Region {
    guard index >= 0, index < rows else { return Region(origin: origin, size: .zero) }
    return Region(origin: Position(row: origin.row &+ index, column: origin.column), size: Size(rows: 1, columns: columns))
  }
}
