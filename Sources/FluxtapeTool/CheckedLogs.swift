import FluxtapeHistory
import FluxtapeReports

extension History {
  /// Opens logs and folders of logs, and checks each run.
  ///
  /// - Throws: ``HistoryError`` if a log cannot be read, or ``UsageError`` if a rule names a store that no run has.
  static func checked(_ logs: [String], _ checklist: Checklist) throws -> [CheckedRun] {
    let logs = try logs.flatMap { try LogFolder.logs(at: $0) }
    let opening = try HistoryOpening(any: logs)
    try opening.waitShowingProgress()
    return try checked(opening.histories, checklist, named: logs)
  }

  /// Checks the readable logs, and returns the errors of the others. An empty log is unreadable: its app may have died before the first
  /// byte.
  ///
  /// - Throws: ``UsageError`` if a folder has no log, or if a rule names a store that no run has.
  static func checkedAsFarAsReadable(_ logs: [String], _ checklist: Checklist) throws -> (runs: [CheckedRun], unreadable: [HistoryError]) {
    let logs = try logs.flatMap { try LogFolder.logs(at: $0) }
    let (histories, unreadable) = try opened(logs)
    return (try checked(histories, checklist, named: logs), unreadable)
  }

  private static func opened(_ logs: [String]) throws -> (histories: [History], unreadable: [HistoryError]) {
    do {
      let opening = try HistoryOpening(any: logs)
      try opening.waitShowingProgress()
      let read = Set(opening.histories.flatMap { $0.files.map(\.path) })
      let unread = logs.filter { !read.contains($0) }.compactMap(HistoryError.init(opening:))
      return (opening.histories, unread)
    } catch let error as HistoryError {
      var unreadable: [HistoryError] = []
      var readable: [String] = []
      for log in logs {
        if let error = HistoryError(opening: log) { unreadable.append(error) } else { readable.append(log) }
      }
      // The error occurred in the contents of a log, after it was opened.
      if unreadable.isEmpty { (unreadable, readable) = ([error], logs.filter { $0 != error.path }) }
      guard readable.count < logs.count, !readable.isEmpty else { return ([], unreadable) }
      let rest = try opened(readable)
      return (rest.histories, unreadable + rest.unreadable)
    }
  }

  private static func checked(_ runs: [History], _ checklist: Checklist, named logs: [String]) throws -> [CheckedRun] {
    if !runs.isEmpty { try checklist.check(amongStores: storesOfAll(runs)) }
    var memory = ReducerMemory()
    var checked = try runs.map { run in
      run.warnAboutNeeds()
      var progress = Progress("checking")
      let findings = try run.check(checklist, comparingWith: &memory) { done, total in
        progress.show(done, of: total)
        return true
      }
      progress.end()
      // A report rebuilds the few states that it shows.
      if runs.count > 1 { run.setMemoryBudget(History.defaultMemoryBudget) }
      return (run: run, findings: findings)
    }
    if !checked.isEmpty { checked[0].findings += try checklist.unseen(by: checked.map(\.findings), in: runs) }
    let numbers = runs.numbersInTheirLogs
    return zip(checked, numbers).map { checked, number in
      CheckedRun(
        checked.run, log: checked.run.files.first?.path ?? logs[0], number: number, findings: checked.findings,
        lookedForSecrets: checklist.looksForSecrets)
    }
  }
}

extension [History] {
  /// The number of each run in its log, as for `--run`; `nil` for the only run of a log.
  fileprivate var numbersInTheirLogs: [Int?] {
    let counts = Dictionary(map { ($0.files.first?.path, 1) }, uniquingKeysWith: +)
    var seen: [String?: Int] = [:]
    return map { run in
      let path = run.files.first?.path
      seen[path, default: 0] += 1
      return counts[path] == 1 ? nil : seen[path]
    }
  }
}

/// Returns the stores of all runs without duplicates, in order of appearance.
private func storesOfAll(_ runs: [History]) -> [String] {
  runs.reduce(into: []) { known, run in known += run.stores.filter { !known.contains($0) } }
}

extension Checklist {
  /// - Throws: ``UsageError`` with the place of the first rule that names a store not in `stores`.
  func check(amongStores stores: [String]) throws {
    for rule in rules {
      do { for query in rule.demand.queries { try query.check(amongStores: stores) } } catch let error as UsageError {
        throw UsageError(lines: (rule.place.map { [$0] } ?? []) + error.lines)
      }
    }
  }

  /// Returns notes about rules on values or types that occur nowhere.
  fileprivate func unseen(by findings: [[Finding]], in runs: [History]) throws -> [Finding] {
    let found = Set(
      findings.joined().compactMap { finding in
        switch finding.kind {
        case .broken(let rule), .undecided(let rule), .uncertain(let rule, _): rule
        default: nil
        }
      })
    return try rules.filter { !found.contains($0) }.flatMap { rule in
      try rule.unseen(in: runs).map { Finding(.unseen(rule, $0), row: nil, isNote: true) }
    }
  }
}

extension HistoryError {
  /// Returns why a log cannot be opened; `nil` if it can be. An empty log cannot be opened.
  init?(opening log: String) {
    // Standard input cannot be opened twice.
    guard log != LogFile.standardInputPath else { return nil }
    do {
      _ = try HistoryOpening(any: [log], isHeldBack: true)
      return nil
    } catch { self = error }
  }
}
