/// A screen as a value: rows and columns of cells.
///
/// Views map a state and a size to a frame. Golden tests compare frames. Only the terminal shows them. Drawing accepts any text and any
/// position: it escapes text, clips at the edges, and never draws half a wide character.
package struct Frame: Hashable, Sendable {
  package let size: Size
  /// How text becomes cells.
  package let typesetting: Typesetting
  /// Always `size.rows * size.columns`, row by row.
  package internal(set) var cells: [Cell]
  /// The position of the terminal's cursor, as in a prompt; nil hides it.
  package var cursor: Position?
  /// Regions whose rows move together, such as lists. A terminal that can scroll them need not redraw them.
  package var scrollingRegions: [Region] = []

  /// A blank frame.
  package init(size: Size, typesetting: Typesetting = .unicode, style: Style = .text) {
    self.size = size
    self.typesetting = typesetting
    cells = Array(repeating: .blank(style), count: size.rows * size.columns)
  }

  /// The whole frame.
  package var bounds: Region { Region(origin: .zero, size: size) }

  /// The glyphs for drawing.
  package var glyphs: Glyphs { typesetting.glyphs }
}

// MARK: - As text

extension Frame {
  /// The rows as text, each exactly `size.columns` cells wide.
  package var lines: [String] {
    (0..<size.rows).map { row in cells[row * size.columns..<(row + 1) * size.columns].reduce(into: "") { $0 += $1.text } }
  }
}
