/// The names in rules that occur in none of several runs, which are checked one after the other. They may be misspelled.
package struct UnseenNames {
  private struct Names {
    let rule: CheckRule
    /// `nil` before the first run.
    var unseen: [CheckRule.Unseen]?
  }

  private var names: [Names]
  /// The types of the runs that lack one.
  private var types: Set<String> = []
  /// The same for stores.
  private var stores: Set<String> = []

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
      if unseen.contains(where: \.isType) { types.formUnion(run.namesOfTypes) }
      if unseen.contains(where: \.isStore) { stores.formUnion(run.stores) }
      names[place].unseen = names[place].unseen?.filter(unseen.contains) ?? unseen
    }
  }

  /// A note for each name that no run has.
  package var findings: [Finding] {
    names.flatMap { names in (names.unseen ?? []).map { Finding(.unseen(names.rule, meant($0, in: names.rule)), row: nil, isNote: true) } }
  }

  /// The name with a similar one that a run has.
  private func meant(_ name: CheckRule.Unseen, in rule: CheckRule) -> CheckRule.Unseen {
    let conditions = rule.demand.queries.map(\.condition)
    return switch name {
    case .value: name
    case .type(let type, _): .type(type, near: conditions.flatMap(\.wantedTypes).first { $0.text == type }?.nearest(among: types))
    case .store(let store, _): .store(store, near: conditions.flatMap(\.wantedStores).first { $0.text == store }?.nearest(among: stores))
    }
  }
}

extension CheckRule.Unseen {
  fileprivate var isType: Bool { if case .type = self { true } else { false } }
  fileprivate var isStore: Bool { if case .store = self { true } else { false } }
}
