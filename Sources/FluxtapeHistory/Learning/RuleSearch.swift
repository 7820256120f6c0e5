import FluxtapeDocuments
import FluxtapeJSON

/// Looks among the facts of green runs for those that may be rules.
struct RuleSearch {
  private let table: FactTable
  private let structures: StructureSearch
  /// How often each action happens, and in how many runs.
  private var occasions: [UInt32: (steps: Int, runs: Set<Int32>)] = [:]

  /// Part of a store's state: several actions write there.
  private struct Place: Hashable {
    let store: String
    let path: UInt32
  }

  /// Numbers that were written to a place, or stood in a payload.
  private struct Numbers {
    /// Of each run.
    var least: [Int32: Float] = [:]
    var most: [Int32: Float] = [:]
    var leastDelta = Float.infinity
    var subjects: Set<UInt32> = []
  }

  /// Words that were written to a place.
  private struct Words {
    /// For each word the runs that write it.
    var runs: [String: Set<Int32>] = [:]
    var count: Float = 0
    var subjects: Set<UInt32> = []
  }

  init(_ table: FactTable, _ structures: StructureSearch) {
    (self.table, self.structures) = (table, structures)
    for (key, column) in zip(table.keys, table.columns) where key.kind == .times {
      occasions[key.subject] = (column.reduce(0) { $0 + Int($1.value) }, Set(column.map(\.run)))
    }
  }

  /// Those that say most come first.
  var candidates: [LearnedRules.Rule] {
    let sorted = [sameValues, followers, ofArrays, ranges, payloadRanges, growing, words].map { rules in
      rules.sorted { ($1.steps, $0.rule.name) < ($0.steps, $1.rule.name) }
    }
    return sorted.flatMap(\.self)
  }
}

// MARK: - Evidence

extension RuleSearch {
  /// Actions at which a rule has to hold; with fewer it is not told.
  private static let fewestSteps = 20

  /// The runs that have a say are enough to tell a rule from an accident.
  private func isCommon(_ runs: Int) -> Bool { runs >= LearnedRules.fewestRuns && runs * 2 >= table.runCount }

  /// `nil` if it is tested too seldom, or the text is none of a rule.
  private func rule(_ name: String, _ demand: String, testedBy subjects: Set<UInt32>) -> LearnedRules.Rule? {
    var (steps, runs) = (0, Set<Int32>())
    for subject in subjects {
      guard let own = occasions[subject] else { continue }
      steps += own.steps
      runs.formUnion(own.runs)
    }
    guard steps >= Self.fewestSteps, isCommon(runs.count) else { return nil }
    let name = name.replacing(": ", with: " ").filter { !$0.isNewline }
    guard let rule = (try? CheckRule.rules(parsing: "\(name): \(demand)"))?.first else { return nil }
    return LearnedRules.Rule(rule: rule, steps: steps, runs: runs.count)
  }

  private func action(_ subject: UInt32) -> (store: String, type: String) {
    let parts = table.names.text(subject).split(separator: "\u{0}", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    return (parts.first ?? "", parts.count > 1 ? parts[1] : "")
  }

  /// Whether it is an action of the app, and no beginning or end of a store.
  private func isOfApp(_ subject: UInt32) -> Bool { !action(subject).type.hasPrefix("@@") }
}

// MARK: - Rules

extension RuleSearch {
  /// Payloads that equal a value of the state before: of several such values the one of the same name.
  private var sameValues: [LearnedRules.Rule] {
    var found: [FactKey: [FactKey]] = [:]
    for (key, column) in zip(table.keys, table.columns) where key.kind == .sameAsState && isOfApp(key.subject) {
      guard let site = key.site, let occasions = table.column(of: site), isCommon(occasions.count) else { continue }
      guard column.count == occasions.count, column.allSatisfy({ $0.value == 1 }) else { continue }
      found[site, default: []].append(key)
    }
    return found.values.compactMap { keys in
      func name(_ path: UInt32) -> Substring { table.names.text(path).split(separator: "/").last ?? "" }
      let sorted = keys.sorted { left, right in
        let (one, other) = (table.names.text(left.detail), table.names.text(right.detail))
        return (name(left.path) == name(left.detail) ? 0 : 1, one.utf8.count, one)
          < (name(right.path) == name(right.detail) ? 0 : 1, other.utf8.count, other)
      }
      guard let key = sorted.first, let payload = payload(key.path), let state = path(key.detail, "prev") else { return nil }
      return rule(
        "\(self.name(key.subject)) has \(payload) as in the state before", "never \(term(key.subject)) \(payload) != \(state)",
        testedBy: [key.subject])
    }
  }

  /// Actions that lead to another one each time. A machine may be ten times as busy as those that the runs are of.
  private var followers: [LearnedRules.Rule] {
    var longest: [FactKey: Float] = [:]
    for (key, column) in zip(table.keys, table.columns) where key.kind == .gapMost {
      longest[FactKey(kind: .leadsToFewest, subject: key.other, other: key.subject)] = column.map(\.value).max()
    }
    return zip(table.keys, table.columns).compactMap { key, column in
      guard key.kind == .leadsToFewest, isOfApp(key.subject), isOfApp(key.other), column.allSatisfy({ $0.value >= 1 }) else { return nil }
      guard column.count == occasions[key.subject]?.runs.count, let gap = longest[key] else { return nil }
      let seconds = [1, 2, 5, 10, 20, 60, 120, 300, 600].first { Float($0) * 1e6 >= gap * 10 }
      let limit = seconds.map { " within \($0)s" } ?? ""
      return rule(
        "\(name(key.subject)) leads to \(name(key.other))", "after \(term(key.subject)), \(term(key.other))\(limit)",
        testedBy: [key.subject])
    }
  }

  /// Each is tested by the actions that write into its array.
  private var ofArrays: [LearnedRules.Rule] {
    structures.candidates(isCommon).compactMap { candidate in
      let writers = table.keys.filter { key in
        key.kind == .writes && action(key.subject).store == candidate.store && isInside(key.path, candidate.path)
      }
      return rule(candidate.name, "never \(store(candidate.store)) \(candidate.condition)", testedBy: Set(writers.map(\.subject)))
    }
  }

  private func isInside(_ path: UInt32, _ array: JSONPointer) -> Bool {
    let (text, beginning) = (table.names.text(path), array.description)
    return text == beginning || text.hasPrefix(beginning + "/")
  }

  private var ranges: [LearnedRules.Rule] {
    numbers((.wroteLeast, .wroteMost)) { Place(store: action($0.subject).store, path: $0.path) }.compactMap { place, numbers in
      guard let path = path(place.path, "") else { return nil }
      return range(numbers, of: path, "\(place.store)\(path)", store(place.store))
    }
  }

  private var payloadRanges: [LearnedRules.Rule] {
    let found = numbers((.payloadLeast, .payloadMost)) { isOfApp($0.subject) ? $0.withoutKind : nil }
    return found.compactMap { key, numbers in
      guard let path = payload(key.path) else { return nil }
      return range(numbers, of: path, "\(name(key.subject)) \(path)", term(key.subject))
    }
  }

  /// Numbers that never become smaller. What changes once or twice only happens to.
  private var growing: [LearnedRules.Rule] {
    numbers((.wroteLeast, .wroteMost)) { Place(store: action($0.subject).store, path: $0.path) }.compactMap { place, numbers in
      let grew = numbers.least.count { run, least in numbers.most[run].map { $0 >= least + 3 } ?? false }
      guard isCommon(grew), numbers.leastDelta >= 0, numbers.leastDelta < .infinity, let path = path(place.path, "") else { return nil }
      return rule("\(place.store)\(path) never goes down", "never \(store(place.store)) delta(\(path)) < 0", testedBy: numbers.subjects)
    }
  }

  private func range(_ numbers: Numbers, of path: String, _ name: String, _ condition: String) -> LearnedRules.Rule? {
    guard isCommon(numbers.least.count), let least = numbers.least.values.min(), let most = numbers.most.values.max(), least < most else {
      return nil
    }
    let isLeast = isCommon(numbers.least.values.count { $0 == least })
    let isMost = isCommon(numbers.most.values.count { $0 == most })
    guard least >= 0 || isLeast || isMost else { return nil }
    let (low, high) = (Self.text(isLeast ? least : 0), Self.text(most))
    switch (least >= 0 || isLeast, isMost) {
    case (true, true):
      return rule("\(name) is \(low) to \(high)", "never \(condition) (\(path) < \(low) or \(path) > \(high))", testedBy: numbers.subjects)
    case (true, false): return rule("\(name) is \(low) or more", "never \(condition) \(path) < \(low)", testedBy: numbers.subjects)
    default: return rule("\(name) is \(high) or less", "never \(condition) \(path) > \(high)", testedBy: numbers.subjects)
    }
  }

  /// Texts and flags that are one of a few. Of several elements a query asks whether any is something, so these are left out.
  private var words: [LearnedRules.Rule] {
    var found: [Place: Words] = [:]
    for (key, column) in zip(table.keys, table.columns) where key.kind == .wrote {
      guard let text = table.texts[key] else { continue }
      let place = Place(store: action(key.subject).store, path: key.path)
      found[place, default: Words()].runs[text, default: []].formUnion(column.map(\.run))
      found[place]?.count += column.reduce(0) { $0 + $1.value }
      found[place]?.subjects.insert(key.subject)
    }
    return found.compactMap { place, words in
      let texts = words.runs.keys.filter { $0 != "null" }.sorted()
      guard (1...Self.mostWords).contains(texts.count), words.count >= Float(Self.fewestSteps) else { return nil }
      guard texts.allSatisfy({ text in Self.isWord(text) && isCommon(words.runs[text]?.count ?? 0) }) else { return nil }
      // That a flag is on or off is no news.
      guard !Set(texts).isSuperset(of: ["false", "true"]), let path = path(place.path, ""), !path.contains("[*]") else { return nil }
      return rule(
        "\(place.store)\(path) is \(texts.joined(separator: " or "))",
        "never \(store(place.store)) \(path) != null " + texts.map { "\(path) != \($0)" }.joined(separator: " "), testedBy: words.subjects)
    }
  }

  private static let mostWords = 6

  private static func isWord(_ text: String) -> Bool {
    text == "true" || text == "false" || (text.hasPrefix("\"") && text.hasSuffix("\"") && text.utf8.count > 2)
  }
}

// MARK: - Numbers

extension RuleSearch {
  private func numbers<Subject: Hashable>(
    _ kinds: (least: FactKind, most: FactKind), of subject: (FactKey) -> Subject?
  ) -> [Subject: Numbers] {
    var found: [Subject: Numbers] = [:]
    for (key, column) in zip(table.keys, table.columns) {
      guard key.kind == kinds.least || key.kind == kinds.most || key.kind == .deltaLeast, let subject = subject(key) else { continue }
      var numbers = found[subject] ?? Numbers()
      for entry in column {
        switch key.kind {
        case kinds.least: numbers.least[entry.run] = min(numbers.least[entry.run] ?? .infinity, entry.value)
        case kinds.most: numbers.most[entry.run] = max(numbers.most[entry.run] ?? -.infinity, entry.value)
        default: numbers.leastDelta = min(numbers.leastDelta, entry.value)
        }
      }
      numbers.subjects.insert(key.subject)
      found[subject] = numbers
    }
    return found
  }

  private static func text(_ number: Float) -> String {
    number.rounded() == number && abs(number) < 1e7 ? String(Int(number)) : String(number)
  }
}

extension FactKey {
  /// The same for the smallest and the largest value.
  fileprivate var withoutKind: FactKey { FactKey(kind: .payload, subject: subject, path: path) }
}

// MARK: - As a query writes it

extension RuleSearch {
  /// For people: `cart.itemAdded`.
  private func name(_ subject: UInt32) -> String {
    let (store, type) = action(subject)
    return type.hasPrefix(store) ? type : "\(store) \(type)"
  }

  private func term(_ subject: UInt32) -> String {
    let (store, type) = action(subject)
    return type.hasPrefix(store) ? "type:\(Self.word(type))" : "\(self.store(store)) type:\(Self.word(type))"
  }

  /// A rule is to hold in each of several instances.
  private func store(_ name: String) -> String {
    "store:" + (table.severalStores.contains(name) ? String(name.map { Self.isPlain($0) ? $0 : "?" }) + "*" : Self.word(name))
  }

  static func word(_ text: String) -> String { text.allSatisfy(isPlain) ? text : JSONValue.string(text).text }

  /// Whether a query takes the character as it is. One of several scalars may hide a sign.
  private static func isPlain(_ character: Character) -> Bool {
    character.unicodeScalars.count == 1 && (character.isLetter || character.isNumber || "._-@".contains(character))
  }

  private func payload(_ number: UInt32) -> String? {
    let text = table.names.text(number)
    return text.hasPrefix("/payload") ? Self.path(text.dropFirst("/payload".count)).map { "payload" + $0 } : nil
  }

  private func path(_ number: UInt32, _ beginning: String) -> String? { Self.path(table.names.text(number)[...]).map { beginning + $0 } }

  /// `nil` for the whole state, and for the size of an array.
  static func path(_ text: Substring) -> String? {
    guard let tokens = (try? JSONPointer(parsing: String(text)))?.tokens, !tokens.isEmpty, tokens.last != FactNameCache.size else {
      return nil
    }
    return PathPattern(parts: tokens.map { $0 == "*" ? .every : .one(.member($0)) }).text
  }
}
