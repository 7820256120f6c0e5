import FluxtapeHistory
import Foundation
import Testing

/// The picture in the README is what the inspector draws.
@Suite struct ReadmeScreenTests {
  private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")

  @Test func `the README shows the screen that its keys lead to`() throws {
    let log = Self.package.appendingPathComponent("samples/logs/shop.jsonl").standardizedFileURL.path
    var driver = try InspectorDriver(runs: try History.open([log]), columns: 80, rows: 24)
    driver.press("/", "checkoutFailed", "enter")
    let screen = driver.lines.joined(separator: "\n") + "\n"
    let file = Self.package.appendingPathComponent("samples/screens/checkout-failed.screen")
    if ProcessInfo.processInfo.environment["RECORD_SCREENS"] == "1" { try Data(screen.utf8).write(to: file) }
    #expect(try String(contentsOf: file, encoding: .utf8) == screen)
    let readme = try String(contentsOf: Self.package.appendingPathComponent("README.md"), encoding: .utf8)
    #expect(readme.contains("```text\n\(screen)```"), "README.md must hold samples/screens/checkout-failed.screen")
  }
}
