import Foundation
import Testing

@testable import FluxtapeScreen

struct ThemeTests {
  @Test(arguments: Theme.all)
  func `without colours nothing has a colour, and what matters still stands out`(_ theme: Theme) {
    func attributes(_ role: Role) -> Theme.Attributes { theme.appearance(of: Style(role), colors: 0, on: .dark).attributes }
    for role in Role.allCases { #expect(theme.appearance(of: Style(role), colors: 0, on: .dark).color == nil) }
    for role in [Role.added, .removed, .changed, .error, .match, .cursor, .status, .flash] {
      #expect(!attributes(role).isEmpty, "\(role)")
    }
    #expect(attributes(.added) != attributes(.removed))
  }

  @Test(arguments: Theme.all)
  func `eight colours are enough`(_ theme: Theme) {
    for role in Role.allCases { #expect(theme.appearance(of: Style(role), colors: 8, on: .dark).color ?? 0 < 8) }
  }

  @Test(arguments: Theme.all)
  func `with few colors the selection is one bar of reverse video, and turned back inside of it`(_ theme: Theme) {
    for (colors, role) in [0, 8].flatMap({ colors in Role.allCases.map { (colors, $0) } }) {
      let plain = theme.appearance(of: Style(role), colors: colors, on: .dark)
      let selected = theme.appearance(of: Style(role, .focused), colors: colors, on: .dark)
      #expect(selected.color == nil && !selected.attributes.contains(.dim))
      #expect(selected.attributes.contains(.reverse) != plain.attributes.contains(.reverse))
    }
  }

  @Test(arguments: Theme.all, Theme.Background.allCases)
  func `with many colors a selected row keeps its colors, on another background`(_ theme: Theme, _ background: Theme.Background) {
    for role in Role.allCases {
      let looks = Style.Selection.allCases.map { theme.appearance(of: Style(role, $0), colors: 256, on: background) }
      #expect(Set(looks.map(\.background)).count == 3 && looks[0].background == nil)
      #expect(Set(looks.map(\.color)).count == 1 && Set(looks.map(\.attributes.rawValue)).count == 1)
    }
  }

  @Test(arguments: Theme.all, Theme.Background.allCases)
  func `every color is readable on every background`(_ theme: Theme, _ background: Theme.Background) {
    // Usual backgrounds of terminals, then those of selected rows.
    let own = background == .dark ? [0x000000, 0x1E1E1E] : [0xFFFFFF, 0xFAFAFA]
    for role in Role.allCases {
      for selection in Style.Selection.allCases {
        let look = theme.appearance(of: Style(role, selection), colors: 256, on: background)
        guard let color = look.color else { continue }
        for background in look.background.map({ [Self.rgb($0)] }) ?? own {
          #expect(Self.contrast(Self.rgb(color), background) >= 4.5, "\(role) \(selection)")
        }
      }
    }
  }

  @Test(arguments: [Theme.standard, .colorBlind]) func `neighboring stores have colours of their own`(_ theme: Theme) {
    for (colors, background) in [(8, Theme.Background.dark), (256, .dark), (256, .light)] {
      let looks = (0..<5).map { theme.appearance(of: .lane($0), colors: colors, on: background) }
      #expect(Set(looks).count == 5)
    }
    #expect(Style.lane(5) == .lane(0))
  }

  @Test(arguments: Theme.all) func `a new value stands out, and the one before it does not`(_ theme: Theme) {
    for colors in [0, 8, 256] {
      #expect(theme.appearance(of: .added, colors: colors, on: .dark).attributes.contains(.bold))
      let old = theme.appearance(of: .old, colors: colors, on: .dark)
      #expect(old.attributes == .dim || (old.attributes.isEmpty && old.color == Theme.Color.gray.onDark))
    }
  }

  @Test func `blue and orange stand for green and red`() {
    let theme = Theme.colorBlind
    #expect(theme.appearance(of: .added, colors: 256, on: .dark).color == Theme.Color.blue.onDark)
    #expect(theme.appearance(of: .removed, colors: 256, on: .dark).color == Theme.Color.orange.onDark)
  }

  @Test(arguments: [
    ("11;rgb:ffff/ffff/ffff", Theme.Background.light), ("11;rgb:1e1e/1e1e/2e2e", .dark), ("11;rgb:fd/f6/e3", .light),
    ("11;rgba:0/0/0/f", .dark),
    ("11;?", nil), ("10;rgb:ffff/ffff/ffff", nil), ("11;rgb:ffff/ffff", nil), ("11;rgb://", nil), ("11;rgb:zz/zz/zz", nil),
  ])
  func `a terminal tells its background`(_ answer: String, _ background: Theme.Background?) {
    var assembler = KeyAssembler()
    let keys = "\u{1B}]\(answer)\u{1B}\\".unicodeScalars.flatMap { assembler.consume(.scalar($0)) }
    #expect(keys.isEmpty && assembler.background == background)
  }

  @Test func `so does the environment`() {
    #expect(
      ["15;0", "0;15", "0;default;7", "default;default", "12;16", ""].map(Theme.Background.init(environment:)) == [
        .dark, .light, .light, nil, nil, nil,
      ])
  }
}

// MARK: - Contrast (WCAG 2)

extension ThemeTests {
  /// The color of a number of xterm's palette.
  private static func rgb(_ color: UInt8) -> Int {
    if color >= 232 { return (8 + (Int(color) - 232) * 10) * 0x010101 }
    let levels = [0, 95, 135, 175, 215, 255]
    let cube = Int(color) - 16
    return levels[cube / 36] << 16 | levels[cube / 6 % 6] << 8 | levels[cube % 6]
  }

  private static func contrast(_ one: Int, _ other: Int) -> Double {
    let (one, other) = (luminance(one), luminance(other))
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)
  }

  private static func luminance(_ color: Int) -> Double {
    func linear(_ level: Int) -> Double {
      let share = Double(level & 0xFF) / 255
      return share <= 0.03928 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(color >> 16) + 0.7152 * linear(color >> 8) + 0.0722 * linear(color)
  }
}
