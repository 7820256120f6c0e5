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
  private let key: [UInt8]
  private let writer: TableWriter
  private let storeNames: [String]
  /// The names as JSON: many rows have them.
  private let stores: [[UInt8]]
  private let start: Timestamp?
  private var paths = TablePaths()

  /// - Parameter writer: Receives the rows. It has none of another run.
  package init(_ history: History, key: String, limits: Limits, to writer: TableWriter) {
    (self.history, self.limits, self.writer) = (history, limits, writer)
    self.key = JSONValue.string(key).bytes
    storeNames = history.stores
    stores = storeNames.map { JSONValue.string($0).bytes }
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
    writer.row(.runs, of: key) { row in
      row.add(#","version":"#, Self.version)
      row.add(#","logs":"#, list: logs)
      row.add(#","number":"#, number)
      row.add(#","bytes":"#, history.storedByteCount)
      row.add(#","id":"#, summary.run)
      let header = history.header
      row.add(#","program":"#, header?.app?["name"]?.string)
      row.add(#","release":"#, header?.app?["version"]?.string)
      row.add(#","commit":"#, header?.meta?["commit"]?.string)
      row.add(#","host":"#, header?.process?["host"]?.string)
      if let meta = header?.meta, !meta.isEmpty { row.add(#","meta":"#, JSONNode(.object(meta))) }
      row.add(#","test":"#, summary.test?.identity)
      row.add(#","arguments":"#, summary.test?.arguments)
      row.add(#","attempt":"#, summary.test?.attempt)
      row.add(#","result":"#, summary.result.rawValue)
      row.add(#","red":"#, summary.isRed)
      row.add(#","began":"#, summary.start)
      row.add(#","duration":"#, summary.duration)
      row.add(#","steps":"#, summary.steps)
      row.add(#","problems":"#, summary.problemCount)
      if let problem = summary.problem {
        row.add(#","problem":"#, problem.kind.rawValue)
        row.add(#","step":"#, problem.step?.rawValue)
        row.add(#","text":"#, problem.text)
        row.add(#","site":"#, problem.site)
      }
      if summary.isRed { row.add(#","signature":"#, summary.signature) }
    }
    try writer.flush()
  }

  /// Writes the row of a log that cannot be read.
  package static func write(_ error: HistoryError, byteCount: Int?, to writer: TableWriter) throws {
    writer.row(.problems, of: nil) { row in
      row.add(#","version":"#, version)
      row.add(#","log":"#, error.path)
      row.add(#","bytes":"#, byteCount)
      row.add(#","why":"#, error.description)
    }
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
      writer.row(.steps, of: key) { out in
        out.add(#","row":"#, place)
        out.add(#","step":"#, row.step?.rawValue)
        out.add(#","kind":"#, row.kind.name)
        if let time = row.time {
          out.add(#","t":"#, time)
          out.add(#","time":"#, start?.advanced(byMicroseconds: time))
        }
        out.add(#","store":"#, json: row.store.map { stores[$0][...] })
        out.add(#","type":"#, row.type)
        out.add(#","level":"#, row.level)
        out.add(#","cause":"#, row.cause?.rawValue)
        out.add(#","duration":"#, row.duration)
        out.add(#","outcome":"#, row.outcomeName)
        out.add(#","enumCase":"#, json: contents.enumCase ?? action?.enumCase.map { JSONValue.string($0).bytes[...] })
        out.add(#","site":"#, json: contents.site)
        out.add(#","thread":"#, json: contents.thread)
        out.add(#","trace":"#, json: contents.trace)
        out.add(#","span":"#, json: contents.span)
        if row.hasEffect, let effect = contents.effect ?? row.effect {
          out.add(#","effect":"#, effect.name)
          out.add(#","phase":"#, effect.phase.rawValue)
        }
        if let error = action?.outcome.error {
          out.add(#","error":"#, error.type)
          out.add(#","message":"#, error.message)
        }
        out.add(#","payload":"#, json: contents.payload ?? action?.payload.map { $0.bytes[...] }, upTo: limits.longestValue)
      }
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
    let number = row.step?.rawValue
    for change in step.changes where isAsked(change, step) {
      let document = change.kind == .removed ? step.before ?? step.after : step.after
      let place = paths.path(of: change.pointer, in: document)
      writer.row(.changes, of: key) { out in
        out.add(#","row":"#, step.row)
        out.add(#","step":"#, number)
        out.add(#","store":"#, json: stores[step.store][...])
        out.add(#","path":"#, place.path.isEmpty ? "." : place.path)
        if place.isInArray {
          if place.identified != place.path { out.add(#","place":"#, place.identified) }
          out.add(#","pattern":"#, place.pattern)
        }
        out.add(#","kind":"#, change.kind.rawValue)
        if let from = change.from { out.add(#","origin":"#, paths.path(of: from, in: step.before ?? step.after).path) }
        out.add(#","old":"#, change.old, upTo: limits.longestValue)
        out.add(#","new":"#, change.new, upTo: limits.longestValue)
        if change.new?.kind == .number { out.add(#","number":"#, change.new) }
        if !step.isCertain { out.add(#","certain":"#, false) }
      }
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
      writer.row(.findings, of: key) { out in
        out.add(#","row":"#, finding.row)
        out.add(#","step":"#, row?.step?.rawValue)
        out.add(#","finding":"#, finding.kind.name)
        out.add(#","note":"#, finding.isNote)
        out.add(#","rule":"#, finding.kind.rule?.name)
        out.add(#","message":"#, words.title)
        out.add(#","store":"#, row?.store.map { storeNames[$0] })
        out.add(#","type":"#, row.map(\.type))
        out.add(#","site":"#, words.site)
        if let value = finding.values.first {
          out.add(#","path":"#, value.path)
          out.add(#","old":"#, value.old.map { JSONNode($0) }, upTo: limits.longestValue)
          out.add(#","new":"#, value.new.map { JSONNode($0) }, upTo: limits.longestValue)
        }
      }
      try writer.flushIfLarge()
    }
  }
}
