public import FluxtapeHistory

/// The tests that have to be run again, as `swift test --filter` takes them.
public struct RerunFilter: Sendable {
  /// A regular expression that finds exactly the tests with a red attempt and no green one; `nil` if there is none.
  public let pattern: String?

  public init(_ listing: RunListing) {
    var seen: Set<String> = []
    let names = listing.groups.filter { $0.green.isEmpty }.compactMap { $0.test?.identity }.filter { seen.insert($0).inserted }
    // Swift Testing compares with the test's place behind its name, XCTest without.
    pattern = names.isEmpty ? nil : "^(" + names.map(Self.escaped).joined(separator: "|") + ")(/|$)"
  }

  private static func escaped(_ name: String) -> String {
    name.reduce(into: "") { text, character in
      if "\\^$.|?*+()[]{}".contains(character) { text.append("\\") }
      text.append(character)
    }
  }
}
