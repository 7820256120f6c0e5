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
  /// For paths without a value, similar ones with one.
  private var paths: [String: String?] = [:]

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
      for case .value(let path, _) in unseen where paths[path] == nil { paths[path] = .some(try run.path(meantBy: path)?.description) }
      names[place].unseen = names[place].unseen?.filter(unseen.contains) ?? unseen
    }
  }

  /// A note for each name that no run has.
  package var findings: [Finding] { absent.map { Finding(.unseen($0, $1), row: nil, isNote: true) } }

  /// A sentence for each name that no run has.
  package var sentences: [String] { absent.map { $1.words(in: $0) } }

  private var absent: [(rule: CheckRule, name: CheckRule.Unseen)] {
    names.flatMap { names in (names.unseen ?? []).map { (names.rule, meant($0, in: names.rule)) } }
  }

  /// The name with a similar one that a run has.
  private func meant(_ name: CheckRule.Unseen, in rule: CheckRule) -> CheckRule.Unseen {
    let conditions = rule.demand.queries.map(\.condition)
    return switch name {
    case .value(let path, _): .value(path: path, near: paths[path] ?? nil)
    case .type(let type, _): .type(type, near: conditions.flatMap(\.wantedTypes).first { $0.text == type }?.nearest(among: types))
    case .store(let store, _): .store(store, near: conditions.flatMap(\.wantedStores).first { $0.text == store }?.nearest(among: stores))
    }
  }
}

extension CheckRule {
  /// `no debt: never cart.total < 0`, with the rule's name if it has one.
  package var words: String { name == demand.text ? name : "\(name): \(demand.text)" }
}

extension CheckRule.Unseen {
  /// `no step has a value at cart.totl, so this rule checked nothing; did you mean cart.total?: never cart.totl < 0`
  package func words(in rule: CheckRule) -> String {
    let words =
      switch self {
      case .value(let path, let near):
        "no step has a value at \(path), so this rule checked nothing" + (near.map { "; did you mean \($0)?" } ?? "")
      case .type(let type, let near): "no action has the type '\(type)'" + (near.map { "; did you mean 'type:\($0)'?" } ?? "")
      case .store(let store, let near): "no step has the store '\(store)'" + (near.map { "; did you mean 'store:\($0)'?" } ?? "")
      }
    return "\(words): \(rule.words)"
  }

  fileprivate var isType: Bool { if case .type = self { true } else { false } }
  fileprivate var isStore: Bool { if case .store = self { true } else { false } }
}
