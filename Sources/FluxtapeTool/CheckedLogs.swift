import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeReports

/// Checks logs one after the other. Of many, only the one that is being checked is open.
struct CheckedLogs {
  private(set) var runs: [CheckedRun] = []
  private(set) var unreadable: [HistoryError] = []

  private let checklist: Checklist
  private var memory = ReducerMemory()
  private var unseen: UnseenNames
  /// The stores of all runs without duplicates, in order of appearance.
  private var stores: [String] = []

  /// Checks the logs, and the logs in folders, that are readable. An empty log is not: its app may have died before the first byte.
  ///
  /// - Throws: ``UsageError`` if a folder has no log, or if a rule names a store that no run has.
  init(_ logs: [String], _ checklist: Checklist) throws {
    self.checklist = checklist
    unseen = UnseenNames(checklist.rules)
    let logs = try logs.flatMap { try LogFolder.logs(at: $0) }
    var progress = Progress("checking")
    var walk = LogWalk(logs) { logs throws(HistoryError) in try Self.open(logs) }
    while true {
      progress.show(walk.openedCount, of: logs.count)
      do {
        guard let step = try walk.next() else { break }
        for run in step.runs { stores += run.stores.filter { !stores.contains($0) } }
        // With several logs, a later one may have the store.
        if logs.count == 1 { try checklist.check(amongStores: stores) }
        try check(step, isOnlyOne: logs.count == 1 && step.runs.count == 1)
      } catch let error as HistoryError {
        unreadable.append(error)
      }
    }
    progress.end()
    if !runs.isEmpty { try checklist.check(amongStores: stores) }
    if !runs.isEmpty { runs[0].findings += unseen.findings }
  }

  private static func open(_ logs: [String]) throws(HistoryError) -> [History] {
    let opening = try HistoryOpening(any: logs)
    try opening.waitShowingProgress()
    return opening.histories
  }

  private mutating func check(_ step: LogWalk.Step, isOnlyOne: Bool) throws {
    for (run, number) in zip(step.runs, step.numbers) {
      run.warnAboutHeader()
      let findings = try Progress.of("checking") { try run.check(checklist, comparingWith: &memory, report: $0) }
      try unseen.look(in: run, findings)
      let checked = CheckedRun(
        run, log: run.files.first?.path ?? step.logs[0], number: number, findings: findings,
        lookedForSecrets: checklist.looksForSecrets, summary: isOnlyOne ? nil : try run.summary(of: findings))
      checked.closeForNow()
      runs.append(checked)
    }
  }
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
}
