import Foundation
import Testing

@testable import FluxtapeInspector

/// The page of keys is generated from the table in the code.
struct KeysPageTests {
  private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")

  /// The table as Markdown, one row per binding.
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

  /// `RECORD_SCREENS=1` writes the table into the page.
  @Test func `the page of keys lists every key with what it does`() throws {
    let file = Self.package.appendingPathComponent("Sources/FluxtapeInspector/FluxtapeInspector.docc/Keys.md")
    let page = try String(contentsOf: file, encoding: .utf8)
    let start = try #require(page.range(of: "**\(KeyBinding.Section.allCases[0].rawValue)**")).lowerBound
    if ProcessInfo.processInfo.environment["RECORD_SCREENS"] == "1" { try Data((page[..<start] + Self.table).utf8).write(to: file) }
    #expect(try String(contentsOf: file, encoding: .utf8)[start...] == Self.table)
  }
}
