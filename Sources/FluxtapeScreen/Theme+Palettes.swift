// Colors 0…7 are the terminal's own, which its user has chosen to be readable. Colors of the 256 are used only if none of those fits.
// 244 (gray) and 208 (orange) are readable on black and on white.

extension Theme {
  /// Green, red and yellow.
  package static let standard = Theme(name: "standard") { role in
    switch role {
    case .added: Appearance(color: 2, .bold, mono: .bold)
    case .removed: Appearance(color: 1, mono: .underline)
    case .changed: Appearance(color: 3, mono: .bold)
    case .flash: Appearance(color: 3, [.bold, .reverse], mono: [.bold, .reverse])
    case .error: Appearance(color: 1, .bold, mono: [.bold, .underline])
    case .literal: Appearance(color: 5)
    default: shared(role)
    }
  }

  /// Blue and orange, distinguishable with every kind of color blindness.
  package static let colorBlind = Theme(name: "colour-blind") { role in
    switch role {
    case .added: Appearance(color: 4, color256: 33, .bold, mono: .bold)
    case .removed: Appearance(color: 3, color256: 208, mono: .underline)
    case .changed: Appearance(color: 6, mono: .bold)
    case .flash: Appearance(color: 6, [.bold, .reverse], mono: [.bold, .reverse])
    case .error: Appearance(color: 3, color256: 208, [.bold, .underline], mono: [.bold, .underline])
    case .literal: Appearance(color: 6)
    case .string, .number: Appearance()
    case .lane1: Appearance(color: 4, color256: 33)
    case .lane2: Appearance(color: 3, color256: 208)
    case .lane3: Appearance(color: 6)
    case .lane4: Appearance(.bold)
    case .lane5: Appearance(color256: 244)
    default: shared(role)
    }
  }

  /// No colors.
  package static let mono = Theme(name: "mono") { role in
    let attributes = standard.appearance(of: Style(role), colors: 0).attributes
    return Appearance(attributes, mono: attributes)
  }

  package static let all: [Theme] = [standard, colorBlind, mono]

  /// The appearances that the colored themes share.
  private static func shared(_ role: Role) -> Appearance {
    switch role {
    case .dim, .border, .old: Appearance(color256: 244, .dim, mono: .dim)
    case .lane1: Appearance(color: 6)
    case .lane2: Appearance(color: 5)
    case .lane3: Appearance(color: 4)
    case .lane4: Appearance(color: 3)
    case .lane5: Appearance(color: 2)
    case .key: Appearance(color: 6)
    case .string: Appearance(color: 2)
    case .number: Appearance(color: 3)
    case .moved: Appearance(color: 4, mono: .bold)
    case .type: Appearance(color: 5, .bold, mono: [.bold, .underline])
    case .cursor: Appearance(.bold, mono: .bold)
    case .pin, .bookmark: Appearance(color: 5, .bold, mono: .bold)
    case .match: Appearance(color: 3, .underline, mono: .underline)
    case .currentMatch: Appearance(color: 3, [.bold, .reverse], mono: [.bold, .reverse])
    case .title: Appearance(.bold, mono: .bold)
    case .hypothetical: Appearance(color: 5, [.bold, .reverse], mono: [.bold, .reverse])
    case .status: Appearance(.reverse, mono: .reverse)
    default: Appearance()
    }
  }
}
