/// How each role looks. The background is never painted: the terminal's own shows through, and the selection is reverse video.
package struct Theme: Hashable, Sendable {
  package let name: String
  private let looks: [Appearance]

  /// Asks `look` once for every role.
  package init(name: String, look: (Role) -> Appearance) {
    self.name = name
    looks = Role.allCases.map(look)
  }

  /// How one role looks, with colours and without.
  package struct Appearance: Hashable, Sendable {
    /// 0…7 on every terminal that has colours; nil is the terminal's own foreground.
    package var color: UInt8?
    /// Instead of ``color`` where there are 256 colours.
    package var color256: UInt8?
    package var attributes: Attributes
    /// In place of ``attributes`` where there are no colours, so that nothing is told by colour alone.
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
  /// What a style comes to on a terminal with `colors` colours (0 where it has none or must not use them).
  ///
  /// Reverse video inside of the selection is turned back, so that a match still stands out there.
  package func appearance(of style: Style, colors: Int) -> (color: UInt8?, attributes: Attributes) {
    let look = looks[Int(style.role.rawValue)]
    let color = colors >= 256 ? look.color256 ?? look.color : colors >= 8 ? look.color : nil
    // A grey of its own is dim enough; with the attribute on top every word beside it would take twice the bytes.
    let isGrey = colors >= 256 && look.color == nil && look.color256 != nil
    let attributes = colors < 8 ? look.mono : isGrey ? look.attributes.subtracting(.dim) : look.attributes
    return (color, style.isSelected ? attributes.symmetricDifference(.reverse) : attributes)
  }
}
