import Foundation
import Testing

/// The built sample, dying on purpose.
struct CrashTests {
  private static let shop: URL = {
    #if os(macOS)
    let products = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL.deletingLastPathComponent()
    #else
    let products: URL? = Bundle.main.bundleURL
    #endif
    return (products ?? Bundle.main.bundleURL).appendingPathComponent("shop")
  }()

  /// - Returns: whether the program ended by a signal, and its status.
  private func run(_ arguments: String...) throws -> (bySignal: Bool, status: Int32) {
    let process = Process()
    process.executableURL = Self.shop
    process.arguments = arguments
    // A crash report takes seconds and says nothing that the test asks for.
    process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return (process.terminationReason == .uncaughtSignal, process.terminationStatus)
  }

  @Test func `a log ends in the action that killed the app, and is left alone by the next run`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("shop-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let log = folder.appendingPathComponent("crash.jsonl")

    #expect(try run(log.path, "--trap-in", "cart.checkout").bySignal)
    let crashed = try Data(contentsOf: log)
    let last = try #require(String(decoding: crashed, as: UTF8.self).split(separator: "\n").last)
    #expect(!last.hasSuffix("}}}") && crashed.last != UInt8(ascii: "\n"), "the line is open: \(last)")
    #expect(last.contains(#""type":"cart.checkout""#))
    #expect(last.hasSuffix(#""payload":{"order":"o-1","attempt":1}"#))
    #expect(crashed.firstRange(of: Data("correct horse".utf8)) == nil)

    #expect(try run(log.path).status == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0 != "crash.jsonl" }
    #expect(names.count == 1)
    #expect(try Data(contentsOf: folder.appendingPathComponent(try #require(names.first))) == crashed)
    #expect(try Data(contentsOf: log) != crashed)
  }
}
