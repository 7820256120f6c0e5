import FluxtapeScreen

extension Frame {
  /// The rows as text for golden files, each ending in a newline.
  var text: String { lines.map { $0 + "\n" }.joined() }

  /// The cell at a position; nil outside.
  subscript(_ position: Position) -> Cell? {
    bounds.contains(position) ? cells[position.row * size.columns + position.column] : nil
  }

  /// The roles of the cells, one character for each: upper case if selected, `.` for text.
  var styleText: String {
    cells.enumerated().reduce(into: "") { text, cell in
      let style = cell.element.style
      let letter = style.role == .text ? "." : String("\(style.role)".prefix(1))
      text += style.selection == .focused ? letter.uppercased() : letter
      if (cell.offset + 1).isMultiple(of: size.columns) { text += "\n" }
    }
  }
}
