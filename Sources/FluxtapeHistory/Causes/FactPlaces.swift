import FluxtapeLogReading

/// Where facts show in a red run, and the order in which they are told: the earliest first, as what comes later may follow from it.
struct FactPlaces {
  let red: FactSheet
  /// The nearest green run: it tells where in the red run something is missing.
  let green: FactSheet
  let names: FactNames
  private let way: FailureWay
  private var redRows: [Occasion: Int32] = [:]
  private var interruptions: [FactKey: [Int32]] = [:]

  /// The second `cart.itemAdded`, say.
  private struct Occasion: Hashable {
    let subject: UInt32
    let number: Int
  }

  init(red: FactSheet, green: FactSheet, names: FactNames, way: FailureWay) {
    self.red = red
    self.green = green
    self.names = names
    self.way = way
    for (occasion, row) in zip(Self.occasions(of: red), red.occurrences.map(\.row)) { redRows[occasion] = row }
    way.forEachInterruption(in: red.occurrences.map(\.step)) { key, places in
      interruptions[key] = places.map { red.occurrences[$0].row }
    }
  }

  private static func occasions(of sheet: FactSheet) -> [Occasion] {
    var counts: [UInt32: Int] = [:]
    return sheet.occurrences.map { occurrence in
      counts[occurrence.subject, default: 0] += 1
      return Occasion(subject: occurrence.subject, number: counts[occurrence.subject] ?? 0)
    }
  }
}

// MARK: - Ranking

extension FactPlaces {
  /// The facts in the order in which they show. Of each step and each action there is the one that says most.
  func ranked(_ facts: [CauseSearch.Found]) -> [FailureFact] {
    var placed = placed(Self.withoutConsequences(facts))
    if let failure = red.failureRow.map(Double.init) {
      let before = placed.filter { $0.place < failure + 0.5 }
      // That the action failed is known already, and what came of it follows from that.
      let hasFailed = before.contains { $0.fact.key.kind == .failed && $0.place == failure }
      let causes = before.filter { !hasFailed || $0.place < failure || !$0.fact.key.kind.isOutcome }
      placed = [causes, before, placed].first { !$0.isEmpty } ?? []
    }
    // Names at last: numbers of names are others each time.
    placed.sort { ($0.place, rank(of: $0.fact), $0.name) < ($1.place, rank(of: $1.fact), $1.name) }
    placed = Self.withoutLaterContexts(placed)
    var (told, actions, rows) = ([FailureFact](), Set<UInt32>(), Set<Double>())
    var repeating: Set<UInt32> = []
    for (fact, place, _) in placed where !rows.contains(place) {
      let named = fact.key.kind.isOrder ? [fact.key.subject, fact.key.other] : [fact.key.actor]
      // That an action repeats the failure does not hide what else it does.
      let isSymptom = way.isSymptom(fact.key)
      guard actions.isDisjoint(with: named), !isSymptom || repeating.isDisjoint(with: named) else { continue }
      if isSymptom { repeating.formUnion(named) } else { actions.formUnion(named) }
      rows.insert(place)
      told.append(self.fact(fact, at: Int(place)))
    }
    return told
  }

  /// The facts without the later of those about one value of a state: it stays as it is, and that more happens meanwhile says nothing new.
  private static func withoutLaterContexts(
    _ placed: [(fact: CauseSearch.Found, place: Double, name: String)]
  ) -> [(fact: CauseSearch.Found, place: Double, name: String)] {
    var told: Set<FactKey> = []
    return placed.filter { fact, _, _ in
      let key = fact.key
      return key.kind != .during || told.insert(FactKey(kind: .during, subject: 0, other: key.other, path: key.path)).inserted
    }
  }

  /// The facts without what follows from others: times of answers that overtook each other, and what comes between actions of which one is
  /// late, happens more often or writes something else. Then many actions do, or their order is another one.
  private static func withoutConsequences(_ facts: [CauseSearch.Found]) -> [CauseSearch.Found] {
    let keys = facts.map(\.key)
    let overtaken = Set(facts.filter { $0.key.kind == .overtaken && !$0.test.isBelow }.map(\.key))
    let turned = Set(keys.filter(\.kind.isOrder).map { Set([$0.subject, $0.other]) })
    let frequent = Set(facts.filter { $0.key.kind == .times && !$0.test.isBelow }.map(\.key.subject))
    let interrupted = Dictionary(grouping: keys.filter { $0.kind == .interrupts }, by: \.site).mapValues { Set($0.map(\.path)) }
    let written = Set(keys.filter { $0.kind == .writes || $0.kind == .wrote }.map { FactPlace(store: $0.subject, path: $0.path) })
    return keys.indices.filter { place in
      let key = keys[place]
      if key.kind == .interrupts {
        return !written.contains(FactPlace(store: key.path, path: key.detail)) && interrupted[key.site]?.count ?? 0 <= 2
          && frequent.isDisjoint(with: [key.subject, key.other])
          && !turned.contains([key.path, key.other])
          && !turned.contains([key.path, key.subject])
      }
      return !key.kind.isGap || !overtaken.contains(FactKey(kind: .overtaken, subject: key.subject, other: key.other))
    }.map { facts[$0] }
  }

  /// The fact that shows first, and where.
  func first(of facts: [CauseSearch.Found]) -> (fact: CauseSearch.Found, place: Double)? {
    placed(facts).min { ($0.place, rank(of: $0.fact), $0.name) < ($1.place, rank(of: $1.fact), $1.name) }.map { ($0.fact, $0.place) }
  }

  /// Of two facts of one step the one that separates better; of two that do equally well what led to the step rather than what came of it,
  /// what happened rather than what never did, and the one that says more.
  private func rank(of found: CauseSearch.Found) -> Int {
    let (kind, test) = (found.key.kind, found.test)
    let first = kind == .sees ? found.key.other : kind == .interrupts ? found.key.subject : 0
    let isFromBeginning = action(first).type == ActionRecord.storeBegan
    return Int((1 - test.score) * 50) * 1000 + (kind.isOutcome ? 500 : 0) + kind.rank * 2 + (test.isBelow || isFromBeginning ? 1 : 0)
  }

  private func placed(_ facts: [CauseSearch.Found]) -> [(fact: CauseSearch.Found, place: Double, name: String)] {
    let placed = facts.map { ($0, place(of: $0), names.name(of: $0.key)) }
    // What else happens while something is wrong already says nothing new.
    func isBeside(_ key: FactKey) -> Bool { key.kind.group == .contexts && way.distance(of: key) != .onWay }
    guard let first = placed.filter({ !isBeside($0.0.key) }).map(\.1).min() else { return placed }
    return placed.filter { !isBeside($0.0.key) || $0.1 < first }
  }

  private func fact(_ found: CauseSearch.Found, at row: Int) -> FailureFact {
    let (key, test) = (found.key, found.test)
    if key.kind != .leftBy, let writes = lastWrites(of: found) { return end(found, writes) }
    func text(of key: FactKey) -> String {
      red.texts[key] ?? self.green.texts[key] ?? (key.kind.hasNamedDetail ? names.text(key.detail) : "")
    }
    let text = text(of: key) + (found.partner.map { " and \(names.text($0.path)) = \(text(of: $0))" } ?? "")
    // Of two orders the one that red runs have is told.
    let isTurned = key.kind.isSymmetric && test.isBelow
    let isBetween = key.kind == .between || key.kind == .interrupts
    let other =
      isBetween ? action(key.path) : (found.partner?.subject ?? key.other) == 0 ? nil : action(found.partner?.subject ?? key.other)
    let green = test.greenRange.map { Double($0.lowerBound)...Double($0.upperBound) }
    return FailureFact(
      kind: found.partner == nil ? key.kind : .together, action: isTurned ? other ?? action(key.subject) : action(key.subject),
      other: isTurned ? action(key.subject) : other,
      path: isBetween ? names.text(key.other).replacing("\u{0}", with: " ") : names.text(key.path), detail: text,
      isBelow: test.isBelow && !isTurned, bound: Double(test.bound),
      green: isTurned ? green.map { (1 - $0.upperBound)...(1 - $0.lowerBound) } : green,
      redCount: test.red, redObserved: test.redObserved, greenCount: test.green, greenObserved: test.greenObserved, chance: test.chance,
      row: red.rowCount > 0 ? min(row, red.rowCount - 1) : nil)
  }

  func action(_ number: UInt32) -> FailureFact.Action {
    let parts = names.text(number).split(separator: "\u{0}", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    return FailureFact.Action(store: parts.first ?? "", type: parts.count > 1 ? parts[1] : "")
  }
}

extension FactKey {
  /// The action that does something.
  fileprivate var actor: UInt32 { kind == .interrupts ? path : subject }
}

extension FactKind {
  fileprivate var isGap: Bool { self == .gapLeast || self == .gapMost }

  /// An order of two actions that is either this or the other way round.
  fileprivate var isSymmetric: Bool { self == .firstBefore || self == .lastBefore || self == .siblings }

  fileprivate var isOrder: Bool { isSymmetric || self == .after }

  fileprivate var hasNamedDetail: Bool {
    switch self {
    case .failed, .interrupts, .sameAsState, .sameAsCause, .sameAsWritten, .sameAsOther, .copies, .mirrors, .exceeds, .multiple, .adds,
      .equals:
      true
    default: false
    }
  }
}

extension FactNames {
  /// The same in every comparison of the same runs.
  fileprivate func name(of key: FactKey) -> String {
    [key.subject, key.other, key.path, key.kind.hasNamedDetail ? key.detail : 0].map(text).joined(separator: "\u{0}")
  }
}

// MARK: - Places

extension FactPlaces {
  /// The row of the red run where a fact shows; half a row behind one where something is missing.
  private func place(of found: CauseSearch.Found) -> Double {
    let (key, test) = (found.key, found.test)
    if let row = lastWrites(of: found)?[0].row { return endPlace(of: row) }
    // Those before the bound are in green runs too.
    if let rows = interruptions[key], !rows.isEmpty { return Double(rows[max(0, min(Int(test.bound), rows.count) - 1)]) }
    if let partner = found.partner { return Double(max(red.rows[key]?.first ?? 0, red.rows[partner]?.first ?? 0)) }
    if let row = red.row(of: key, isBelow: test.isBelow, bound: test.bound) { return Double(row) }
    if let row = green.row(of: key, isBelow: !test.isBelow, bound: test.bound) { return missingPlace(greenRow: row) }
    return red.firstRow(of: key.site).map(Double.init) ?? Double(red.rowCount)
  }

  /// Where something that the green run has at a row would have been: at the same occasion, or else behind the last one before that both
  /// runs have, and behind its cause.
  private func missingPlace(greenRow: Int32) -> Double {
    let occasions = Self.occasions(of: green)
    guard let end = green.occurrences.firstIndex(where: { $0.row == greenRow }) else { return Double(red.rowCount) }
    if let row = redRows[occasions[end]] { return Double(row) }
    let before = occasions[..<end].reversed().lazy.compactMap { redRows[$0] }.first
    let cause = green.occurrences[end].cause
    let causeRow = cause >= 0 ? redRows[occasions[Int(cause)]] : nil
    return Double(max(before ?? 0, causeRow ?? 0)) + 0.5
  }
}
