/// The appearance of each role. The terminal's own background stays, but for the rows of cursors.
package struct Theme: Hashable, Sendable {
  package let name: String
  private let looks: [RoleAppearance]

  /// Calls `look` once for every role.
  init(name: String, look: (Role) -> RoleAppearance) {
    self.name = name
    looks = Role.allCases.map(look)
  }

  /// A color on the three kinds of terminals.
  struct Color: Hashable, Sendable {
    /// 0…7, for a terminal with few colors; nil is its foreground.
    let few: UInt8?
    /// Of the 256 colors.
    let onDark: UInt8
    let onLight: UInt8
  }

  /// How a role looks, with and without colors.
  struct RoleAppearance: Hashable, Sendable {
    /// Nil is the terminal's foreground.
    var color: Color?
    var attributes: Attributes
    /// Replaces ``attributes`` on a terminal without colors, so that no meaning depends on color alone.
    var mono: Attributes

    init(_ color: Color? = nil, _ attributes: Attributes = [], mono: Attributes = []) {
      self.color = color
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
  /// The background of a terminal, as far as colors have to be readable on it.
  package enum Background: String, CaseIterable, Hashable, Sendable {
    case dark, light

    /// The background, of the 256 colors, of a row with a cursor.
    fileprivate func background(_ selection: Style.Selection) -> UInt8? {
      switch (selection, self) {
      case (.none, _): nil
      case (.unfocused, .dark): 235
      case (.focused, .dark): 237
      case (.unfocused, .light): 255
      case (.focused, .light): 253
      }
    }
  }

  /// The appearance of cells. Nil is the terminal's own color.
  package struct Appearance: Hashable, Sendable {
    package var color: UInt8?
    package var background: UInt8?
    package var attributes: Attributes = []

    static let plain = Appearance()

    /// Whether a blank with this appearance is visible.
    var marksBlanks: Bool { background != nil || !attributes.isDisjoint(with: [.underline, .reverse]) }
  }

  /// Returns the appearance of a style on a terminal with `colors` colors (0: without colors).
  ///
  /// With 256 colors, a selected row has another background, and keeps its colors. With fewer, or if the terminal's background is not known,
  /// the row is one bar of reverse video, in which reverse video is turned back; where another pane has the focus, it is bold.
  package func appearance(of style: Style, colors: Int, on background: Background?) -> Appearance {
    let look = looks[Int(style.role.rawValue)]
    if colors >= 256, let background {
      let color = look.color.map { background == .dark ? $0.onDark : $0.onLight }
      // A gray is dim enough without the attribute.
      let attributes = color == nil ? look.attributes : look.attributes.subtracting(.dim)
      return Appearance(color: color, background: background.background(style.selection), attributes: attributes)
    }
    let attributes = colors < 8 ? look.mono : look.attributes
    let color = colors < 8 ? nil : look.color?.few
    switch style.selection {
    case .none: return Appearance(color: color, attributes: attributes)
    case .unfocused: return Appearance(color: color, attributes: attributes.subtracting(.dim).union(.bold))
    case .focused: return Appearance(attributes: attributes.subtracting(.dim).symmetricDifference(.reverse))
    }
  }
}
