import FluxtapeLog
import FluxtapeLogReading

/// Opens logs one after the other, so that not all of them are open at the same time. Logs of one run are opened together.
///
/// ```swift
/// var walk = LogWalk(paths)
/// while let step = try walk.next() { … }
/// ```
package struct LogWalk {
  /// Logs that were opened together.
  package struct Step {
    package let runs: [History]
    package let logs: [String]
    /// The number of each run in its first log, counted from 1; `nil` for the only run of a log.
    package let numbers: [Int?]

    init(_ runs: [History], _ logs: [String]) {
      (self.runs, self.logs) = (runs, logs)
      let counts = Dictionary(runs.map { ($0.files.first?.path, 1) }, uniquingKeysWith: +)
      var seen: [String?: Int] = [:]
      numbers = runs.map { run in
        let path = run.files.first?.path
        seen[path, default: 0] += 1
        return counts[path] == 1 ? nil : seen[path]
      }
    }
  }

  private let open: ([String]) throws(HistoryError) -> [History]
  /// The logs to open together, in the order of the first of each group.
  private var groups: ArraySlice<[String]>
  /// The number of logs that were opened, or could not be.
  package private(set) var openedCount = 0

  /// - Parameter open: Opens logs together.
  /// - Complexity: Reads the beginning of each log, if there are several.
  package init(
    _ logs: [String],
    open: @escaping ([String]) throws(HistoryError) -> [History] = { logs throws(HistoryError) in try History.open(logs) }
  ) {
    self.open = open
    groups = Self.groups(of: logs)[...]
  }

  /// Opens the next log, or the next logs of one run.
  ///
  /// - Returns: `nil` at the end.
  /// - Throws: ``HistoryError`` if a log cannot be read. The next call goes on with the others.
  package mutating func next() throws(HistoryError) -> Step? {
    guard let logs = groups.popFirst() else { return nil }
    do {
      let step = Step(try open(logs), logs)
      openedCount += logs.count
      return step
    } catch {
      let rest = logs.filter { $0 != error.path }
      openedCount += logs.count
      if !rest.isEmpty, rest.count < logs.count {
        openedCount -= rest.count
        groups.insert(rest, at: groups.startIndex)
      }
      throw error
    }
  }
}

// MARK: - Logs of one run

extension LogWalk {
  /// The bytes of a log in which its header ends.
  private static let headerByteCount = 1 << 13

  /// The logs to open together: those of one run, in the order of the first of each group.
  ///
  /// - Complexity: Reads the beginning of each log, if there are several.
  package static func groups(of logs: [String]) -> [[String]] {
    // Standard input can be read only once.
    if logs.count == 1 || logs.contains(LogFile.standardInputPath) { return [logs] }
    let headers = logs.map(header)
    // Only a later segment continues a run: others of its name, as some recorders give to all, are runs of their own.
    let segmented = Set(headers.compactMap { $0?.segment ?? 1 > 1 ? $0?.run : nil })
    var groups: [[String]] = []
    var places: [String: Int] = [:]
    for (log, header) in zip(logs, headers) {
      guard let run = header?.run, segmented.contains(run) else {
        groups.append([log])
        continue
      }
      if let place = places[run] {
        groups[place].append(log)
      } else {
        places[run] = groups.count
        groups.append([log])
      }
    }
    return groups
  }

  /// `nil` for a log without a header, and for one that cannot be read, which shows when it is opened.
  static func header(of log: String) -> LogHeader? {
    guard var file = try? FileBytes(opening: log) else { return nil }
    if let packing = file.packing {
      guard let unpacked = try? file.unpacked(packing, into: FileBytes.temporaryFolder) else { return nil }
      file = unpacked
    }
    guard let bytes = try? file.bytes(at: 0, count: min(headerByteCount, file.count)), let end = bytes.lineFeed(from: 0),
      case .header(let header)? = try? LogLine(decoding: Array(bytes[..<end]))
    else { return nil }
    return header
  }
}
