import Foundation
import Testing

/// The samples as programs: `swift run --package-path samples NAME LOG.jsonl [--bug]`.
struct ProgramTests {
  @Test(arguments: SampleLogTests.Play.all) func `a program writes the log in the repository`(_ play: SampleLogTests.Play) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("program-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let log = folder.appendingPathComponent("run.jsonl")
    let (status, output) = try Self.run(play.sample.name, [log.path] + (play.hasBug ? ["--bug"] : []))
    #expect(status == 0)
    #expect(output == "recorded; look at it with: fluxtape \(log.path)\n")
    #expect(try Data(contentsOf: log) == Data(contentsOf: PlayedLog.file(play.testDescription)))
  }

  @Test(arguments: [[], ["--bug"], ["--help"], ["a.jsonl", "b.jsonl"]]) func `who calls it in another way is told how`(
    _ arguments: [String]
  ) throws {
    #expect(try Self.run("unio", arguments).status == 2)
  }

  private static func run(_ name: String, _ arguments: [String]) throws -> (status: Int32, output: String) {
    #if os(macOS)
    let products = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL.deletingLastPathComponent()
    #else
    let products: URL? = Bundle.main.bundleURL
    #endif
    let (process, output) = (Process(), Pipe())
    process.executableURL = (products ?? Bundle.main.bundleURL).appendingPathComponent(name)
    process.arguments = arguments
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }
}
