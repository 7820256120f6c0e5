extension History {
  /// Looks for what a person should see: failures, what was not finished, what is missing or damaged, flags left on, feedback loops, rules
  /// that do not hold.
  ///
  /// ```text
  /// rows     one pass over the index         failures, in flight, pending, gaps, bad lines, loops
  /// states   one walk along the patches      snapshots reproduced, flags left on, suspicions
  /// rules    a query each
  /// ```
  ///
  /// - Parameters:
  ///   - checklist: What to look for besides. Queries that name a store which the run does not have never hold.
  ///   - report: Called now and then with how much was looked at, and of how much; returning `false` ends the check.
  /// - Returns: problems in the order of the log, then notes.
  /// - Throws: ``HistoryError`` if the file can no longer be read.
  /// - Complexity: O(bytes of the log).
  public func check(
    _ checklist: Checklist = Checklist(), report: (Int, Int) -> Bool = { _, _ in true }
  ) throws(HistoryError) -> [Finding] {
    var memory: ReducerMemory? = ReducerMemory()
    return try findings(checklist, looksAtStates: true, &memory, report)
  }

  /// The same of one of several runs: actions that led to something else in a run before are told, too.
  package func check(
    _ checklist: Checklist = Checklist(), comparingWith memory: inout ReducerMemory, report: (Int, Int) -> Bool = { _, _ in true }
  ) throws(HistoryError) -> [Finding] {
    // Moved and not copied: it is large, and grows with each run.
    var known: ReducerMemory? = memory
    memory = ReducerMemory()
    defer { memory = known ?? memory }
    return try findings(checklist, looksAtStates: true, &known, report)
  }

  /// The same, and what steps changed in states, which the walk along the states finds on its way.
  ///
  /// - Parameter tell: Called with each step that told a state, even one that changed nothing, in the order of reduction; returning `false`
  ///   ends the walk.
  package func check(_ checklist: Checklist, tellingChanges tell: @escaping (LeafChanges) -> Bool) throws(HistoryError) -> [Finding] {
    var memory: ReducerMemory? = ReducerMemory()
    return try findings(checklist, looksAtStates: true, tellingChanges: tell, &memory) { _, _ in true }
  }

  /// The same, of the rows and the rules alone where nobody asks for the states, and without the notes that these give where nothing is
  /// remembered.
  func findings(
    _ checklist: Checklist, looksAtStates: Bool, tellingChanges tell: ((LeafChanges) -> Bool)? = nil, _ memory: inout ReducerMemory?,
    _ report: (Int, Int) -> Bool
  ) throws(HistoryError) -> [Finding] {
    let rowCount = rows.count
    let total = rowCount * (2 + checklist.rules.count + (checklist.looksForSecrets ? 1 : 0))
    // Each part looks at all rows.
    var done = 0
    var rowCheck = RowCheck(self)
    var findings = try rowCheck.findings(requiresEnd: checklist.requiresEnd) { report($0, total) }
    findings += try FeedbackLoops(self).findings(looksAtStates: looksAtStates)
    done += rowCount
    if looksAtStates {
      try addFailingValues(to: &findings)
      let unrecorded = memory == nil ? nil : try UnrecordedCheck(self)
      var states = StateCheck(self, keepingStatesAfter: unrecorded?.lastRows ?? [:], tellingChanges: tell, &memory)
      findings += try states.findings(&memory) { report(done + $0, total) }
      if let unrecorded {
        var suspicions = RowSuspicions(self)
        findings += try suspicions.findings { report(done + $0, total) }
        findings += unrecorded.findings(lastStates: states.answers)
      }
    }
    for rule in checklist.rules {
      done += rowCount
      findings += try RuleCheck(rule, self).findings { report(done + $0, total) }
    }
    if checklist.looksForSecrets {
      done += rowCount
      var secrets = SecretSearch(self)
      findings += try secrets.findings { report(done + $0, total) }
    }
    findings = findingsAboutApp(findings)
    // What stands before the first row belongs to none.
    for place in findings.indices {
      let finding = findings[place]
      if finding.row.map(rows.indices.contains) ?? true { continue }
      findings[place] = Finding(finding.kind, row: nil, isNote: finding.isNote, values: finding.values, answer: finding.answer)
    }
    // Numbers are sorted, since findings are large, and a log may have one for each line.
    let order = findings.indices.sorted { left, right in
      let (one, other) = (findings[left], findings[right])
      return (one.isNote ? 1 : 0, one.row ?? Int.max, left) < (other.isNote ? 1 : 0, other.row ?? Int.max, right)
    }
    return order.map { findings[$0] }
  }

  /// Adds to the first failed expectations the value that they name, and the row that wrote it.
  private func addFailingValues(to findings: inout [Finding]) throws(HistoryError) {
    let places = findings.indices.filter { findings[$0].kind == .errorMark }.prefix(Self.mostFailingValues)
    let values = try failingValues(at: places.compactMap { findings[$0].row })
    for place in places {
      guard let row = findings[place].row, let value = values[row] else { continue }
      var proof: [Int] = []
      if case .action(let writer) = value.blame.origin { proof = [writer] }
      findings[place] = Finding(.errorMark, row: row, values: [value.found], proof: proof)
    }
  }

  /// Each looks at all values of the states at its row.
  private static let mostFailingValues = 8

  /// Rows after which a check tells how far it is.
  static let rowsPerCheckReport = 4096
}
