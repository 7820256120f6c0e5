import Foundation

/// The executable `fluxtape` that was built with these tests, run as a shell would.
struct BuiltTool {
  struct Answer {
    let output: String
    let errors: String
    let status: Int32

    var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

  /// Beside the bundle of the tests, wherever the build folder is.
  static let url: URL = {
    #if os(macOS)
    let products = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL.deletingLastPathComponent()
    #else
    let products: URL? = Bundle.main.bundleURL
    #endif
    return (products ?? Bundle.main.bundleURL).appendingPathComponent("fluxtape")
  }()

  static var path: String { url.path }

  /// The root of the package, which contains the samples.
  static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Relative to the package, where the tool runs.
  static let shopName = "samples/logs/shop.jsonl"

  static var shopLog: String { package.appendingPathComponent("samples/logs/shop.jsonl").path }

  /// Runs the tool to its end.
  static func run(_ arguments: String..., input: String? = nil) throws -> Answer { try run(arguments, input: input) }

  static func run(
    _ arguments: [String], program: URL = url, input: String? = nil, environment: [String: String] = [:]
  ) throws -> Answer {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = package
    // Environment variables of the CI that runs these tests are not for the tool, nor are notes of who runs them.
    let outside = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("GITHUB_") }
    process.environment = outside.merging(["XDG_DATA_HOME": "/dev/null"]) { $1 }.merging(environment) { $1 }
    let (output, errors, stdin) = (Pipe(), Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    process.standardInput = stdin
    try process.run()
    let feeding = Thread { [handle = stdin.fileHandleForWriting] in
      try? handle.write(contentsOf: Data((input ?? "").utf8))
      try? handle.close()
    }
    feeding.start()
    // Both are read at once: a tool that fills one pipe while the test waits for the other would hang.
    let collected = Collector(errors.fileHandleForReading)
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let complaints = collected.finish()
    process.waitUntilExit()
    return Answer(output: text, errors: complaints, status: process.terminationStatus)
  }

  /// Runs a command of the shell. The arguments are `$1` and so on.
  @discardableResult static func shell(_ command: String, _ arguments: String...) throws -> Answer {
    try run(["-c", command, "sh"] + arguments, program: URL(filePath: "/bin/sh"))
  }

  /// Reads one pipe to its end on a separate thread.
  private final class Collector: @unchecked Sendable {  // `text` is written before `done` is signaled and read after
    private var text = ""
    private let done = DispatchSemaphore(value: 0)

    init(_ handle: FileHandle) {
      Thread.detachNewThread { [self] in
        text = String(decoding: handle.readDataToEndOfFile(), as: UTF8.self)
        done.signal()
      }
    }

    func finish() -> String {
      done.wait()
      return text
    }
  }
}

/// A folder that is deleted after the test.
final class TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("fluxtape-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func write(_ text: String, to name: String) throws -> String {
    let file = url.appendingPathComponent(name)
    try Data(text.utf8).write(to: file)
    return file.path
  }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }
}
