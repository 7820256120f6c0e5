/// The meaning of a piece of the screen. The theme decides its appearance.
package enum Role: UInt8, CaseIterable, Hashable, Sendable {
  case text, dim, border
  case key, string, number, literal
  case added, removed, changed, moved, type
  /// What a value was before.
  case old
  /// One for each store of a timeline, again from the first after the last.
  case lane1, lane2, lane3, lane4, lane5
  case cursor, pin, bookmark, error
  case match, currentMatch
  case title, status, prompt
  case hypothetical
  /// What the shown step changed, while steps are played.
  case flash
}

/// The style of a cell: a role, and whether a cursor is on it.
///
/// A view uses `.key` or `.key.selected`, never a color.
package struct Style: Hashable, Sendable {
  /// Whether a cell belongs to the row of a cursor.
  package enum Selection: UInt8, CaseIterable, Hashable, Sendable {
    case none
    /// Of a pane without the focus.
    case unfocused
    case focused
  }

  package var role: Role
  package var selection: Selection

  package init(_ role: Role, _ selection: Selection = .none) {
    self.role = role
    self.selection = selection
  }

  /// The same role, selected.
  package var selected: Style { Style(role, .focused) }
}

extension Style {
  package static let text = Style(.text)
  package static let dim = Style(.dim)
  package static let border = Style(.border)
  package static let key = Style(.key)
  package static let string = Style(.string)
  package static let number = Style(.number)
  /// `true`, `false` and `null`.
  package static let literal = Style(.literal)
  package static let added = Style(.added)
  package static let removed = Style(.removed)
  package static let changed = Style(.changed)
  package static let moved = Style(.moved)
  /// A value that changed its type, and names of types.
  package static let type = Style(.type)
  package static let old = Style(.old)
  package static let cursor = Style(.cursor)
  package static let pin = Style(.pin)
  package static let bookmark = Style(.bookmark)
  package static let error = Style(.error)
  package static let match = Style(.match)
  package static let currentMatch = Style(.currentMatch)
  package static let title = Style(.title)
  package static let status = Style(.status)
  package static let prompt = Style(.prompt)
  /// What-if results.
  package static let hypothetical = Style(.hypothetical)
  package static let flash = Style(.flash)
}

extension Style {
  private static let lanes = [Style(.lane1), Style(.lane2), Style(.lane3), Style(.lane4), Style(.lane5)]

  /// The style of a timeline's lane, counted from 0.
  package static func lane(_ number: Int) -> Style { lanes[number % lanes.count] }
}

// MARK: - As one character

extension Style {
  /// The style as one ASCII character, for golden files: a letter for the role, upper case if selected.
  /// Plain text is `.`, so that styled cells stand out, and `,` where a pane without the focus has its cursor.
  package var mark: Character {
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
    case .currentMatch: isSelected ? "F" : "f"
    case .title: isSelected ? "H" : "h"
    case .status: isSelected ? "U" : "u"
    case .prompt: isSelected ? "Q" : "q"
    case .hypothetical: isSelected ? "W" : "w"
    case .flash: isSelected ? "G" : "g"
    }
  }
}
