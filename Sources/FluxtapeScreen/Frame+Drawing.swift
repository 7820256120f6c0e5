extension Frame {
  /// Draws `text` on one row, starting at `position`.
  ///
  /// Clips at the frame and after `maxWidth` columns. A wide character that fits only by half becomes blank.
  /// Returns the number of columns used, including hidden ones left of the frame.
  ///
  /// - Complexity: O(columns), whatever the length of `text`.
  @discardableResult
  package mutating func write(_ text: String, at position: Position, style: Style = .text, maxWidth: Int = .max) -> Int {
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

  /// Draws styled text on one row, starting at `position`. Clips like the plain form.
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

  /// Draws one row of a pane, shortened or padded to the width of `region`. `row` counts from the top of `region`. Draws nothing outside.
  package mutating func write(
    _ text: StyledText, row: Int, in region: Region, elision: StyledText.Elision = .end, alignment: StyledText.Alignment = .left
  ) {
    var rest = region.row(row)
    guard !rest.isEmpty else { return }
    var shown = text
    var width = text.width(in: typesetting, atMost: rest.columns + 1)
    if width > rest.columns {
      shown = text.shortened(to: rest.columns, elision: elision, typesetting: typesetting)
      width = shown.width(in: typesetting)
    }
    let place = alignment == .left ? rest.cutLeft(width) : rest.cutRight(width)
    write(shown, at: place.origin, maxWidth: place.columns)
    fill(rest)
  }

  /// Fills `region` with one character, narrow or wide.
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

  /// Marks the clusters that begin inside `region` as selected.
  package mutating func select(_ region: Region, _ selection: Style.Selection = .focused) {
    guard let visible = region.clipped(to: size) else { return }
    for row in visible.rows {
      for column in visible.columns {
        let index = row * size.columns + column
        guard !cells[index].isContinuation else { continue }
        cells[index].style.selection = selection
        if cells[index].width == 2 { cells[index + 1].style = cells[index].style }
      }
    }
  }
}

// MARK: - Cells

extension Frame {
  /// Sets one cluster. Left of the frame, draws nothing, or a blank for a wide cluster that crosses the edge.
  ///
  /// A wide cluster that loses one half becomes blank, so that no half stays alone.
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
  /// Returns the rows and columns inside a frame of `size`; nil if there are none.
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
