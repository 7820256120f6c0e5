import Foundation
import Testing

@testable import FluxtapeInspector

/// The table of keys in the README is made of the one table in the code.
@Suite struct ReadmeKeysTests {
  private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")

  /// As Markdown, a row for each binding.
  private static var table: String {
    KeyBinding.Section.allCases.map { section in
      let rows = Keymap.bindings.filter { $0.section == section && !($0.keys.isEmpty && $0.name.isEmpty) }.map { binding in
        let keys = binding.keys.map { "`\($0 == "|" ? "\\|" : $0)`" }.joined(separator: " ")
        let name = binding.name.isEmpty || binding.scope == .prompt ? "" : "`:\(binding.name)`"
        return "| \(keys) | \(binding.help) | \(name) |\n"
      }
      return "**\(section.rawValue)**\n\n| Keys | Do | Command |\n|---|---|---|\n" + rows.joined()
    }.joined(separator: "\n")
  }

  @Test func `the README lists every key with what it does`() throws {
    let file = Self.package.appendingPathComponent("samples/screens/keys.md")
    if ProcessInfo.processInfo.environment["RECORD_SCREENS"] == "1" { try Data(Self.table.utf8).write(to: file) }
    #expect(try String(contentsOf: file, encoding: .utf8) == Self.table)
    let readme = try String(contentsOf: Self.package.appendingPathComponent("README.md"), encoding: .utf8)
    #expect(readme.contains(Self.table), "README.md must hold samples/screens/keys.md")
  }
}
