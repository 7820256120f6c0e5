import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeScreen
import Foundation
import Testing

@testable import FluxtapeInspector

/// The inspector draws the screens in the README and in the guide after the keys beside them.
struct GuideScreenTests {
  private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")

  private static func log(_ name: String) throws -> [History] {
    try History.open([package.appendingPathComponent("samples/logs/\(name).jsonl").standardizedFileURL.path])
  }

  private static let guide = "Sources/FluxtapeInspector/FluxtapeInspector.docc/TheInspector.md"

  /// Compares a screen with its file (written with `RECORD_SCREENS=1`), and the page with both.
  private func expect(_ lines: [String], is name: String, in page: String) throws {
    let screen = lines.joined(separator: "\n") + "\n"
    let file = Self.package.appendingPathComponent("samples/screens/\(name).screen")
    if ProcessInfo.processInfo.environment["RECORD_SCREENS"] == "1" { try Data(screen.utf8).write(to: file) }
    #expect(try String(contentsOf: file, encoding: .utf8) == screen)
    let text = try String(contentsOf: Self.package.appendingPathComponent(page), encoding: .utf8)
    #expect(text.contains("```text\n\(screen)```"), "\(page) must hold samples/screens/\(name).screen")
  }

  @Test func `the README shows the screen that its keys lead to`() throws {
    var driver = try InspectorDriver(runs: Self.log("shop"), columns: 80, rows: 24)
    driver.press("/", "checkoutFailed", "enter")
    try expect(driver.lines, is: "checkout-failed", in: "README.md")
  }

  @Test(arguments: [
    ("last-write", "shop"), ("retry-effects", "shop"), ("failed-checkout-diff", "shop"), ("negative-total", "shop-negative-total"),
  ])
  func `the keys that the guide names answer its questions`(name: String, log: String) throws {
    let text = try String(contentsOf: Self.package.appendingPathComponent("samples/screens/\(name).keys"), encoding: .utf8)
    let script = try InspectorScript(parsing: text)
    let inspector = try #require(Inspector(runs: Self.log(log)))
    let size = Size(rows: 24, columns: 80)
    try script.run(on: inspector, size: size) { _, _ in }
    if log == "shop" { #expect(script.keyCount <= 10) }
    try expect(inspector.frame(size: size).lines.map { String($0.reversed().drop { $0 == " " }.reversed()) }, is: name, in: Self.guide)
    let guide = try String(contentsOf: Self.package.appendingPathComponent(Self.guide), encoding: .utf8)
    for line in text.split(separator: "\n") where !line.hasPrefix("#") { #expect(guide.contains(line), "the guide must name these keys") }
  }
}
