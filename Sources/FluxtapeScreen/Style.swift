/// What a piece of the screen means. How it looks is the theme's matter.
public enum Role: UInt8, CaseIterable, Hashable, Sendable {
  case text, dim, border
  case key, string, number, literal
  case added, removed, changed, moved, type
  case cursor, pin, bookmark, error
  case match, currentMatch
  case title, status, prompt
  case hypothetical
}

/// The looks of a cell as a meaning: a role, and whether it is part of the selection.
///
/// A view says `.key` or `.key.selected`; it never names a colour.
public struct Style: Hashable, Sendable {
  public var role: Role
  public var isSelected: Bool

  public init(_ role: Role, selected: Bool = false) {
    self.role = role
    isSelected = selected
  }

  /// The same role inside of the selection.
  public var selected: Style { Style(role, selected: true) }
}

extension Style {
  public static let text = Style(.text)
  public static let dim = Style(.dim)
  public static let border = Style(.border)
  public static let key = Style(.key)
  public static let string = Style(.string)
  public static let number = Style(.number)
  /// `true`, `false` and `null`.
  public static let literal = Style(.literal)
  public static let added = Style(.added)
  public static let removed = Style(.removed)
  public static let changed = Style(.changed)
  public static let moved = Style(.moved)
  /// A value that changed its type, and names of types.
  public static let type = Style(.type)
  public static let cursor = Style(.cursor)
  public static let pin = Style(.pin)
  public static let bookmark = Style(.bookmark)
  public static let error = Style(.error)
  public static let match = Style(.match)
  public static let currentMatch = Style(.currentMatch)
  public static let title = Style(.title)
  public static let status = Style(.status)
  public static let prompt = Style(.prompt)
  /// What would have been.
  public static let hypothetical = Style(.hypothetical)
}

// MARK: - As one character

extension Style {
  /// The style in one ASCII character, for golden files: a letter for the role, a capital inside of the selection.
  /// Plain text is `.`, so that what is styled stands out.
  public var mark: Character {
    switch role {
    case .text: isSelected ? "T" : "."
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
    }
  }
}
