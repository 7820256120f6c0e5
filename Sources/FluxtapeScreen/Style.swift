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
  case match
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
