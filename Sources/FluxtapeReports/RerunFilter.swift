package import FluxtapeHistory
import FluxtapeJSON

/// The tests to run again, as patterns for `swift test --filter`.
package struct RerunFilter: Sendable {
  /// Regular expressions, each for a separate process. The first one has the tests that failed or were interrupted. Each of the others has
  /// a test that ended its process, which would interrupt the rest again.
  package let patterns: [String]

  /// The maximum number of processes for single tests; the last pattern names all further ones.
  private static let mostAlone = 32

  /// - Parameter listing: A test is run again if the last attempt at any of its cases is red.
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

  /// Swift Testing matches the name followed by the test's place, XCTest without it.
  private static func pattern(_ names: [String]) -> String { "^(" + names.map(escaped).joined(separator: "|") + ")(/|$)" }

  /// Escapes a name for a regular expression on one line, safe to print.
  static func escaped(_ name: String) -> String {
    name.escapingScalars { scalar in
      if scalar.isControl { return "\\x{\(String(scalar.value, radix: 16))}" }
      return "\\^$.|?*+()[]{}".unicodeScalars.contains(scalar) ? "\\\(scalar)" : nil
    }
  }
}

extension Unicode.Scalar {
  /// Whether the scalar would end the line, drive a terminal or reorder text.
  fileprivate var isControl: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: properties.isBidiControl
    }
  }
}
