import Testing

@testable import FluxtapeInspector

struct InspectorHelpTests {
  @Test func `help in the inspector lists the options of its command`() throws {
    let help = try BuiltTool.run("inspect", "--help").output
    let options = help.split(separator: "\n").filter { $0.hasPrefix("  -") }.compactMap(Self.option(in:))
    let listed = HelpWords.options.compactMap { Self.option(in: Substring($0.text)) }
    #expect(listed.sorted() == options.filter { $0 != "--help" && $0 != "--version" }.sorted())
    #expect(options.contains("--follow") && options.contains("--host-timeout"))
  }

  /// Returns the long name of an option at the beginning of a line.
  private static func option(in line: Substring) -> String? {
    line.split { $0 == " " || $0 == "," }.first { $0.hasPrefix("--") }.map { String($0) }
  }
}
