import FluxtapeScreen
import Testing

extension Style {
  /// The style as one ASCII character, for golden files: a letter for the role, upper case if selected.
  /// Plain text is `.`, so that styled cells stand out, and `,` where a pane without the focus has its cursor.
  var mark: Character {
    let isSelected = selection == .focused
    return switch role {
    case .text: isSelected ? "T" : selection == .unfocused ? "," : "."
    case .dim: isSelected ? "D" : "d"
    case .border: isSelected ? "I" : "i"
    case .key: isSelected ? "K" : "k"
    case .string: isSelected ? "S" : "s"
    case .number: isSelected ? "N" : "n"
    case .literal: isSelected ? "L" : "l"
    case .added: isSelected ? "A" : "a"
    case .removed: isSelected ? "R" : "r"
    case .changed: isSelected ? "C" : "c"
    case .moved: isSelected ? "V" : "v"
    case .type: isSelected ? "Y" : "y"
    case .old: isSelected ? "Z" : "z"
    case .lane1: isSelected ? "6" : "1"
    case .lane2: isSelected ? "7" : "2"
    case .lane3: isSelected ? "8" : "3"
    case .lane4: isSelected ? "9" : "4"
    case .lane5: isSelected ? "0" : "5"
    case .cursor: isSelected ? "X" : "x"
    case .pin: isSelected ? "P" : "p"
    case .bookmark: isSelected ? "B" : "b"
    case .error: isSelected ? "E" : "e"
    case .match: isSelected ? "M" : "m"
    case .title: isSelected ? "H" : "h"
    case .status: isSelected ? "U" : "u"
    case .prompt: isSelected ? "Q" : "q"
    case .hypothetical: isSelected ? "W" : "w"
    case .flash: isSelected ? "G" : "g"
    }
  }
}

extension Frame {
  /// The rows as text for golden files, each ending in a newline.
  var text: String { lines.map { $0 + "\n" }.joined() }

  /// The cell at a position; nil outside.
  subscript(_ position: Position) -> Cell? {
    bounds.contains(position) ? cells[position.row * size.columns + position.column] : nil
  }

  /// The styles of the rows for golden files, one character (``Style/mark``) for each cell.
  var styleText: String {
    cells.enumerated().reduce(into: "") { text, cell in
      text.append(cell.element.style.mark)
      if (cell.offset + 1).isMultiple(of: size.columns) { text += "\n" }
    }
  }
}

struct StyleMarkTests {
  @Test func `every style has a mark of its own, but for a cursor without the focus`() {
    let styles = Role.allCases.flatMap { [Style($0), Style($0, .focused)] } + [Style(.text, .unfocused)]
    #expect(Set(styles.map(\.mark)).count == styles.count)
    #expect(styles.allSatisfy { $0.mark.isASCII })
  }
}
