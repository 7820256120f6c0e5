/// The names in rules that occur in none of several runs, which are checked one after the other. They may be misspelled.
package struct UnseenNames {
  private struct Names {
    let rule: CheckRule
    /// `nil` before the first run.
    var unseen: [CheckRule.Unseen]?
  }

  private var names: [Names]

  package init(_ rules: [CheckRule]) { names = rules.map { Names(rule: $0) } }

  /// Looks for the names in another run.
  ///
  /// - Parameter findings: The findings of a check of the run. A rule with findings uses names that occur.
  /// - Throws: ``HistoryError`` if the log can no longer be read.
  package mutating func look(in run: History, _ findings: [Finding]) throws(HistoryError) {
    guard !names.isEmpty else { return }
    let applied = Set(findings.compactMap(\.kind.rule))
    for place in names.indices where names[place].unseen != [] {
      let rule = names[place].rule
      let unseen = applied.contains(rule) ? [] : try rule.unseen(in: run)
      names[place].unseen = names[place].unseen?.filter(unseen.contains) ?? unseen
    }
  }

  /// A note for each name that no run has.
  package var findings: [Finding] {
    names.flatMap { names in (names.unseen ?? []).map { Finding(.unseen(names.rule, $0), row: nil, isNote: true) } }
  }
}
