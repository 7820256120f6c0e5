import FluxtapeScreen

extension Frame {
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
