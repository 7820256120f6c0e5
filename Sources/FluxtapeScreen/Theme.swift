/// The appearance of each role. The terminal's background stays, and the selection is reverse video.
package struct Theme: Hashable, Sendable {
  package let name: String
  private let appearances: [Appearance]

  /// Calls `appearance` once for every role.
  package init(name: String, appearance: (Role) -> Appearance) {
    self.name = name
    appearances = Role.allCases.map(appearance)
  }

  /// The appearance of a role, with and without colors.
  package struct Appearance: Hashable, Sendable {
    /// 0…7 on every color terminal; nil is the terminal's foreground.
    package var color: UInt8?
    /// Replaces ``color`` on a terminal with 256 colors.
    package var color256: UInt8?
    package var attributes: Attributes
    /// Replaces ``attributes`` on a terminal without colors, so that no meaning depends on color alone.
    package var mono: Attributes

    package init(color: UInt8? = nil, color256: UInt8? = nil, _ attributes: Attributes = [], mono: Attributes = []) {
      self.color = color
      self.color256 = color256
      self.attributes = attributes
      self.mono = mono
    }
  }

  package struct Attributes: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let bold = Attributes(rawValue: 1)
    package static let dim = Attributes(rawValue: 2)
    package static let underline = Attributes(rawValue: 4)
    package static let reverse = Attributes(rawValue: 8)
  }
}

// MARK: - On a terminal

extension Theme {
  /// Returns the appearance of a style on a terminal with `colors` colors (0: without colors).
  ///
  /// The selection is one calm bar without colors. Reverse video is inverted in it, so that a match stays visible.
  package func appearance(of style: Style, colors: Int) -> (color: UInt8?, attributes: Attributes) {
    let appearance = appearances[Int(style.role.rawValue)]
    let color = colors >= 256 ? appearance.color256 ?? appearance.color : colors >= 8 ? appearance.color : nil
    // Gray is dim enough without the attribute, which would double the bytes of every word beside it.
    let isGray = colors >= 256 && appearance.color == nil && appearance.color256 != nil
    let attributes = colors < 8 ? appearance.mono : isGray ? appearance.attributes.subtracting(.dim) : appearance.attributes
    return style.isSelected ? (nil, attributes.subtracting(.dim).symmetricDifference(.reverse)) : (color, attributes)
  }
}
