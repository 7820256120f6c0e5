import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import Foundation

/// Planted tests that run in a separate process, and their logs.
struct PlantedRun {
  let folder: URL
  let status: Int32
  let endedBySignal: Bool
  let output: String

  /// Whether this process runs these planted tests.
  static func isRunning(_ name: String) -> Bool { ProcessInfo.processInfo.environment["FLUXTAPE_PLANTED"] == name }

  /// Whether this is the first call for the folder of the logs.
  static func leaveTrace() -> Bool {
    let folder = ProcessInfo.processInfo.environment["FLUXTAPE_LOG"] ?? ""
    return FileManager.default.createFile(atPath: folder + "/trace", contents: nil)
      && (try? FileManager.default.moveItem(atPath: folder + "/trace", toPath: folder + "/left")) != nil
  }

  /// Runs the planted tests with this name.
  ///
  /// - Parameters:
  ///   - log: The value of `FLUXTAPE_LOG`; by default a folder inside `folder`.
  ///   - attachments: The folder for copies of attachments.
  static func of(
    _ name: String, filter: String, library: String = "swift-testing", keep: String? = nil, in folder: URL, log: String? = nil,
    attachments: String? = nil
  ) throws -> PlantedRun {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    process.arguments =
      library == "xctest"
      ? ["FluxtapeTestingTests." + filter]
      : ["--testing-library", library, "--filter", "^FluxtapeTestingTests\\." + filter]
        + (attachments.map { ["--attachments-path", $0] } ?? [])
    var environment = ProcessInfo.processInfo.environment
    environment["FLUXTAPE_PLANTED"] = name
    environment["FLUXTAPE_LOG"] = log ?? folder.path + "/logs"
    environment["FLUXTAPE_KEEP"] = keep
    // A backtrace of a trapping program would take seconds.
    environment["SWIFT_BACKTRACE"] = "enable=no"
    process.environment = environment
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return PlantedRun(
      folder: folder.appendingPathComponent("logs"), status: process.terminationStatus,
      endedBySignal: process.terminationReason == .uncaughtSignal, output: String(decoding: output, as: UTF8.self))
  }
}

// MARK: - Logs

extension PlantedRun {
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter { $0.hasSuffix(".jsonl") }.sorted()
  }

  func log(_ name: String) throws -> History {
    guard let history = try History.open([folder.appendingPathComponent(name).path]).first else { throw CocoaError(.fileNoSuchFile) }
    return history
  }

  func meta(_ name: String) throws -> [String: String] {
    let meta = try log(name).header?.meta ?? [:]
    return Dictionary(uniqueKeysWithValues: meta.map { ($0.key, $0.value.string ?? "") })
  }

  /// The log's rows in short: types of actions with contents, marks with level and site, the end.
  func rows(_ name: String) throws -> [String] {
    let history = try log(name)
    return try history.rows.indices.compactMap { index in
      let row = history.rows[index]
      // The exact time of the store's end does not matter.
      guard row.type != "@@DEINIT" else { return nil }
      switch try history.record(at: index) {
      case .action(let action): return row.type + (action.payload?["_0"].map { " " + $0.text } ?? "") + (row.isInFlight ? " in flight" : "")
      case .mark(let mark): return "\(mark.level ?? ""): \(mark.text)" + (mark.site.map { " @\($0)" } ?? "")
      case .end(let end): return "end: \(end.reason)"
      // The store's state when recording begins.
      case .state(let state) where state.step == nil: return nil
      default: return "\(row.kind)"
      }
    }
  }
}

/// A folder that is deleted after the test.
final class TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("fluxtape-planted-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
