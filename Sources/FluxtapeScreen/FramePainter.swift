/// Encodes the difference between two frames as bytes for the terminal. Never clears the screen.
///
/// It supports terminals like VT100 (ECMA-48), as all in use are. Curses does not paint, because it cannot scroll a part of a row, and
/// repeats every attribute for each word.
package struct FramePainter {
  /// The capabilities of a terminal.
  package struct Abilities: Sendable {
    /// 0, 8 or 256.
    package var colors = 0
    /// Whether the terminal can erase cells in the middle of a row (ECH).
    package var erasesCharacters = false
    /// Whether the terminal can scroll rows (DECSTBM, SU, SD).
    package var scrollsRows = false
    /// Whether the terminal can scroll a part of rows (DECSLRM).
    package var hasColumnMargins = false
    /// Whether drawing the last cell does not scroll the screen.
    package var drawsLastCell = true
    /// The width of a character in the system's table; negative if unknown.
    package var widthOnSystem: @Sendable (Unicode.Scalar) -> Int

    package init(widthOnSystem: @escaping @Sendable (Unicode.Scalar) -> Int) { self.widthOnSystem = widthOnSystem }
  }

  package var abilities: Abilities
  private let appearances: [Theme.Appearance]

  // The state while painting a frame.
  var bytes: [UInt8] = []
  var appearance = Theme.Appearance.plain
  /// The position of the terminal's cursor, if known.
  var place: Position?

  /// The control sequences of the changes so far: to compute one takes longer than to draw a word.
  var changes: [AppearanceChange: [UInt8]] = [:]

  package init(theme: Theme, background: Theme.Background?, abilities: Abilities) {
    self.abilities = abilities
    appearances = Role.allCases.flatMap { role in
      Style.Selection.allCases.map { theme.appearance(of: Style(role, $0), colors: abilities.colors, on: background) }
    }
  }

  func appearance(of style: Style) -> Theme.Appearance {
    appearances[Int(style.role.rawValue) * Self.selections + Int(style.selection.rawValue)]
  }

  private static let selections = Style.Selection.allCases.count
}

// MARK: - Painting

extension FramePainter {
  /// Returns the bytes that replace `shown` by `frame`.
  ///
  /// - Parameters:
  ///   - frame: The new frame. If it is larger than the screen, only its upper left part is shown.
  ///   - shown: The frame on the screen; nil if unknown.
  ///   - screen: The size of the screen.
  ///
  /// - Complexity: O(cells).
  package mutating func bytes(showing frame: Frame, after shown: Frame?, on screen: Size) -> [UInt8] {
    (bytes, appearance, place) = ([], .plain, nil)
    var known = shown?.size == frame.size ? shown : nil
    if known != nil, frame.size == screen { scroll(&known, to: frame) }
    let columns = min(frame.size.columns, screen.columns)
    for row in 0..<min(frame.size.rows, screen.rows) {
      let start = row * frame.size.columns
      let cells = frame.cells[start..<start + columns]
      let old = known?.cells[start..<start + columns]
      if old != cells { paint(cells, over: old, row: row, on: screen) }
    }
    setAppearance(.plain)
    return bytes
  }

  private mutating func paint(_ cells: ArraySlice<Cell>, over old: ArraySlice<Cell>?, row: Int, on screen: Size) {
    let cells = painted(cells)
    var isStale = Array(repeating: true, count: cells.count)
    if let old {
      let old = painted(old)
      for column in cells.indices { isStale[column] = cells[column].isStale(after: old[column]) }
    }
    spread(&isStale, cells)
    let end = erasedTail(of: cells, isStale, on: screen)
    var column = 0
    while column < end {
      guard isStale[column], !cells[column].isContinuation else {
        column += 1
        continue
      }
      if let blanks = erasedStretch(from: column, to: end, cells, isStale) {
        move(to: Position(row: row, column: column), cells)
        if appearance.marksBlanks { setAppearance(.plain) }
        control("\(blanks)X")
        column += blanks
        continue
      }
      draw(cells, at: Position(row: row, column: column), on: screen)
      column += max(cells[column].width, 1)
    }
    guard end < cells.count else { return }
    move(to: Position(row: row, column: end), cells)
    setAppearance(.plain)
    control("K")
  }

  /// Marks both halves of wide characters as stale. Also marks the cells after a character of uncertain width, as a terminal may draw it
  /// wider.
  private func spread(_ isStale: inout [Bool], _ cells: [PaintedCell]) {
    guard isStale.contains(true) else { return }
    for (column, cell) in cells.enumerated() {
      if cell.isContinuation {
        if isStale[column], column > 0 { isStale[column - 1] = true }
      } else if !cell.isCertain {
        for column in column..<min(column + cell.widestWidth, cells.count) { isStale[column] = true }
      }
    }
    // The right half of a character that just became stale is stale too.
    for (column, cell) in cells.enumerated() where cell.isContinuation && column > 0 && isStale[column - 1] { isStale[column] = true }
  }

  /// Returns the column where a stale blank tail begins, or the row's end if there is none.
  private func erasedTail(of cells: [PaintedCell], _ isStale: [Bool], on screen: Size) -> Int {
    guard cells.count == screen.columns else { return cells.count }
    let start = (cells.lastIndex { !$0.isInvisible } ?? -1) + 1
    guard let first = isStale[start...].firstIndex(of: true) else { return cells.count }
    return isStale[start...].count { $0 } > 3 ? first : cells.count
  }

  /// Erasing at least this many blanks is cheaper than writing them.
  private static let erasedBlanks = 9

  private func erasedStretch(from column: Int, to end: Int, _ cells: [PaintedCell], _ isStale: [Bool]) -> Int? {
    guard abilities.erasesCharacters else { return nil }
    let blanks = (column..<end).prefix { cells[$0].isInvisible }
    guard let last = blanks.last(where: { isStale[$0] }), last - column + 1 >= Self.erasedBlanks else { return nil }
    return last - column + 1
  }
}

// MARK: - Cells

/// A cell as the terminal gets it, with what is asked more than once.
struct PaintedCell {
  let text: String
  /// 0 in the right half of a wide character.
  let width: Int
  let appearance: Theme.Appearance
  /// Whether it is a blank that no background, underline or reverse video shows.
  let isInvisible: Bool
  /// Whether every terminal draws it with the expected width.
  let isCertain: Bool

  var isContinuation: Bool { width == 0 }

  fileprivate func isStale(after old: PaintedCell) -> Bool {
    old.text != text || old.width != width || (old.appearance != appearance && !(old.isInvisible && isInvisible))
  }
}

extension FramePainter {
  /// Returns the cells with their appearances. An invisible blank takes that of the previous cell: changing colors twice takes more bytes
  /// than a word.
  private func painted(_ cells: ArraySlice<Cell>) -> [PaintedCell] {
    var lead = Theme.Appearance.plain
    return cells.map { cell in
      let own = appearance(of: cell.style)
      let isInvisible = !own.marksBlanks && cell.text == " "
      if !isInvisible { lead = own.marksBlanks ? .plain : own }
      return PaintedCell(
        text: cell.text, width: cell.width, appearance: isInvisible ? lead : own, isInvisible: isInvisible, isCertain: isCertain(cell))
    }
  }

  private mutating func draw(_ cells: [PaintedCell], at position: Position, on screen: Size) {
    let cell = cells[position.column]
    let end = position.column + max(cell.width, 1)
    guard end <= screen.columns else {
      // Half of the character would be outside.
      return drawText(" ", 1, at: position, cells)
    }
    if end == screen.columns, position.row == screen.rows - 1, !abilities.drawsLastCell { return }
    guard !cell.isCertain else {
      drawText(cell.text, cell.width, at: position, cells)
      // After the last column, the cursor's position depends on the terminal.
      if end == screen.columns { place = nil }
      return
    }
    drawUncertain(cell, at: position, on: screen)
  }

  private mutating func drawText(_ text: String, _ width: Int, at position: Position, _ cells: [PaintedCell]) {
    move(to: position, cells)
    setAppearance(cells[position.column].appearance)
    bytes += text.utf8
    place = Position(row: position.row, column: position.column + width)
  }

  /// Draws a cluster of uncertain width: over blanks, and forgets the cursor's position after it.
  ///
  /// A terminal may not draw a character that the system does not know. U+FFFD is drawn first, and stays visible then.
  private mutating func drawUncertain(_ cell: PaintedCell, at position: Position, on screen: Size) {
    place = nil
    jump(to: position)
    setAppearance(cell.appearance)
    let isUnknown = cell.text.unicodeScalars.first.map { abilities.widthOnSystem($0) < 0 } ?? false
    bytes += ((isUnknown ? "\u{FFFD}" : " ") + (cell.width == 2 ? " " : "")).utf8
    jump(to: position)
    // Some terminals draw a flag in four cells, which would wrap at the screen's edge.
    let isAtEdge = position.column + cell.widestWidth > screen.columns
    let text = isAtEdge ? String(String.UnicodeScalarView(cell.text.unicodeScalars.prefix(1))) : cell.text
    bytes += text.utf8
    place = nil
  }

  /// Whether every terminal draws the cell with the expected width.
  ///
  /// False for characters that join the previous one, as two cells would become one.
  private func isCertain(_ cell: Cell) -> Bool {
    // A frame has no control characters.
    if cell.text.utf8.count <= 1 { return true }
    let scalars = cell.text.unicodeScalars
    guard let scalar = scalars.first, scalars.index(after: scalars.startIndex) == scalars.endIndex else { return false }
    switch scalar.value {
    case 0x1100...0x11FF, 0xA960...0xA97C, 0x1F1E6...0x1F1FF, 0x1F3FB...0x1F3FF: return false  // Hangul letters, flags, skin tones
    default: return abilities.widthOnSystem(scalar) == cell.width
    }
  }
}

extension PaintedCell {
  /// The most cells in which a terminal draws a cluster of several scalars: a family as each of its members, for example.
  fileprivate var widestWidth: Int { max(width + 2, text.unicodeScalars.reduce(0) { $0 + Typesetting.unicode.width(of: $1) }) }
}
