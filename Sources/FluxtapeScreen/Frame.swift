/// A whole screen, or a pane of it, as a value: rows times columns of cells.
///
/// Views are functions from a state and a size to a frame; golden tests compare frames; only the terminal knows how to show one. Drawing
/// takes any text and any place: text is escaped, what lies outside is left out, and a wide character is never drawn by half.
package struct Frame: Hashable, Sendable {
  package let size: Size
  /// How text becomes cells here.
  package let typesetting: Typesetting
  /// Always `size.rows * size.columns`, row by row.
  package internal(set) var cells: [Cell]
  /// Where the terminal's own cursor stands, as in a prompt; hidden where nil.
  package var cursor: Position?
  /// The parts whose rows may move up or down together, as those of a list: a terminal that can scroll them is spared drawing them anew.
  package var scrollingRegions: [Region] = []

  /// A blank frame.
  package init(size: Size, typesetting: Typesetting = .unicode, style: Style = .text) {
    self.size = size
    self.typesetting = typesetting
    cells = Array(repeating: .blank(style), count: size.rows * size.columns)
  }

  /// All of it.
  package var bounds: Region { Region(origin: .zero, size: size) }

  /// The signs to draw with.
  package var glyphs: Glyphs { typesetting.glyphs }

  /// The cell at `position`, or nil outside.
  package subscript(_ position: Position) -> Cell? {
    bounds.contains(position) ? cells[position.row * size.columns + position.column] : nil
  }
}

// MARK: - As text

extension Frame {
  /// The rows as text, each exactly `size.columns` cells wide, trailing blanks included.
  package var lines: [String] { rows { $0.map(\.text).joined() } }

  /// The rows as text, each ended by a newline, as golden files hold it.
  package var text: String { lines.map { $0 + "\n" }.joined() }

  /// The style of each cell as one character, see ``Style/mark``; the same rows, ended by newlines.
  package var styleText: String { rows { String($0.map(\.style.mark)) + "\n" }.joined() }

  private func rows<Row>(_ body: (ArraySlice<Cell>) -> Row) -> [Row] {
    (0..<size.rows).map { body(cells[$0 * size.columns..<($0 + 1) * size.columns]) }
  }
}
