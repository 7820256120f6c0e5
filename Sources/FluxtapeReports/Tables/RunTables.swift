import FluxtapeAnswers
import FluxtapeDocuments
package import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

/// A run as rows of plain tables, for engines that ask many runs at once.
///
/// ```text
/// runs      1 ─── n  steps      by run and row
///                    changes    of values in states, by run and row
///                    findings   of a check, by run and row
/// problems                      logs that cannot be read
/// ```
/// Each row is one JSON object on a line; members without a value are left out. The page "Tables" of the documentation has all columns.
package final class RunTables {
  package enum Table: String, Sendable, CaseIterable { case runs, steps, changes, findings, problems }

  /// The version of the columns. A new column does not change it.
  package static let version = 1

  /// What to leave out.
  package struct Limits: Sendable {
    /// Only changes of values at these paths, or in what is there; `nil` for all.
    package var paths: [StatePath]?
    /// Only actions of these types, and what they changed; `nil` for all.
    package var types: Set<String>?
    /// Bytes of a value of a state or payload; of a longer one only the number of bytes is written, as `newBytes` or `payloadBytes`.
    package var longestValue = 4096

    package init() {}
  }

  private let history: History
  private let limits: Limits
  private let key: JSONText?
  private let writer: TableWriter
  private let storeNames: [String]
  /// The names as JSON: many rows have them.
  private let stores: [JSONText?]
  private let start: Timestamp?
  private var paths = TablePaths()

  /// - Parameter writer: Receives the rows. It has none of another run.
  package init(_ history: History, key: String, limits: Limits, to writer: TableWriter) {
    (self.history, self.limits, self.writer) = (history, limits, writer)
    self.key = JSONText(JSONValue.string(key).bytes[...])
    storeNames = history.stores
    stores = storeNames.map { JSONText(JSONValue.string($0).bytes[...]) }
    start = history.start
  }
}

// MARK: - Runs

extension RunTables {
  /// Checks the run, and writes the rows of all tables. That of the run comes last.
  ///
  /// - Parameters:
  ///   - number: The run's number in a log with several, counted from 1; else `nil`.
  ///   - logs: The log, or those of the run's segments.
  /// - Throws: ``HistoryError`` if the log can no longer be read; what `writer` throws.
  package func write(number: Int?, logs: [String], _ checklist: Checklist) throws {
    try writeSteps()
    let findings = try writeChanges(checking: checklist)
    try writeFindings(of: CheckedRun(history, log: history.files.first?.path ?? "", number: number, findings: findings))
    let summary = try history.summary(of: findings)
    let (header, problem) = (history.header, summary.problem)
    let meta = header?.meta.flatMap { $0.isEmpty ? nil : $0 }
    writer.row(
      .runs, of: key,
      [
        "version": Self.version, "logs": logs, "number": number, "bytes": history.storedByteCount, "id": summary.run,
        "program": header?.app?["name"]?.string, "release": header?.app?["version"]?.string, "commit": header?.meta?["commit"]?.string,
        "host": header?.process?["host"]?.string, "meta": meta, "test": summary.test?.identity, "arguments": summary.test?.arguments,
        "attempt": summary.test?.attempt, "result": summary.result.rawValue, "red": summary.isRed, "began": summary.start,
        "duration": summary.duration, "steps": summary.steps, "problems": summary.problemCount, "problem": problem?.kind.rawValue,
        "step": problem?.step, "text": problem?.text, "site": problem?.site, "signature": summary.isRed ? summary.signature : nil,
      ])
    try writer.flush()
  }

  /// Writes the row of a log that cannot be read.
  package static func write(_ error: HistoryError, byteCount: Int?, to writer: TableWriter) throws {
    writer.row(.problems, of: nil, ["version": version, "log": error.path, "bytes": byteCount, "why": error.description])
    try writer.flush()
  }
}

// MARK: - Steps

extension RunTables {
  private func writeSteps() throws {
    var reader = RowContentsReader(history)
    let rows = history.rows
    for place in rows.indices {
      let row = rows[place]
      if isLeftOut(row) { continue }
      let contents = try reader.contents(of: place)
      // A copy of a dispatched action has its contents there, and an error may stand in a completion.
      let action = row.hasError || contents.mayBeCopy ? try history.action(at: place) : nil
      let effect = row.hasEffect ? contents.effect ?? row.effect : nil
      let error = action?.outcome.error
      writer.row(
        .steps, of: key,
        [
          "row": place, "step": row.step, "kind": row.kind.name, "t": row.time,
          "time": row.time.flatMap { start?.advanced(byMicroseconds: $0) }, "store": row.store.flatMap { stores[$0] }, "type": row.type,
          "level": row.level, "cause": row.cause, "duration": row.duration, "outcome": row.outcomeName,
          "enumCase": JSONText(contents.enumCase ?? action?.enumCase.map { JSONValue.string($0).bytes[...] }),
          "site": JSONText(contents.site), "thread": JSONText(contents.thread), "trace": JSONText(contents.trace),
          "span": JSONText(contents.span), "effect": effect?.name, "phase": effect?.phase.rawValue, "error": error?.type,
          "message": error?.message,
          "payload": JSONText(contents.payload ?? action?.payload.map { $0.bytes[...] }, upTo: limits.longestValue),
        ])
      try writer.flushIfLarge()
    }
  }

  private func isLeftOut(_ row: HistoryRow) -> Bool { limits.types.map { row.kind == .action && !$0.contains(row.type) } ?? false }
}

extension HistoryRow.Kind {
  fileprivate var name: String {
    switch self {
    case .action: "action"
    case .state: "state"
    case .mark: "mark"
    case .gap, .jump: "gap"
    case .badLine: "bad-line"
    case .unknown: "unknown"
    case .end: "end"
    }
  }
}

extension HistoryRow {
  /// What came of an action where that is not a state; `nil` for others.
  fileprivate var outcomeName: String? {
    guard kind == .action else { return nil }
    if hasError { return "failed" }
    if isInFlight { return "in-flight" }
    if isPending { return "pending" }
    if isOutcomeLost { return "lost" }
    if isOmitted { return "omitted" }
    return isUnreduced ? "unreduced" : nil
  }
}

// MARK: - Changes

extension RunTables {
  /// Checks the run, and writes the changes that the check comes by.
  private func writeChanges(checking checklist: Checklist) throws -> [Finding] {
    var failure: (any Error)?
    let findings = try history.check(
      checklist,
      tellingChanges: { [self] step in
        do { try write(step) } catch { failure = error }
        return failure == nil
      })
    if let failure { throw failure }
    return findings
  }

  private func write(_ step: LeafChanges) throws {
    guard !step.changes.isEmpty else { return }
    let row = history.rows[step.row]
    guard !isLeftOut(row) else { return }
    for change in step.changes where isAsked(change, step) {
      let document = change.kind == .removed ? step.before ?? step.after : step.after
      let place = paths.path(of: change.pointer, in: document)
      writer.row(
        .changes, of: key,
        [
          "row": step.row, "step": row.step, "store": stores[step.store], "path": place.path.isEmpty ? "." : place.path,
          "place": place.isInArray && place.identified != place.path ? place.identified : nil,
          "pattern": place.isInArray ? place.pattern : nil, "kind": change.kind.rawValue,
          "origin": change.from.map { paths.path(of: $0, in: step.before ?? step.after).path },
          "old": JSONText(change.old, upTo: limits.longestValue), "new": JSONText(change.new, upTo: limits.longestValue),
          "number": change.new?.kind == .number ? JSONText(change.new, upTo: .max) : nil, "certain": step.isCertain ? nil : false,
        ])
    }
    try writer.flushIfLarge()
  }

  private func isAsked(_ change: LeafChange, _ step: LeafChanges) -> Bool {
    guard let paths = limits.paths else { return true }
    let document = change.kind == .removed ? step.before ?? step.after : step.after
    return paths.contains { path in
      (path.store ?? storeNames[step.store]) == storeNames[step.store] && path.pointer(in: document)?.contains(change.pointer) == true
    }
  }
}

// MARK: - Findings

extension RunTables {
  private func writeFindings(of run: CheckedRun) throws {
    for finding in run.findings {
      let words = FindingWords(finding, in: run, hidesValues: false)
      let row = finding.row.map { history.rows[$0] }
      let value = finding.values.first
      writer.row(
        .findings, of: key,
        [
          "row": finding.row, "step": row?.step, "finding": finding.kind.name, "note": finding.isNote, "rule": finding.kind.rule?.name,
          "message": words.title, "store": row?.store.map { storeNames[$0] }, "type": row?.type, "site": words.site, "path": value?.path,
          "old": JSONText(value?.old.map { JSONNode($0) }, upTo: limits.longestValue),
          "new": JSONText(value?.new.map { JSONNode($0) }, upTo: limits.longestValue),
        ])
      try writer.flushIfLarge()
    }
  }
}
