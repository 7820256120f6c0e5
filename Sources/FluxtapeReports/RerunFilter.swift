package import FluxtapeHistory

/// The tests to run again, as `swift test --filter` takes them.
package struct RerunFilter: Sendable {
  /// Regular expressions, each for a run of its own: first the tests that failed or were interrupted, together; then each test that ended
  /// its process, which would take the others along again.
  package let patterns: [String]

  /// Processes that are started for single tests; of more, all are named by the last pattern.
  private static let mostAlone = 32

  /// - Parameter listing: A test is run again if its last attempt, of any of its cases, is red.
  package init(_ listing: RunListing) {
    var (together, alone): ([String], [String]) = ([], [])
    for test in listing.tests where test.isRed {
      let name = test.test.identity
      if test.latest?.summary.result == .unfinished { alone.append(name) } else { together.append(name) }
    }
    var seen: Set<String> = []
    alone = alone.filter { seen.insert($0).inserted }
    together = together.filter { seen.insert($0).inserted }
    let rest = alone.dropFirst(Self.mostAlone)
    let groups = [together] + alone.prefix(Self.mostAlone).map { [$0] } + [Array(rest)]
    patterns = groups.filter { !$0.isEmpty }.map(Self.pattern)
  }

  /// Swift Testing compares with the test's place behind its name, XCTest without.
  private static func pattern(_ names: [String]) -> String { "^(" + names.map(escaped).joined(separator: "|") + ")(/|$)" }

  private static func escaped(_ name: String) -> String {
    name.reduce(into: "") { text, character in
      if "\\^$.|?*+()[]{}".contains(character) { text.append("\\") }
      text.append(character)
    }
  }
}
