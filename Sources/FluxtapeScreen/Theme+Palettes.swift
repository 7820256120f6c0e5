// Colours 0…7 are the terminal's own, which its user has chosen to be readable; numbers from the 256 stand in only where those have
// nothing like it. 244 (grey) and 208 (orange) can be read on black and on white.

extension Theme {
  /// Green, red and yellow.
  public static let standard = Theme(name: "standard") { role in
    switch role {
    case .added: Look(color: 2, .bold, mono: .bold)
    case .removed: Look(color: 1, .underline, mono: .underline)
    case .changed: Look(color: 3, mono: .bold)
    case .error: Look(color: 1, .bold, mono: [.bold, .underline])
    case .literal: Look(color: 5)
    default: shared(role)
    }
  }

  /// Blue and orange, which every kind of colour blindness tells apart.
  public static let colorBlind = Theme(name: "colour-blind") { role in
    switch role {
    case .added: Look(color: 4, color256: 33, .bold, mono: .bold)
    case .removed: Look(color: 3, color256: 208, .underline, mono: .underline)
    case .changed: Look(color: 6, mono: .bold)
    case .error: Look(color: 3, color256: 208, [.bold, .underline], mono: [.bold, .underline])
    case .literal: Look(color: 6)
    case .string, .number: Look()
    default: shared(role)
    }
  }

  /// No colours at all.
  public static let mono = Theme(name: "mono") { role in
    let attributes = standard.appearance(of: Style(role), colors: 0).attributes
    return Look(attributes, mono: attributes)
  }

  public static let all: [Theme] = [standard, colorBlind, mono]

  /// What the coloured themes have in common.
  private static func shared(_ role: Role) -> Look {
    switch role {
    case .dim, .border: Look(color256: 244, .dim, mono: .dim)
    case .key: Look(color: 6)
    case .string: Look(color: 2)
    case .number: Look(color: 3)
    case .moved: Look(color: 4, mono: .bold)
    case .type: Look(color: 5, .bold, mono: [.bold, .underline])
    case .cursor: Look(.bold, mono: .bold)
    case .pin, .bookmark: Look(color: 5, .bold, mono: .bold)
    case .match: Look(color: 3, .underline, mono: .underline)
    case .currentMatch: Look(color: 3, [.bold, .reverse], mono: [.bold, .reverse])
    case .title: Look(.bold, mono: .bold)
    case .hypothetical: Look(color: 5, [.bold, .reverse], mono: [.bold, .reverse])
    case .status: Look(.reverse, mono: .reverse)
    default: Look()
    }
  }
}
