/// Makes the bytes that turn what a terminal shows into another frame: what differs is sent, nothing else, and never a clear.
///
/// It speaks to terminals of the kind of VT100 (ECMA-48), which all are that are still in use. Curses is not asked: it cannot scroll a part
/// of a row, and it names every attribute anew for each word.
package struct FramePainter {
  /// What a terminal can do.
  package struct Abilities: Sendable {
    /// 0, 8 or 256.
    package var colors = 0
    /// Whether some cells can be wiped in the middle of a row (ECH).
    package var erasesCharacters = false
    /// Whether rows can be scrolled (DECSTBM, SU, SD).
    package var scrollsRows = false
    /// Whether a part of the rows can be (DECSLRM).
    package var hasColumnMargins = false
    /// Whether the last cell can be drawn without the screen being scrolled.
    package var drawsLastCell = true
    /// The columns that the system's own table gives to a character; negative where it does not know it.
    package var widthOnSystem: @Sendable (Unicode.Scalar) -> Int

    package init(widthOnSystem: @escaping @Sendable (Unicode.Scalar) -> Int) { self.widthOnSystem = widthOnSystem }
  }

  /// How a style looks on this terminal.
  struct Appearance: Hashable {
    var color: UInt8?
    var attributes: Theme.Attributes

    static let plain = Appearance(color: nil, attributes: [])

    /// Whether a blank of this look is seen.
    var marksBlanks: Bool { !attributes.isDisjoint(with: [.underline, .reverse]) }
  }

  package var abilities: Abilities
  let looks: [Appearance]

  // While a frame is painted.
  var bytes: [UInt8] = []
  var look = Appearance.plain
  /// Where the terminal's cursor is, if that is known.
  var place: Position?

  package init(theme: Theme, abilities: Abilities) {
    self.abilities = abilities
    looks = Role.allCases.flatMap { role in
      [false, true].map { isSelected in
        let (color, attributes) = theme.appearance(of: Style(role, selected: isSelected), colors: abilities.colors)
        return Appearance(color: color, attributes: attributes)
      }
    }
  }

  func look(of style: Style) -> Appearance { looks[Int(style.role.rawValue) * 2 + (style.isSelected ? 1 : 0)] }
}

// MARK: - Painting

extension FramePainter {
  /// The bytes that show `frame` where `shown` is on the screen; nil where nothing is known of what is. Of a frame of another size than
  /// the screen the upper left part is shown.
  ///
  /// - Complexity: O(cells).
  package mutating func bytes(showing frame: Frame, after shown: Frame?, on screen: Size) -> [UInt8] {
    (bytes, look, place) = ([], .plain, nil)
    var known = shown?.size == frame.size ? shown : nil
    if known != nil, frame.size == screen { scroll(&known, to: frame) }
    let columns = min(frame.size.columns, screen.columns)
    for row in 0..<min(frame.size.rows, screen.rows) {
      let start = row * frame.size.columns
      let cells = frame.cells[start..<start + columns]
      let old = known?.cells[start..<start + columns]
      if old != cells { paint(cells, over: old, row: row, on: screen) }
    }
    turn(to: .plain)
    return bytes
  }

  private mutating func paint(_ cells: ArraySlice<Cell>, over old: ArraySlice<Cell>?, row: Int, on screen: Size) {
    let painted = looks(of: cells)
    let before = old.map { looks(of: $0) }
    let (cells, old) = (Array(cells), old.map { Array($0) })
    var isStale = cells.indices.map { column in
      guard let old, let before else { return true }
      return old[column].text != cells[column].text || old[column].width != cells[column].width
        || (before[column] != painted[column] && (cells[column].text != " " || before[column].marksBlanks || painted[column].marksBlanks))
    }
    spread(&isStale, cells)
    let end = wipedTail(of: cells, painted, isStale, on: screen)
    var column = 0
    while column < end {
      guard isStale[column], !cells[column].isContinuation else {
        column += 1
        continue
      }
      if let blanks = wipedStretch(from: column, to: end, cells, painted, isStale) {
        move(to: Position(row: row, column: column), cells, painted)
        if look.marksBlanks { turn(to: .plain) }
        control("\(blanks)X")
        column += blanks
        continue
      }
      draw(cells, painted, at: Position(row: row, column: column), on: screen)
      column += max(cells[column].width, 1)
    }
    guard end < cells.count else { return }
    move(to: Position(row: row, column: end), cells, painted)
    turn(to: .plain)
    control("K")
  }

  /// A wide character is drawn whole, and so is one whose width nobody is sure of: as some terminals draw it wider, what is behind it is
  /// drawn after it.
  private func spread(_ isStale: inout [Bool], _ cells: [Cell]) {
    guard isStale.contains(true) else { return }
    for (column, cell) in cells.enumerated() {
      if cell.isContinuation {
        if isStale[column], column > 0 { isStale[column - 1] = true }
      } else if !isCertain(cell) {
        for column in column..<min(column + cell.width + 2, cells.count) { isStale[column] = true }
      }
    }
    // A character before a stale right half became stale just now.
    for (column, cell) in cells.enumerated() where cell.isContinuation && column > 0 && isStale[column - 1] { isStale[column] = true }
  }

  /// The column from which on the row is blank and has to be wiped; the row's end where there is none.
  private func wipedTail(of cells: [Cell], _ painted: [Appearance], _ isStale: [Bool], on screen: Size) -> Int {
    guard cells.count == screen.columns else { return cells.count }
    let start = (cells.indices.last { cells[$0].text != " " || painted[$0].marksBlanks } ?? -1) + 1
    guard let first = isStale[start...].firstIndex(of: true) else { return cells.count }
    return isStale[start...].count { $0 } > 3 ? first : cells.count
  }

  /// Blanks from so many on are cheaper to wipe than to write.
  private static let wipedBlanks = 9

  private func wipedStretch(from column: Int, to end: Int, _ cells: [Cell], _ painted: [Appearance], _ isStale: [Bool]) -> Int? {
    guard abilities.erasesCharacters else { return nil }
    let blanks = (column..<end).prefix { cells[$0].text == " " && !painted[$0].marksBlanks }
    guard let last = blanks.last(where: { isStale[$0] }), last - column + 1 >= Self.wipedBlanks else { return nil }
    return last - column + 1
  }
}

// MARK: - Cells

extension FramePainter {
  private mutating func draw(_ cells: [Cell], _ painted: [Appearance], at position: Position, on screen: Size) {
    let cell = cells[position.column]
    let end = position.column + max(cell.width, 1)
    guard end <= screen.columns else {
      // Half of it would stand outside.
      return drawText(" ", 1, painted[position.column], at: position, cells, painted)
    }
    if end == screen.columns, position.row == screen.rows - 1, !abilities.drawsLastCell { return }
    guard !isCertain(cell) else {
      drawText(cell.text, cell.width, painted[position.column], at: position, cells, painted)
      // Behind the last column the cursor waits in a way of its own.
      if end == screen.columns { place = nil }
      return
    }
    drawUncertain(cell, painted[position.column], at: position, on: screen)
  }

  private mutating func drawText(
    _ text: String, _ width: Int, _ look: Appearance, at position: Position, _ cells: [Cell], _ painted: [Appearance]
  ) {
    move(to: position, cells, painted)
    turn(to: look)
    bytes += text.utf8
    place = Position(row: position.row, column: position.column + width)
  }

  /// A cluster that terminals may draw in more or fewer cells than we think: over blanks, and with the cursor placed anew behind it. What
  /// the system does not know may not be drawn at all: there U+FFFD stands below.
  private mutating func drawUncertain(_ cell: Cell, _ look: Appearance, at position: Position, on screen: Size) {
    place = nil
    jump(to: position)
    turn(to: look)
    let isUnknown = cell.text.unicodeScalars.first.map { abilities.widthOnSystem($0) < 0 } ?? false
    bytes += ((isUnknown ? "\u{FFFD}" : " ") + (cell.width == 2 ? " " : "")).utf8
    jump(to: position)
    // Some terminals give four cells to a flag. At the edge of the screen it would run into the next row.
    let isAtEdge = position.column + cell.width + 2 > screen.columns
    let text = isAtEdge ? String(String.UnicodeScalarView(cell.text.unicodeScalars.prefix(1))) : cell.text
    bytes += text.utf8
    place = nil
  }

  /// Whether every terminal can be trusted with the cell.
  ///
  /// Characters that join with what stands before them are not of that kind: two cells would become one.
  private func isCertain(_ cell: Cell) -> Bool {
    guard !cell.isContinuation, let scalar = cell.text.unicodeScalars.first else { return true }
    if scalar.value >= 0x20, scalar.value < 0x7F { return cell.text.unicodeScalars.count == 1 }
    guard cell.text.unicodeScalars.count == 1 else { return false }
    switch scalar.value {
    case 0x1100...0x11FF, 0xA960...0xA97C, 0x1F1E6...0x1F1FF, 0x1F3FB...0x1F3FF: return false  // Hangul letters, flags, skin tones
    default: return abilities.widthOnSystem(scalar) == cell.width
    }
  }

  /// The look of every cell. Blanks look like what is before them, as far as nobody sees it: to change colours there and back takes more
  /// bytes than the words.
  private func looks(of cells: ArraySlice<Cell>) -> [Appearance] {
    var lead = Appearance.plain
    return cells.map { cell in
      let own = look(of: cell.style)
      guard cell.text == " ", !own.marksBlanks else {
        lead = own.marksBlanks ? .plain : own
        return own
      }
      return lead
    }
  }
}
