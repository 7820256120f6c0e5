import Dispatch
import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeLocking
import FluxtapeReports

/// Writes the rows of many logs into a folder of tables, on all processors.
final class TableIngest: Sendable {
  /// What was done.
  struct Totals: Sendable {
    var (written, skipped, grown) = (0, 0, 0)
    var unreadable: [HistoryError] = []
  }

  /// A part that a thread writes, and what collects its rows. The memory for rows serves for many logs.
  private struct Part {
    let draft: TableDraft
    let writer: TableWriter

    init(_ draft: TableDraft) {
      self.draft = draft
      writer = TableWriter(namesTables: false) { table, bytes in try draft.write(bytes, to: table) }
    }
  }

  private let folder: TableFolder
  /// Whether runs may be in the folder already. Of a new folder, no log is opened twice to find that out.
  private let mayHaveRuns: Bool
  private let checklist: Checklist
  private let limits: RunTables.Limits
  private let logCount: Int
  private let waiting: Locked<ArraySlice<[String]>>
  private let done: Locked<(totals: Totals, logs: Int, progress: Progress, failure: (any Error)?)>

  /// Bytes of rows in one part. A larger log makes a larger part.
  private static let partByteCount = 64 << 20
  private static let mostThreads = 8

  init(_ logs: [String], into folder: TableFolder, _ checklist: Checklist, _ limits: RunTables.Limits) {
    (self.folder, self.checklist, self.limits, logCount) = (folder, checklist, limits, logs.count)
    mayHaveRuns = folder.hasRuns
    waiting = Locked(LogWalk.groups(of: logs)[...])
    done = Locked((Totals(), 0, Progress("writing"), nil))
  }

  var totals: Totals { done.withLock { $0.totals } }

  /// - Throws: ``UsageError`` if the folder cannot be written.
  func run() throws {
    let threads = max(1, min(Self.mostThreads, SharedWork.processorCount, waiting.withLock { $0.count }))
    DispatchQueue.concurrentPerform(iterations: threads) { _ in
      do { try work() } catch { done.withLock { $0.failure = $0.failure ?? error } }
    }
    let failure = done.withLock { state in
      state.progress.end()
      return state.failure
    }
    if let failure { throw failure }
  }
}

// MARK: - On one thread

extension TableIngest {
  private func work() throws {
    var part: Part?
    while let group = next() {
      let current = try part ?? Part(folder.draft())
      part = current
      try write(group, to: current)
      if current.draft.byteCount > Self.partByteCount {
        try folder.commit(current.draft)
        part = nil
      }
    }
    if let part { try folder.commit(part.draft) }
  }

  /// The next logs of one run that may not be in the folder yet; `nil` at the end, and if another thread has failed.
  private func next() -> [String]? {
    while true {
      guard done.withLock({ $0.failure == nil }), let group = waiting.withLock({ $0.popFirst() }) else { return nil }
      done.withLock { state in
        state.logs += group.count
        state.progress.show(state.logs, of: logCount)
      }
      guard mayHaveRuns else { return group }
      let peeked = group.map(RunKey.peek)
      guard let first = peeked.first ?? nil, let known = folder.byteCount(ofRun: first.key) else { return group }
      note(known: known, peeked.reduce(0) { $0 + ($1?.byteCount ?? 0) })
    }
  }

  private func write(_ group: [String], to part: Part) throws {
    let (draft, writer) = (part.draft, part.writer)
    // A run is written whole, or not at all.
    var mark = draft.mark
    try Self.forEachRun(of: group) { run, number, logs in
      let key = try run.key(number: number)
      if let known = folder.byteCount(ofRun: key) ?? draft.byteCount(ofRun: key) { return note(known: known, run.storedByteCount) }
      try Self.write(run, key: key, number: number, logs: logs, checklist, limits, to: writer)
      draft.add(run: key, byteCount: run.storedByteCount)
      mark = draft.mark
      done.withLock { $0.totals.written += 1 }
    } leftOut: { error in
      writer.forget()
      try draft.rewind(to: mark)
      let byteCount = RunKey.peek(at: error.path)?.byteCount
      if !folder.hasProblem(error.path, byteCount: byteCount) {
        try RunTables.write(error, byteCount: byteCount, to: writer)
        draft.add(problem: error.path, byteCount: byteCount)
        mark = draft.mark
      }
      done.withLock { $0.totals.unreadable.append(error) }
    }
  }

  private func note(known: Int, _ byteCount: Int) {
    done.withLock { if known == byteCount { $0.totals.skipped += 1 } else { $0.totals.grown += 1 } }
  }
}

// MARK: - One run

extension TableIngest {
  /// Writes all runs of logs that belong together.
  ///
  /// - Parameter leftOut: Called for each log that cannot be read, whose row is written, too.
  static func write(
    _ group: [String], _ checklist: Checklist, _ limits: RunTables.Limits, to writer: TableWriter, leftOut: (HistoryError) -> Void
  ) throws {
    try forEachRun(of: group) { run, number, logs in
      try write(run, key: try run.key(number: number), number: number, logs: logs, checklist, limits, to: writer)
    } leftOut: { error in
      // What was handed on already stays: rows of a run that has no row in runs.
      writer.forget()
      try RunTables.write(error, byteCount: RunKey.peek(at: error.path)?.byteCount, to: writer)
      leftOut(error)
    }
  }

  /// Calls `body` with the runs of logs that belong together, and `leftOut` where one cannot be read, or `body` cannot read it.
  private static func forEachRun(
    of group: [String], _ body: (_ run: History, _ number: Int?, _ logs: [String]) throws -> Void,
    leftOut: (HistoryError) throws -> Void
  ) throws {
    var walk = LogWalk(group) { logs throws(HistoryError) in
      let opening = try HistoryOpening(any: logs)
      try opening.wait()
      return opening.histories
    }
    while true {
      do {
        guard let step = try walk.next() else { return }
        for (run, number) in zip(step.runs, step.numbers) { try body(run, number, step.logs) }
      } catch let error as HistoryError {
        try leftOut(error)
      }
    }
  }

  private static func write(
    _ run: History, key: String, number: Int?, logs: [String], _ checklist: Checklist, _ limits: RunTables.Limits, to writer: TableWriter
  ) throws {
    try RunTables(run, key: key, limits: limits, to: writer)
      .write(number: number, logs: logs.count > 1 ? run.files.map(\.path) : logs, checklist)
  }
}

extension TableIngest.Totals {
  var words: String {
    var parts = ["\(written.counted("run")) written"]
    if skipped > 0 { parts.append("\(skipped) skipped, which are there already") }
    if grown > 0 { parts.append("\(grown) left as written, though the log has grown: write to another folder to have all of it") }
    if !unreadable.isEmpty { parts.append("\(unreadable.count.counted("log")) cannot be read: see problems") }
    return parts.joined(separator: "; ")
  }
}
