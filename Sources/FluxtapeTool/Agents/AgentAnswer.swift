import Dispatch
import FluxtapeJSON
import FluxtapeLocking
import FluxtapeReports
import Foundation

/// The part of a command's output that fits into an answer.
struct AgentAnswer {
  private var lines: BoundedLines
  private let remarkBytes: Int

  private static let (usualBytes, mostBytes, fewestBytes) = (2000, 100_000, 200)
  private static let mostRemarks = 400
  /// For the members around the lines.
  private static let frame = 100

  init(_ arguments: AgentTool.Arguments) {
    // What the command says beside its answer has its own share.
    let all = min(max(arguments.number("maxBytes") ?? Self.usualBytes, Self.fewestBytes), Self.mostBytes)
    remarkBytes = min(Self.mostRemarks, all / 4)
    lines = Self.lines(offset: max(0, arguments.number("offset") ?? 0), all - Self.frame - remarkBytes)
  }

  /// The size of a line is that of its JSON, with what separates it from the next.
  private static func lines(offset: Int, _ maxBytes: Int) -> BoundedLines {
    BoundedLines(offset: offset, maxBytes: maxBytes) { JSONValue.string($0).printableText.utf8.count + 1 }
  }

  /// Adds the next line of the output.
  mutating func add(_ line: String) { lines.add(line) }

  /// - Parameters:
  ///   - status: The exit status of the command.
  ///   - remarks: What it said beside its answer. Without an answer, that is the error.
  func json(_ status: Int32, remarks: [String]) -> (value: JSONValue, isError: Bool) {
    var said = Self.lines(offset: 0, remarkBytes)
    for remark in remarks { said.add(remark) }
    let words = JSONValue.array(said.lines.map(JSONValue.string))
    if status != 0, lines.count == 0, !remarks.isEmpty { return (["error": words], true) }
    var object: JSONObject = ["data": .array(lines.lines.map(JSONValue.string))]
    if !remarks.isEmpty { object["remarks"] = words }
    if lines.lines.isEmpty {
      object["note"] = .string(lines.count == 0 ? "nothing was found" : "the answer has \(lines.count.counted("line"))")
    }
    if let cut = lines.cut { object["cut"] = .string("the first line has \(cut) bytes; maxBytes asks for more of it") }
    if lines.left > 0 { object["left"] = ["lines": .number(JSONNumber(lines.left)), "offset": .number(JSONNumber(lines.next))] }
    return (.object(object), false)
  }
}

// MARK: - Running a command

/// A command of this program, in a separate process: it cannot harm the server, and can be stopped.
final class AgentCommand: Sendable {
  private let words: [String]
  /// Guards the start: a request may be cancelled before that.
  private let state = Locked<(isStopped: Bool, process: Process?)>((false, nil))

  init(_ words: [String]) { self.words = words }

  /// Returns the exit status and what the command said beside its answer; nothing runs after ``stop()``.
  ///
  /// - Parameter take: Called with each line of the answer.
  func run(_ take: (String) -> Void) throws -> (status: Int32, remarks: [String]) {
    // Made here, so that a question that waits has no files open.
    let (process, output, errors) = (Process(), Pipe(), Pipe())
    process.executableURL = Bundle.main.executableURL
    process.arguments = words
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    let starts = try state.withLock { state in
      guard !state.isStopped else { return false }
      try process.run()
      state.process = process
      return true
    }
    guard starts else { return (0, []) }
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
    return (process.terminationStatus, remarks.withLock { $0.split(separator: "\n").map(String.init) })
  }

  func stop() {
    state.withLock { state in
      state.isStopped = true
      // Not a signal that it may block: it inherits which ones from the thread that starts it. A command only reads.
      if let process = state.process, process.isRunning { _ = kill(process.processIdentifier, SIGKILL) }
    }
  }
}
