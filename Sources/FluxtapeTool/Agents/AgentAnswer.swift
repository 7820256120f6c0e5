import FluxtapeJSON
import FluxtapeLocking
import FluxtapeReports
import Foundation

/// The part of a command's output that fits into an answer.
struct AgentAnswer {
  private(set) var lines: [String] = []
  /// Lines after those.
  private(set) var left = 0
  /// The bytes of the first line, if it was too long to be whole.
  private(set) var cut: Int?
  private let offset: Int
  private let maxBytes: Int
  private var count = 0
  private var size = 0

  private static let (usualBytes, mostBytes, fewestBytes) = (2000, 100_000, 200)
  /// For the members around the lines.
  private static let frame = 100

  init(_ arguments: AgentTool.Arguments) {
    offset = max(0, arguments.number("offset") ?? 0)
    maxBytes = min(max(arguments.number("maxBytes") ?? Self.usualBytes, Self.fewestBytes), Self.mostBytes) - Self.frame
  }

  /// Takes the next line of the output.
  mutating func take(_ line: String) {
    defer { count += 1 }
    guard count >= offset else { return }
    let bytes = Self.size(of: line)
    if left == 0, size + bytes <= maxBytes {
      lines.append(line)
      size += bytes
    } else if lines.isEmpty {
      cut = line.utf8.count
      lines = [Self.beginning(of: line, maxBytes)]
      size = maxBytes
    } else {
      left += 1
    }
  }

  /// The size of a line in JSON, with what separates it from the next.
  private static func size(of line: some StringProtocol) -> Int { JSONValue.string(String(line)).printableText.utf8.count + 1 }

  /// Halves the line until it fits, then grows it again as far as it may.
  private static func beginning(of line: String, _ bytes: Int) -> String {
    var (fits, tooMany) = (0, line.unicodeScalars.count)
    while tooMany - fits > 1 {
      let middle = (fits + tooMany) / 2
      let text = String(String.UnicodeScalarView(line.unicodeScalars.prefix(middle)))
      if size(of: text) + 3 <= bytes { fits = middle } else { tooMany = middle }
    }
    return String(String.UnicodeScalarView(line.unicodeScalars.prefix(fits))) + "…"
  }

  /// - Parameter status: The exit status of the command.
  func json(_ status: Int32) -> JSONValue {
    let text = JSONValue.array(lines.map(JSONValue.string))
    if status > 1 { return ["error": text] }
    var object: JSONObject = ["data": text]
    if lines.isEmpty { object["note"] = .string(count == 0 ? "nothing was found" : "the answer has \(count.counted("line"))") }
    if let cut { object["cut"] = .string("the first line has \(cut) bytes; maxBytes asks for more of it") }
    if left > 0 { object["left"] = ["lines": .number(JSONNumber(left)), "offset": .number(JSONNumber(offset + lines.count))] }
    return .object(object)
  }
}

// MARK: - Running a command

/// A command of this program, in a process of its own: it cannot harm the server, and can be stopped.
final class AgentCommand: Sendable {
  private let process = Process()
  private let pipe = Pipe()
  /// Guards the start: a request may be cancelled before that.
  private let isStopped = Locked(false)

  init(_ words: [String]) {
    process.executableURL = Bundle.main.executableURL
    process.arguments = words
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = pipe
  }

  /// Returns the exit status after the last line; nothing runs after ``stop()``.
  func run(_ take: (String) -> Void) throws -> Int32 {
    let starts = try isStopped.withLock { isStopped in
      if !isStopped { try process.run() }
      return !isStopped
    }
    guard starts else { return 0 }
    var rest: [UInt8] = []
    while case let data = pipe.fileHandleForReading.availableData, !data.isEmpty {
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
    return process.terminationStatus
  }

  func stop() {
    isStopped.withLock { isStopped in
      isStopped = true
      if process.isRunning { process.terminate() }
    }
  }
}
