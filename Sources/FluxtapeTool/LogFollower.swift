import FluxtapeAnswers
import FluxtapeHistory
import Foundation

/// Prints a log's rows, then new rows as they are written.
struct LogFollower {
  private let paths: [String]
  private let format: ReportFormat
  /// Standard input, if that is the log.
  private let input: LiveInput?
  /// The number of printed rows of each run.
  private var printed: [Int] = []

  /// The microseconds between checks of the file.
  private static let interval = useconds_t(200_000)

  init(_ paths: [String], as format: ReportFormat) throws {
    guard format == .text || format == .json else { throw UsageError(message: "--follow prints text or JSON") }
    self.paths = paths
    self.format = format
    input = paths == [LogFile.standardInputPath] ? try LiveInput() : nil
  }
}

extension LogFollower {
  /// Runs until the file can no longer be read, or standard input has ended.
  mutating func run() throws {
    let logs = FollowedLogs(try Self.firstOpening(of: paths, from: input), keeping: 0) { [paths, input] (event) throws(HistoryError) in
      try HistoryOpening(any: event == .grown ? paths : paths.suffix(1), from: input)
    }
    var absence: LogAbsence?
    while true {
      let histories = logs.opening.histories
      printNewRows(of: histories)
      let isLast = input?.isOpen == false
      switch try logs.check() {
      case nil where isLast: return printNewRows(of: histories, isLast: true)
      case nil: usleep(Self.interval)
      case .grown: break
      case .truncated, .replaced:
        StandardOutput.warn("fluxtape: \(paths.last ?? ""): the log was replaced; following the new one")
        printed = []
      }
      if logs.absence != absence {
        absence = logs.absence
        guard let absence else { continue }
        StandardOutput.warn("fluxtape: \(paths.last ?? ""): the log was \(Self.words(for: absence)); waiting for a new one")
      }
    }
  }

  private static func words(for absence: LogAbsence) -> String {
    switch absence {
    case .removed: "removed"
    case .replaced: "replaced by a file that is not a log yet"
    case .emptied: "emptied"
    }
  }

  /// Opens the logs as soon as they are there and not empty.
  static func firstOpening(of paths: [String], from input: LiveInput? = nil) throws -> HistoryOpening {
    var hasWarned = false
    while let input, !input.isWorthOpening { usleep(interval) }
    while true {
      do throws(HistoryError) {
        let opening = try HistoryOpening(any: paths, from: input)
        try opening.wait()
        return opening
      } catch {
        guard error.isBeforeFirstLine, input?.isOpen != false else { throw error }
      }
      let path = paths.last ?? ""
      let words = OutputFile.kind(of: path) == nil ? "no such file yet; waiting for it" : "waiting for the first step"
      if !hasWarned { StandardOutput.warn("fluxtape: \(path): \(words)") }
      hasWarned = true
      usleep(interval)
    }
  }

  /// - Parameter isLast: Whether no more bytes may come.
  private mutating func printNewRows(of runs: [History], isLast: Bool = false) {
    var output = StandardOutput()
    for (place, run) in runs.enumerated() {
      if place == printed.count {
        if place > 0 { output.line(format == .json ? run.jsonHeading(place + 1).printableText : run.heading(place + 1)) }
        printed.append(0)
      }
      // Print an incomplete last line when it is complete.
      let count = run.rows.count - (!isLast && run.rows.last?.isTorn == true ? 1 : 0)
      guard count > printed[place] else { continue }
      output.print(timeline: printed[place]..<count, of: run, as: format)
      printed[place] = count
    }
  }
}

extension HistoryError {
  /// Whether the log is missing or empty, so that its program may not have started to write.
  var isBeforeFirstLine: Bool { reason == .empty || reason == .notFound }
}
