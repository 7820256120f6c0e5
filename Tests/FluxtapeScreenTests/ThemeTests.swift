import FluxtapeScreen
import Testing

struct ThemeTests {
  @Test func `every style has a mark of its own`() {
    let styles = Role.allCases.flatMap { [Style($0), Style($0, selected: true)] }
    #expect(Set(styles.map(\.mark)).count == styles.count)
    #expect(styles.allSatisfy { $0.mark.isASCII })
  }

  @Test(arguments: Theme.all)
  func `without colours nothing has a colour, and what matters still stands out`(_ theme: Theme) {
    for role in Role.allCases { #expect(theme.appearance(of: Style(role), colors: 0).color == nil) }
    for role in [Role.added, .removed, .changed, .error, .match, .currentMatch, .cursor, .status, .flash] {
      #expect(theme.appearance(of: Style(role), colors: 0).attributes.isEmpty == false, "\(role)")
    }
    let added = theme.appearance(of: .added, colors: 0).attributes
    #expect(added != theme.appearance(of: .removed, colors: 0).attributes)
  }

  @Test(arguments: Theme.all)
  func `eight colours are enough`(_ theme: Theme) {
    for role in Role.allCases { #expect(theme.appearance(of: Style(role), colors: 8).color ?? 0 < 8) }
  }

  @Test(arguments: Theme.all)
  func `the selection is one bar of reverse video, and turned back inside of it`(_ theme: Theme) {
    for colors in [0, 8, 256] {
      for role in Role.allCases {
        let plain = theme.appearance(of: Style(role), colors: colors)
        let selected = theme.appearance(of: Style(role, selected: true), colors: colors)
        #expect(selected.color == nil && !selected.attributes.contains(.dim))
        #expect(selected.attributes.contains(.reverse) != plain.attributes.contains(.reverse))
      }
    }
  }

  @Test(arguments: [Theme.standard, .colorBlind]) func `neighboring stores have colours of their own`(_ theme: Theme) {
    for colors in [8, 256] {
      let looks = (0..<5).map { number in
        let appearance = theme.appearance(of: .lane(number), colors: colors)
        return "\(appearance)"
      }
      #expect(Set(looks).count == 5)
    }
    #expect(Style.lane(5) == .lane(0))
  }

  @Test(arguments: Theme.all) func `a new value stands out, and the one before it does not`(_ theme: Theme) {
    for colors in [0, 8, 256] {
      #expect(theme.appearance(of: .added, colors: colors).attributes.contains(.bold))
      let old = theme.appearance(of: .old, colors: colors)
      #expect(old.attributes == .dim || (old.attributes.isEmpty && old.color == 244))
    }
  }

  @Test func `blue and orange stand for green and red`() {
    #expect(Theme.colorBlind.appearance(of: .added, colors: 256).color == 33)
    #expect(Theme.colorBlind.appearance(of: .removed, colors: 256).color == 208)
  }
}
