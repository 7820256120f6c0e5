import Foundation
import Testing

/// `X` in the inspector, with the shop's host: the tool and the host as they are built.
struct WhatIfTests {
  private static let products: URL = {
    #if os(macOS)
    let products = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL.deletingLastPathComponent()
    #else
    let products: URL? = Bundle.main.bundleURL
    #endif
    return products ?? Bundle.main.bundleURL
  }()
  private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..")

  /// The screens that the script saves, one after the other.
  private func screens(of log: String, host arguments: String = "", _ script: String) throws -> [String] {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("what-if-\(UUID().uuidString).keys")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(script.utf8).write(to: file)
    let process = Process()
    process.executableURL = Self.products.appendingPathComponent("fluxtape")
    // The folder may have blanks and quotes in its name.
    let program = Self.products.appendingPathComponent("shop-host").path.replacingOccurrences(of: "'", with: #"'\''"#)
    let host = "'\(program)'\(arguments)"
    process.arguments = [PlayedLog.file(log).path, "--host", host, "--script", file.path]
    let output = Pipe()
    process.standardOutput = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    // 24 rows each.
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return stride(from: 0, to: lines.count - 1, by: 24).map { lines[$0..<min($0 + 24, lines.count)].joined(separator: "\n") + "\n" }
  }

  @Test func `an item that was not added is missing from what would have been, until it is put back`() throws {
    let screens = try screens(
      of: "shop",
      """
      17g
      :save-screen -
      X
      ]d
      d
      :save-screen -
      [[
      X
      d d
      esc
      :save-screen -

      """)
    try #require(screens.count == 3)
    #expect(screens[1].contains(" ✗ 17 ") && screens[1].contains("▶≈ 18 "))
    #expect(screens[1].contains(" WHAT IF without #17 "))
    #expect(screens[1].contains("~ total   6000 → 1200         (-4800)"))
    #expect(!screens[2].contains("WHAT IF") && !screens[2].contains("≈"))

    // The picture in the documentation is this one.
    let file = Self.package.appendingPathComponent("samples/screens/what-if.screen")
    if ProcessInfo.processInfo.environment["RECORD_SCREENS"] == "1" { try Data(screens[1].utf8).write(to: file) }
    #expect(try String(contentsOf: file, encoding: .utf8) == screens[1])
    let page = Self.package.appendingPathComponent("Sources/FluxtapeReplay/FluxtapeReplay.docc/WhatIfQuestions.md")
    #expect(try String(contentsOf: page, encoding: .utf8).contains("```text\n\(screens[1])```"))
  }

  @Test(arguments: [true, false]) func `without the coupon the total is not negative, and a host without the bug is told`(hasBug: Bool)
    throws
  {
    let screens = try screens(
      of: "shop-negative-total", host: hasBug ? " --negative-total" : "",
      """
      171g
      X
      :save-screen -
      189g
      tab tab tab
      :save-screen -

      """)
    try #require(screens.count == 2)
    guard hasBug else { return #expect(screens[0].contains("the host's states differ from #56 on, before the first skipped step")) }
    #expect(screens[0].contains("later states change"))
    #expect(screens[1].contains("~   total    0 "))
  }

  @Test func `secrets that are replayed as their digests stay secrets`() throws {
    let screens = try screens(
      of: "shop",
      """
      17g
      X
      15g
      tab tab tab
      :save-screen -

      """)
    #expect(screens.first?.contains("<redacted") == true || screens.first?.contains("$redacted") == true)
    #expect(screens.first?.contains(" ≈ 15") == false, "its state is as it was recorded")
  }
}
