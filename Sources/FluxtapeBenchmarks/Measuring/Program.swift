import Dispatch
import Foundation

/// A program of the system, or one that was built next to this one.
struct Program {
  let path: String

  /// Finds a program in `PATH`; `nil` if it is not installed.
  init?(named name: String) {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
    guard let path = folders.map({ $0 + "/" + name }).first(where: FileManager.default.isExecutableFile) else { return nil }
    self.path = path
  }

  /// - Throws: ``BenchmarkError`` if there is no program at `path`.
  init(at path: String) throws {
    guard FileManager.default.isExecutableFile(atPath: path) else { throw BenchmarkError("there is no program at \(path)") }
    self.path = path
  }

  /// - Throws: ``BenchmarkError`` if it was not built.
  init(builtHere name: String) throws {
    path = Bundle.main.bundleURL.appendingPathComponent(name).path
    guard FileManager.default.isExecutableFile(atPath: path) else {
      throw BenchmarkError("\(path) is not there: build it first, 'swift build -c release --product \(name)'")
    }
  }
}

extension Program {
  /// Runs the program to its end and discards its output.
  func run(_ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.runToEnd()
    guard process.terminationStatus == 0 else { throw BenchmarkError("\(path) ended with status \(process.terminationStatus)") }
  }

  /// Runs the program until it has printed this many lines, as `head` does.
  func run(_ arguments: [String], untilLine count: Int) throws {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    let end = try process.start()
    var lines = 0
    while lines < count {
      let data = pipe.fileHandleForReading.availableData
      if data.isEmpty { break }
      lines += data.count { $0 == 0x0A }
    }
    try pipe.fileHandleForReading.close()
    end.wait()
    guard lines >= count else { throw BenchmarkError("\(path) printed \(lines) lines") }
  }
}

extension Process {
  fileprivate func runToEnd() throws { try start().wait() }

  /// Starts the program. `waitUntilExit()` is too slow for short programs, because it checks only every 50 ms.
  ///
  /// - Returns: A semaphore that is signalled when the program ends.
  fileprivate func start() throws -> DispatchSemaphore {
    let end = DispatchSemaphore(value: 0)
    terminationHandler = { _ in end.signal() }
    try run()
    return end
  }
}
