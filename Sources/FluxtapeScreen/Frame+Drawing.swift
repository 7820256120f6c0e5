extension Frame {
  /// Draws `text` on one row, to the right of `position`.
  ///
  /// What lies outside of the frame or past `maxWidth` columns is left out. A wide character that only half fits becomes blank.
  /// Returns the columns that were used, the hidden ones left of the frame included.
  ///
  /// - Complexity: O(columns), whatever the length of `text`.
  @discardableResult
  package mutating func write(_ text: some StringProtocol, at position: Position, style: Style = .text, maxWidth: Int = .max) -> Int {
    guard position.row >= 0, position.row < size.rows, maxWidth > 0 else { return 0 }
    let end = position.column.addingReportingOverflow(maxWidth)
    let limit = end.overflow ? size.columns : min(end.partialValue, size.columns)
    guard position.column < limit else { return 0 }
    var column = position.column
    typesetting.forEachCluster(of: text) { cluster in
      if column + cluster.width > limit {
        put(.blank, style, row: position.row, column: column)
        column = limit
      } else {
        put(cluster, style, row: position.row, column: column)
        column += cluster.width
      }
      return column < limit
    }
    return column - position.column
  }

  /// Draws styled text on one row, to the right of `position`; see the plain form.
  @discardableResult
  package mutating func write(_ text: StyledText, at position: Position, maxWidth: Int = .max) -> Int {
    var place = position
    var used = 0
    for run in text.runs where used < maxWidth && place.column < size.columns {
      let width = write(run.text, at: place, style: run.style, maxWidth: maxWidth - used)
      place.column += width
      used += width
    }
    return used
  }

  /// Draws one row of a pane: `text`, shortened or padded to the whole width of `region`. `row` is counted from the top of `region`;
  /// nothing is drawn outside.
  package mutating func write(
    _ text: StyledText, row: Int, in region: Region, elision: StyledText.Elision = .end, alignment: StyledText.Alignment = .left
  ) {
    let line = region.row(row)
    guard !line.isEmpty else { return }
    let fitted = text.fitted(to: line.columns, elision: elision, alignment: alignment, typesetting: typesetting)
    write(fitted, at: line.origin, maxWidth: line.columns)
  }

  /// Fills `region` with one character, which takes as many cells as it is wide.
  package mutating func fill(_ region: Region, with text: String = " ", style: Style = .text) {
    guard let visible = region.clipped(to: size) else { return }
    var cluster = Cluster.blank
    typesetting.forEachCluster(of: text) {
      cluster = $0
      return false
    }
    for row in visible.rows {
      for column in stride(from: visible.columns.lowerBound, to: visible.columns.upperBound, by: cluster.width) {
        put(column + cluster.width > visible.columns.upperBound ? .blank : cluster, style, row: row, column: column)
      }
    }
  }

  /// Changes the style of the clusters that begin inside of `region`: a selection bar, a dimmed row.
  package mutating func restyle(_ region: Region, _ change: (inout Style) -> Void) {
    guard let visible = region.clipped(to: size) else { return }
    for row in visible.rows {
      for column in visible.columns {
        let index = row * size.columns + column
        guard !cells[index].isContinuation else { continue }
        change(&cells[index].style)
        if cells[index].width == 2 { cells[index + 1].style = cells[index].style }
      }
    }
  }

  /// Marks everything inside of `region` as selected.
  package mutating func select(_ region: Region) {
    restyle(region) { $0.isSelected = true }
  }

  /// Draws `pane` with its upper left corner at `position`, and takes over its cursor.
  package mutating func draw(_ pane: Frame, at position: Position) {
    let target = Region(origin: position, size: pane.size)
    guard let visible = target.clipped(to: size) else { return }
    for row in visible.rows {
      for column in visible.columns {
        let cell = pane.cells[(row - position.row) * pane.size.columns + column - position.column]
        guard !cell.isContinuation || column == visible.columns.lowerBound else { continue }
        let fits = cell.width > 0 && column + cell.width <= visible.columns.upperBound
        put(fits ? Cluster(text: cell.text, width: cell.width) : .blank, cell.style, row: row, column: column)
      }
    }
    guard let cursor = pane.cursor, pane.bounds.contains(cursor) else { return }
    let place = Position(row: position.row + cursor.row, column: position.column + cursor.column)
    if bounds.contains(place) { self.cursor = place }
  }
}

// MARK: - Cells

extension Frame {
  /// Sets one cluster; left of the frame nothing of it is drawn, and of a wide one cut by the edge a blank.
  ///
  /// Whatever wide cluster loses one of its halves becomes blank, so no half ever stands alone.
  private mutating func put(_ cluster: Cluster, _ style: Style, row: Int, column: Int) {
    guard column >= 0 else {
      if column + cluster.width > 0, size.columns > 0 { put(.blank, style, row: row, column: 0) }
      return
    }
    let start = row * size.columns + column
    if cells[start].isContinuation { cells[start - 1] = .blank(cells[start - 1].style) }
    let last = start + cluster.width - 1
    if cells[last].width == 2 { cells[last + 1] = .blank(cells[last + 1].style) }
    cells[start] = Cell(text: cluster.text, width: cluster.width, style: style)
    if cluster.width == 2 { cells[last] = .continuation(style) }
  }
}

extension Region {
  /// The rows and columns that lie inside of a frame of `size`, or nil where there are none.
  fileprivate func clipped(to size: Size) -> (rows: Range<Int>, columns: Range<Int>)? {
    func clip(_ start: Int, _ count: Int, _ limit: Int) -> Range<Int>? {
      let end = start.addingReportingOverflow(count)
      let bounds = (max(start, 0), min(end.overflow ? limit : end.partialValue, limit))
      return bounds.0 < bounds.1 ? bounds.0..<bounds.1 : nil
    }
    guard let rows = clip(origin.row, rows, size.rows), let columns = clip(origin.column, columns, size.columns) else { return nil }
    return (rows, columns)
  }
}
