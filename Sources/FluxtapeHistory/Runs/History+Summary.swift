import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

extension History {
  /// Summarizes the run. Its problems are those of ``check(_:report:)``. A test records how it ended, so only its rows and the rules are
  /// checked; the states of other runs are checked too.
  ///
  /// - Parameter checklist: Further things to check.
  /// - Throws: ``HistoryError`` if a file can no longer be read.
  /// - Complexity: O(bytes of the log).
  public func summary(_ checklist: Checklist = Checklist()) throws(HistoryError) -> RunSummary {
    // A summary contains no notes.
    var memory: ReducerMemory?
    return try summary(of: findings(checklist, looksAtStates: header.flatMap(RecordedTest.init) == nil, &memory) { _, _ in true })
  }

  /// Summarizes the run with the findings of ``check(_:report:)``.
  ///
  /// - Throws: ``HistoryError`` if a file can no longer be read.
  package func summary(of findings: [Finding]) throws(HistoryError) -> RunSummary {
    let test = header.flatMap(RecordedTest.init)
    var problems = findings.compactMap { finding -> Problem? in
      RunProblem.Kind(finding).map { Problem(kind: $0, finding: finding, row: finding.row ?? 0) }
    }
    var last = 0
    var end: Int?
    var others: [String] = []
    let index = index
    for row in index.rows.indices {
      switch index.rows[row].kind {
      case .end: end = row
      case .mark:
        if rows[row].level == "warning" { problems.append(Problem(kind: .warning, finding: nil, row: row)) }
        if rows[row].problem == "sharedStore", case .mark(let mark)? = try record(at: row), let other = mark.problem?.other["test"]?.string,
          !others.contains(other)
        {
          others.append(other)
        }
      case .action, .gap, .jump, .badLine, .unknown, .state: break
      }
      last = max(last, index.time(of: row) ?? 0)
    }
    let worst = problems.min { ($0.kind.rank, $0.row) < ($1.kind.rank, $1.row) }
    return RunSummary(
      test: test, result: Self.result(of: test, ended: end.map { rows[$0].type }, hasFailed: worst?.kind == .failure), run: header?.run,
      program: header?.program, app: header?.appName, process: header?.processName, start: start, duration: last, steps: stepCount,
      problem: try worst.flatMap { (worst) throws(HistoryError) in try self.problem(worst) }, problemCount: problems.count,
      endsInAction: end == nil && problems.contains { $0.kind == .inFlight }, sharesStoreWith: others,
      isHypothetical: hypothetical != nil)
  }

  private struct Problem {
    let kind: RunProblem.Kind
    /// `nil` for a warning mark, which a check does not report.
    let finding: Finding?
    let row: Int
  }

  private static func result(of test: RecordedTest?, ended: String?, hasFailed: Bool) -> RunSummary.Result {
    guard let ended else { return .unfinished }
    guard test != nil else { return .ended }
    if hasFailed { return .failed }
    return RunSummary.Result(rawValue: ended) ?? .ended
  }

  private func problem(_ problem: Problem) throws(HistoryError) -> RunProblem? {
    guard rows.indices.contains(problem.row) else { return nil }
    let row = rows[problem.row]
    var (text, site): (String, String?) = (row.type, nil)
    switch try record(at: problem.row) {
    case .mark(let mark): site = mark.site
    case .action(let record): site = record.site
    default: break
    }
    switch problem.finding?.kind {
    case .failure(let error?): text += ": \(error.message)"
    case .broken(let rule): text = rule.name
    case .flagLeftOn: text = problem.finding?.values.first?.path ?? text
    default: break
    }
    return RunProblem(kind: problem.kind, row: problem.row, step: row.step, text: text, site: site)
  }
}

extension RunProblem.Kind {
  /// `nil` for a note.
  fileprivate init?(_ finding: Finding) {
    guard !finding.isNote else { return nil }
    switch finding.kind {
    case .errorMark: self = .failure
    case .recorded: self = .patch
    case .broken: self = .rule
    case .inFlight: self = .inFlight
    case .failure: self = .error
    case .feedbackLoop: self = .loop
    case .flagLeftOn: self = .flag
    case .patchFailed, .patchWithoutState, .patchUnlikeSnapshot: self = .patch
    case .badLine: self = .badLine
    case .missing, .repeatedStep, .timeWentBack, .wrongCause, .dropped, .tornEnd, .noEnd: self = .gap
    case .pending: self = .pending
    case .secret: self = .secret
    case .undecided, .uncertain, .repeatedKey, .unseen, .suspicion, .omittedStates, .opaqueValues: return nil
    }
  }

  fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? Self.allCases.count }
}

extension LogHeader {
  /// The program that wrote the log, for people: the app and its version, or the process.
  var program: String? {
    if let name = appName {
      return [name, app?["version"]?.string].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
    }
    return (process?["id"]?.int).map { "process \($0)" }
  }

  fileprivate var appName: String? { app?["name"]?.string.flatMap { $0.isEmpty ? nil : $0 } }

  fileprivate var processName: String? { (process?["id"]?.int).map { "\(process?["host"]?.string ?? "") \($0)" } }
}

extension RecordedTest {
  /// `nil` if the log is not from a test.
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
