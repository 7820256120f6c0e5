import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLocking

/// A command of this program, in a separate process: it cannot harm the server, and can be stopped.
final class AgentCommand: Sendable {
  private let words: [String]
  private let logs: LogNames
  /// Guards the start: a request may be cancelled before that.
  private let state = Locked<(isStopped: Bool, process: ChildProcess?)>((false, nil))

  /// - Parameter logs: All that the command can open.
  init(_ words: [String], about logs: LogNames) { (self.words, self.logs) = (words, logs) }

  /// The program that is running; on Linux, wherever it was moved since.
  private static var ownProgram: String {
    let link = "/proc/self/exe"
    return OutputFile.kind(of: link) == nil ? CommandLine.arguments[0] : link
  }

  /// Returns the exit status, 128 and more for a signal, and what the command said beside its answer; nothing runs after ``stop()``.
  ///
  /// - Parameter take: Called with each line of the answer.
  func run(_ take: (String) -> Void) throws -> (status: Int32, remarks: [String]) {
    // Started here: a waiting question thus has no open files.
    let process = try state.withLock { state -> ChildProcess? in
      guard !state.isStopped else { return nil }
      let program = Self.ownProgram
      state.process = ChildProcess(
        program, arguments: [LogNames.firstWord] + (FormOptions.current?.words ?? []) + words, input: .pipe, output: .pipe, errors: .pipe)
      guard state.process != nil else { throw UsageError(message: "\(program) cannot be started") }
      return state.process
    }
    guard let process else { return (0, []) }
    // The command reads the names before it does anything. One that was stopped reads no more.
    var names = Array((logs.text + "\n").utf8)[...]
    var (rest, remarks): ([UInt8], [UInt8]) = ([], [])
    while true {
      let moved = process.transfer(names)
      names.removeFirst(moved.written ?? names.count)
      if names.isEmpty { process.closeInput() }
      remarks += moved.errors ?? []
      rest += moved.output ?? []
      var start = 0
      while let end = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
        take(String(decoding: rest[start..<end], as: UTF8.self))
        start = end + 1
      }
      rest.removeFirst(start)
      if moved.output == nil, moved.errors == nil { break }
    }
    if !rest.isEmpty { take(String(decoding: rest, as: UTF8.self)) }
    let said = String(decoding: remarks, as: UTF8.self).split(separator: "\n").map(String.init)
    switch process.wait() {
    case .exited(let status): return (status, said)
    // Else a command that died before its first line would have found nothing.
    case .killed(let signal): return (128 + signal, said + ["the answer is not complete: signal \(signal) ended its command"])
    }
  }

  func stop() {
    state.withLock { state in
      state.isStopped = true
      state.process?.stop()
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
