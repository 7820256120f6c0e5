// On every ground, each color has a contrast of at least 4.5 : 1 to the terminal's background and to that of a selected row (WCAG 2).

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
    case .added: Look(.green, .bold, mono: .bold)
    case .removed: Look(.red, mono: .underline)
    case .changed: Look(.yellow, mono: .bold)
    case .flash: Look(.yellow, [.bold, .reverse], mono: [.bold, .reverse])
    case .error: Look(.red, .bold, mono: [.bold, .underline])
    case .literal: Look(.magenta)
    default: shared(role)
    }
  }

  /// Blue and orange, distinguishable with every kind of color blindness.
  package static let colorBlind = Theme(name: "colour-blind") { role in
    switch role {
    case .added: Look(.blue, .bold, mono: .bold)
    case .removed: Look(.orange, mono: .underline)
    case .changed: Look(.cyan, mono: .bold)
    case .flash: Look(.cyan, [.bold, .reverse], mono: [.bold, .reverse])
    case .error: Look(.orange, [.bold, .underline], mono: [.bold, .underline])
    case .literal: Look(.cyan)
    case .string, .number: Look()
    case .lane1: Look(.blue)
    case .lane2: Look(.orange)
    case .lane3: Look(.cyan)
    case .lane4: Look(nil, .bold)
    case .lane5: Look(.gray)
    default: shared(role)
    }
  }

  /// No colors.
  package static let mono = Theme(name: "mono") { role in
    let attributes = standard.appearance(of: Style(role), colors: 0, on: .dark).attributes
    return Look(nil, attributes, mono: attributes)
  }

  package static let all: [Theme] = [standard, colorBlind, mono]

  /// The looks that the colored themes share.
  private static func shared(_ role: Role) -> Look {
    switch role {
    case .dim, .border, .old: Look(.gray, .dim, mono: .dim)
    case .lane1: Look(.cyan)
    case .lane2: Look(.magenta)
    case .lane3: Look(.blue)
    case .lane4: Look(.yellow)
    case .lane5: Look(.green)
    case .key: Look(.cyan)
    case .string: Look(.green)
    case .number: Look(.yellow)
    case .moved: Look(.blue, mono: .bold)
    case .type: Look(.magenta, .bold, mono: [.bold, .underline])
    case .cursor: Look(nil, .bold, mono: .bold)
    case .pin, .bookmark: Look(.magenta, .bold, mono: .bold)
    case .match: Look(.yellow, .underline, mono: .underline)
    case .currentMatch: Look(.yellow, [.bold, .reverse], mono: [.bold, .reverse])
    case .title: Look(nil, .bold, mono: .bold)
    case .hypothetical: Look(.magenta, [.bold, .reverse], mono: [.bold, .reverse])
    case .status: Look(nil, .reverse, mono: .reverse)
    default: Look()
    }
  }
}
