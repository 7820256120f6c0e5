import FluxtapeJSON
import FluxtapeLog

extension History {
  /// The run in a few words.
  ///
  /// - Throws: ``HistoryError`` if a file can no longer be read.
  /// - Complexity: O(rows).
  public func summary() throws(HistoryError) -> RunSummary {
    var (steps, problems, last) = (0, 0, 0)
    var worst: (kind: RunProblem.Kind, row: Int)?
    var end: Int?
    for (index, row) in rows.enumerated() {
      if row.kind == .action { steps += 1 }
      if row.kind == .end { end = index }
      last = max(last, row.time ?? 0)
      guard let kind = row.problemKind else { continue }
      problems += 1
      if worst.map({ kind.isWorse(than: $0.kind) }) ?? true { worst = (kind, index) }
    }
    let test = header.flatMap(RecordedTest.init)
    let ended = end.map { rows[$0].type }
    return RunSummary(
      test: test, result: Self.result(of: test, ended: ended, hasFailed: worst?.kind == .failure), run: header?.run,
      program: header?.program, start: start, duration: last, steps: steps,
      problem: try worst.map { (worst) throws(HistoryError) in try problem(worst.kind, at: worst.row) },
      problemCount: problems)
  }

  private static func result(of test: RecordedTest?, ended: String?, hasFailed: Bool) -> RunSummary.Result {
    guard let ended else { return .unfinished }
    guard test != nil else { return .ended }
    if hasFailed { return .failed }
    return RunSummary.Result(rawValue: ended) ?? .ended
  }

  private func problem(_ kind: RunProblem.Kind, at index: Int) throws(HistoryError) -> RunProblem {
    let row = rows[index]
    var (text, site): (String, String?) = (row.type, nil)
    switch try record(at: index) {
    case .mark(let mark): site = mark.site
    case .action(let record):
      site = record.site
      if kind == .error, let error = try action(at: index)?.outcome.error { text += ": \(error.message)" }
    default: break
    }
    return RunProblem(kind: kind, row: index, step: row.step, text: text, site: site)
  }
}

extension HistoryRow {
  /// What is wrong here, if something is.
  fileprivate var problemKind: RunProblem.Kind? {
    switch kind {
    case .action: isInFlight ? .inFlight : hasError ? .error : isPending ? .pending : nil
    case .mark: level == "error" ? .failure : level == "warning" ? .warning : nil
    case .badLine: .badLine
    case .gap, .jump: .gap
    case .unknown, .end: nil
    }
  }
}

extension RunProblem.Kind {
  fileprivate func isWorse(than other: Self) -> Bool { rank < other.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? Self.allCases.count }
}

extension LogHeader {
  /// What wrote the log, for people: the app and its version, or the process.
  var program: String? {
    if let name = app?["name"]?.string, !name.isEmpty {
      return [name, app?["version"]?.string].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
    }
    return (process?["id"]?.int).map { "process \($0)" }
  }
}

extension RecordedTest {
  /// `nil` if the log is not that of a test.
  init?(_ header: LogHeader) {
    func text(_ key: String) -> String? { header.meta?[key]?.string }
    guard let name = text("test") else { return nil }
    self.name = name
    arguments = text("case")
    attempt = text("attempt").flatMap { Int($0) } ?? 1
    identity = text("id") ?? name
    site = text("site")
  }
}
