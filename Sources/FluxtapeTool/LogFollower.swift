#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

import FluxtapeHistory
import FluxtapeReports

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
    var opening = try firstOpening()
    var isMissing = false
    while true {
      printNewRows(of: opening.histories)
      let isLast = input?.isOpen == false
      let growth = try opening.readOn()
      if isLast, growth == .unchanged { return printNewRows(of: opening.histories, isLast: true) }
      if growth == .removed, !isMissing { StandardOutput.warn("fluxtape: \(paths.last ?? ""): the log was removed; waiting for a new one") }
      isMissing = growth == .removed
      switch growth {
      case .grown: continue
      case .unchanged, .removed: usleep(Self.interval)
      case .remade:
        guard let next = try reopened(paths, while: \.mayBeUnfinished) else { continue }
        let isSame = zip(next.histories, printed).allSatisfy { $0.rows.count >= $1 } && next.histories.count >= printed.count
        if !isSame { begin(paths.last ?? "") }
        opening = next
      case .truncated, .replaced:
        guard let path = paths.last, let next = try reopened([path], while: { $0.reason == .empty || $0.reason == .notFound }) else {
          continue
        }
        begin(path)
        opening = next
      }
    }
  }

  /// Opens the logs as soon as they are not empty.
  private func firstOpening() throws -> HistoryOpening {
    var hasWarned = false
    while let input, !input.isWorthOpening { usleep(Self.interval) }
    while true {
      if let opening = try reopened(paths, while: { $0.reason == .empty }) { return opening }
      if !hasWarned { StandardOutput.warn("fluxtape: \(paths.last ?? ""): waiting for the first step") }
      hasWarned = true
    }
  }

  private mutating func begin(_ path: String) {
    StandardOutput.warn("fluxtape: \(path): the log was replaced; following the new one")
    printed = []
  }

  /// Opens the paths again. Returns `nil` while the logs are being written.
  private func reopened(_ paths: [String], while isWritten: (HistoryError) -> Bool) throws -> HistoryOpening? {
    do throws(HistoryError) {
      let opening = try HistoryOpening(any: paths, from: input)
      try opening.wait()
      return opening
    } catch {
      guard isWritten(error), input?.isOpen != false else { throw error }
      usleep(Self.interval)
      return nil
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
