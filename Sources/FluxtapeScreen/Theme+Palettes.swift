// On every background, each color has a contrast of at least 4.5 : 1 to the terminal's background and to that of a selected row (WCAG 2).

extension Theme.Color {
  static let red = Theme.Color(few: 1, onDark: 210, onLight: 124)
  static let green = Theme.Color(few: 2, onDark: 114, onLight: 22)
  static let yellow = Theme.Color(few: 3, onDark: 221, onLight: 58)
  static let blue = Theme.Color(few: 4, onDark: 111, onLight: 19)
  static let magenta = Theme.Color(few: 5, onDark: 183, onLight: 90)
  static let cyan = Theme.Color(few: 6, onDark: 80, onLight: 23)
  static let orange = Theme.Color(few: 3, onDark: 215, onLight: 88)
  static let gray = Theme.Color(few: nil, onDark: 248, onLight: 240)
}

extension Theme {
  /// Green, red and yellow.
  package static let standard = Theme(name: "standard") { role in
    switch role {
    case .added: RoleAppearance(.green, .bold, mono: .bold)
    case .removed: RoleAppearance(.red, mono: .underline)
    case .changed: RoleAppearance(.yellow, mono: .bold)
    case .flash: RoleAppearance(.yellow, [.bold, .reverse], mono: [.bold, .reverse])
    case .error: RoleAppearance(.red, .bold, mono: [.bold, .underline])
    case .literal: RoleAppearance(.magenta)
    default: shared(role)
    }
  }

  /// Blue and orange, distinguishable with every kind of color blindness.
  package static let colorBlind = Theme(name: "colour-blind") { role in
    switch role {
    case .added: RoleAppearance(.blue, .bold, mono: .bold)
    case .removed: RoleAppearance(.orange, mono: .underline)
    case .changed: RoleAppearance(.cyan, mono: .bold)
    case .flash: RoleAppearance(.cyan, [.bold, .reverse], mono: [.bold, .reverse])
    case .error: RoleAppearance(.orange, [.bold, .underline], mono: [.bold, .underline])
    case .literal: RoleAppearance(.cyan)
    case .string, .number: RoleAppearance()
    case .lane1: RoleAppearance(.blue)
    case .lane2: RoleAppearance(.orange)
    case .lane3: RoleAppearance(.cyan)
    case .lane4: RoleAppearance(nil, .bold)
    case .lane5: RoleAppearance(.gray)
    default: shared(role)
    }
  }

  /// No colors.
  package static let mono = Theme(name: "mono") { role in
    let attributes = standard.appearance(of: Style(role), colors: 0, on: .dark).attributes
    return RoleAppearance(nil, attributes, mono: attributes)
  }

  package static let all: [Theme] = [standard, colorBlind, mono]

  /// The looks that the colored themes share.
  private static func shared(_ role: Role) -> RoleAppearance {
    switch role {
    case .dim, .border, .old: RoleAppearance(.gray, .dim, mono: .dim)
    case .lane1: RoleAppearance(.cyan)
    case .lane2: RoleAppearance(.magenta)
    case .lane3: RoleAppearance(.blue)
    case .lane4: RoleAppearance(.yellow)
    case .lane5: RoleAppearance(.green)
    case .key: RoleAppearance(.cyan)
    case .string: RoleAppearance(.green)
    case .number: RoleAppearance(.yellow)
    case .moved: RoleAppearance(.blue, mono: .bold)
    case .type: RoleAppearance(.magenta, .bold, mono: [.bold, .underline])
    case .cursor: RoleAppearance(nil, .bold, mono: .bold)
    case .pin, .bookmark: RoleAppearance(.magenta, .bold, mono: .bold)
    case .match: RoleAppearance(.yellow, .underline, mono: .underline)
    case .title: RoleAppearance(nil, .bold, mono: .bold)
    case .hypothetical: RoleAppearance(.magenta, [.bold, .reverse], mono: [.bold, .reverse])
    case .status: RoleAppearance(nil, .reverse, mono: .reverse)
    default: RoleAppearance()
    }
  }
}
