import CNcurses
public import FluxtapeScreen

// Curses compares what it is told with what the screen shows, and sends the difference; so cells are only told, nothing is ever cleared.
//
// It takes the C library's word for how wide a character is. Where our own table says otherwise, and for clusters of several scalars, of
// which it keeps only marks, curses is told of blanks, and the cluster is sent afterwards with the cursor placed before and behind it. The
// blanks are U+00A0, so that curses knows the place from a real blank and overwrites it when the cluster goes. A character that the
// machine does not know may not be known to the terminal either, which then draws nothing: there U+FFFD stands in.

extension Terminal {
  /// Shows `frame`: what differs from the frame before is sent, nothing else. Of a frame of another size than the screen the upper left
  /// part is shown.
  public func show(_ frame: Frame) {
    guard isOpen else { return }
    let last = shown?.size == frame.size ? shown : nil
    if last == nil { erase() }
    var changedRows: [Int] = []
    for row in 0..<min(frame.size.rows, size.rows) where tell(row, of: frame, unless: last) { changedRows.append(row) }
    placeCursor(of: frame)
    refresh()
    shown = frame
    guard !changedRows.isEmpty else { return }
    // Where several rows changed, curses may have scrolled, and what was sent past it went along.
    send(changedRows.count == 1 ? changedRows : Array(0..<min(frame.size.rows, size.rows)), of: frame)
  }

  /// Paints the whole screen anew, as after something else wrote on it.
  public func redraw() {
    guard isOpen, let frame = shown else { return }
    shown = nil
    cncurses_repaint()
    show(frame)
  }

  /// Tells curses of the cells of one row that changed, and returns whether there were any.
  private func tell(_ row: Int, of frame: Frame, unless last: Frame?) -> Bool {
    var isChanged = false
    let start = row * frame.size.columns
    for column in 0..<min(frame.size.columns, size.columns) {
      let cell = frame.cells[start + column]
      guard !cell.isContinuation, last.map({ $0.cells[start + column] != cell }) ?? true else { continue }
      isChanged = true
      let look = look(of: cell.style)
      if let scalar = plainScalar(of: cell), column + cell.width <= size.columns {
        cncurses_put(Int32(row), Int32(column), scalar.value, look.attributes, look.pair)
      } else {
        for offset in 0..<min(cell.width, size.columns - column) {
          let standIn: UInt32 = offset == 0 && isUnknown(cell) ? 0xFFFD : 0xA0
          cncurses_put(Int32(row), Int32(column + offset), standIn, look.attributes, look.pair)
        }
      }
    }
    return isChanged
  }

  private func placeCursor(of frame: Frame) {
    let isInside = frame.cursor.map { frame.bounds.contains($0) && $0.row < size.rows && $0.column < size.columns } ?? false
    curs_set(isInside ? 1 : 0)
    if isInside, let cursor = frame.cursor { move(Int32(cursor.row), Int32(cursor.column)) }
  }
}

// MARK: - Past curses

extension Terminal {
  /// Sends the clusters that curses was not told of.
  private func send(_ rows: [Int], of frame: Frame) {
    var isSent = false
    for row in rows {
      let start = row * frame.size.columns
      for column in 0..<min(frame.size.columns, size.columns) {
        let cell = frame.cells[start + column]
        guard !cell.isContinuation, column + cell.width <= size.columns, plainScalar(of: cell) == nil else { continue }
        isSent = true
        send(cell, row: row, column: column)
        sendNeighbours(of: frame, row: row, from: column + cell.width)
      }
    }
    if isSent { cncurses_end_now() }
  }

  private func send(_ cell: Cell, row: Int, column: Int) {
    let look = look(of: cell.style)
    cncurses_move_now(Int32(row), Int32(column))
    if cell.width == 2 {
      // Drawn in one cell, as some terminals do, it would leave half of what was there: curses sees blanks before and after.
      Curses.sendNow("  ", look.attributes, look.pair)
      cncurses_move_now(Int32(row), Int32(column))
    }
    // Some terminals give four cells to a flag. At the edge of the screen it would run into the next row.
    let isAtEdge = column + cell.width + 2 > size.columns
    let text = isAtEdge ? String(String.UnicodeScalarView(cell.text.unicodeScalars.prefix(1))) : cell.text
    Curses.sendNow(text, look.attributes, look.pair)
  }

  /// Sends the two cells behind a cluster again, on which a terminal that draws it wider has just drawn.
  private func sendNeighbours(of frame: Frame, row: Int, from start: Int) {
    var column = start
    while column < min(start + 2, size.columns, frame.size.columns) {
      let cell = frame.cells[row * frame.size.columns + column]
      guard column + cell.width <= size.columns, plainScalar(of: cell) != nil else { return }
      let look = look(of: cell.style)
      cncurses_move_now(Int32(row), Int32(column))
      Curses.sendNow(cell.text, look.attributes, look.pair)
      column += cell.width
    }
  }
}

// MARK: - Cells

extension Terminal {
  /// Whether the C library does not know the character.
  private func isUnknown(_ cell: Cell) -> Bool {
    cell.text.unicodeScalars.first.map { cncurses_width($0.value) < 0 } ?? false
  }

  /// The character of a cell that curses and every terminal can be trusted with, or nil.
  ///
  /// Characters that join with what stands before them are not of that kind: two cells would become one.
  private func plainScalar(of cell: Cell) -> Unicode.Scalar? {
    guard let scalar = cell.text.unicodeScalars.first, cell.text.unicodeScalars.count == 1 else { return nil }
    switch scalar.value {
    case 0x20..<0x7F: return scalar
    case 0x1100...0x11FF, 0xA960...0xA97C, 0x1F1E6...0x1F1FF, 0x1F3FB...0x1F3FF: return nil  // Hangul letters, flags, skin tones
    default: return Int(cncurses_width(scalar.value)) == cell.width ? scalar : nil
    }
  }
}
