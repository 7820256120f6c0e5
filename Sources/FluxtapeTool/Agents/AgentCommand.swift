import Dispatch
import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLocking
import Foundation

/// A command of this program, in a separate process: it cannot harm the server, and can be stopped.
final class AgentCommand: Sendable {
  private let words: [String]
  private let logs: LogNames
  /// Guards the start: a request may be cancelled before that.
  private let state = Locked<(isStopped: Bool, process: Process?)>((false, nil))

  /// - Parameter logs: All that the command can open.
  init(_ words: [String], about logs: LogNames) { (self.words, self.logs) = (words, logs) }

  /// Returns the exit status, 128 and more for a signal, and what the command said beside its answer; nothing runs after ``stop()``.
  ///
  /// - Parameter take: Called with each line of the answer.
  func run(_ take: (String) -> Void) throws -> (status: Int32, remarks: [String]) {
    // Made here, so that a question that waits has no files open.
    let (process, input, output, errors) = (Process(), Pipe(), Pipe(), Pipe())
    process.executableURL = Bundle.main.executableURL
    process.arguments = [LogNames.firstWord] + words
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    let starts = try state.withLock { state in
      guard !state.isStopped else { return false }
      try process.run()
      state.process = process
      return true
    }
    guard starts else { return (0, []) }
    // The command reads the names before it does anything. One that was stopped reads no more.
    try? input.fileHandleForWriting.write(contentsOf: Data((logs.text + "\n").utf8))
    try? input.fileHandleForWriting.close()
    // Both are read at once: a command that fills one pipe would wait forever. On a separate thread: Dispatch's threads wait for commands.
    let remarks = Locked("")
    let reading = DispatchGroup()
    reading.enter()
    Thread.detachNewThread {
      let bytes = errors.fileHandleForReading.readDataToEndOfFile()
      remarks.withLock { $0 = String(decoding: bytes, as: UTF8.self) }
      reading.leave()
    }
    var rest: [UInt8] = []
    while case let data = output.fileHandleForReading.availableData, !data.isEmpty {
      rest += data
      var start = 0
      while let end = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
        take(String(decoding: rest[start..<end], as: UTF8.self))
        start = end + 1
      }
      rest.removeFirst(start)
    }
    if !rest.isEmpty { take(String(decoding: rest, as: UTF8.self)) }
    process.waitUntilExit()
    reading.wait()
    let said = remarks.withLock { $0.split(separator: "\n").map(String.init) }
    guard process.terminationReason == .uncaughtSignal else { return (process.terminationStatus, said) }
    // Else a command that died before its first line would have found nothing.
    return (128 + process.terminationStatus, said + ["the answer is not complete: signal \(process.terminationStatus) ended its command"])
  }

  func stop() {
    state.withLock { state in
      state.isStopped = true
      // Not a signal that it may block: it inherits which ones from the thread that starts it. A command only reads.
      if let process = state.process, process.isRunning { _ = kill(process.processIdentifier, SIGKILL) }
    }
  }
}

// MARK: - Passing the names

extension LogNames {
  /// The first word of a command line whose logs go by names, which come on standard input. Only the server writes it.
  static let firstWord = "--logs-by-name"

  /// The names on one line.
  fileprivate var text: String {
    let files = JSONObject(paths.map { ($0.key, .string($0.value)) })
    let folders = JSONObject(folders.map { ($0.key, .array($0.value.map(JSONValue.string))) })
    return JSONValue.object(["logs": .object(files), "folders": .object(folders)]).text
  }

  /// Reads the names from standard input.
  ///
  /// - Throws: ``UsageError`` if there are none.
  static func read() throws -> LogNames {
    guard let line = readLine(), let value = try? JSONValue(parsing: line), let files = value["logs"]?.object,
      let folders = value["folders"]?.object
    else { throw UsageError(message: "\(firstWord) is for 'fluxtape mcp', which passes names on standard input") }
    let names = folders.map { ($0.key, $0.value.array?.compactMap(\.string) ?? []) }
    return LogNames(
      paths: Dictionary(files.map { ($0.key, $0.value.string ?? "") }) { $1 }, folders: Dictionary(names) { $1 })
  }
}
