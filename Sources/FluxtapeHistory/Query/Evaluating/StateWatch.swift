import FluxtapeDocuments
import FluxtapeJSON

/// Evaluates conditions on states along a walk. An answer holds until a patch touches the values that it depends on.
struct StateWatch {
  private let conditions: [StateCondition]
  /// For each condition whether it depends on the step's own store.
  private let dependsOnOwn: [Bool]
  private var walk: StateWalk
  /// For each condition the current answers, by the step's own store (-1 if the condition does not depend on it).
  private var answers: [[Int: Truth]]
  /// For positive answers, the place of a value that passes the test.
  private var witnesses: [[Int: JSONPointer]]
  /// For each condition an incremental test, if there is one.
  private let tests: [IncrementalPathTest?]
  /// The last event.
  private var last: Taken?
  /// The current place of the walk.
  private var place: LinePlace?
  private let index: RunIndex
  /// The first row since which a needed state is uncertain; `nil` if all were certain since this was last set to `nil`.
  var doubt: Int?

  private struct Taken {
    let store: Int
    let place: LinePlace
    /// For each condition that needs them, the values of its operands before the event, if the event touched them.
    var before: [Int: [OperandValues?]] = [:]
    /// Whether the change of the event is known.
    var isChangeKnown: Bool
    /// The result of a patch beside a whole state, if the state before is uncertain: the step changed only what the patch writes.
    var result: JSONNode?
    /// The first row since which the state before is uncertain, if it is.
    let doubt: Int?
  }

  /// - Parameter place: Where the walk begins; without it, at the beginning.
  init(_ history: History, _ conditions: [StateCondition], stores: [Int], from place: LinePlace?) throws(HistoryError) {
    self.conditions = conditions
    dependsOnOwn = conditions.map { $0.choices.contains(.own) }
    walk =
      try place.map { (place) throws(HistoryError) in try StateWalk(history, stores: stores, from: place) }
      ?? StateWalk(history, stores: stores)
    index = history.index
    answers = Array(repeating: [:], count: conditions.count)
    witnesses = Array(repeating: [:], count: conditions.count)
    tests = conditions.map(IncrementalPathTest.init)
  }
}

// MARK: - Advancing

extension StateWatch {
  /// Applies all events up to a place.
  mutating func advance(to place: LinePlace) throws(HistoryError) {
    while let event = try walk.next(upTo: place) { take(event) }
    // Answers lose their validity when their states become uncertain.
    if index.hasDoubt(after: self.place, upTo: place) { for number in answers.indices { answers[number] = [:] } }
    self.place = place
  }

  private mutating func take(_ event: StateWalk.Event) {
    let isChangeKnown = walk.isChangeKnown(by: event)
    var taken = Taken(
      store: event.store, place: event.place, isChangeKnown: isChangeKnown, result: isChangeKnown ? nil : event.refuted?.result,
      doubt: event.origins.doubt)
    var doubtful: [Int] = []
    for (number, condition) in conditions.enumerated() where condition.isTouched(by: event) {
      if condition.isLasting {
        doubtful.append(number)
      } else if condition.asksBefore(of: event.store) {
        let isTold = event.origins.isCertain || condition.isAboutChange
        taken.before[number] = condition.sides.map { isTold ? before($0, event.store) : .unknown }
      }
    }
    let wasCertain = walk.isCertain(before: event)
    walk.take(event)
    for number in doubtful where !isKept(number, over: event) { forget(number, touchedIn: event.store) }
    // A failed patch leaves all values unknown, even those it does not write; and an uncertain state may become certain.
    if wasCertain != walk.isCertain(event.store, at: event.place) {
      for number in conditions.indices where conditions[number].looks(at: event.store) { forget(number, touchedIn: event.store) }
    }
    last = taken
  }

  /// Whether the answer holds after the event.
  private mutating func isKept(_ number: Int, over event: StateWalk.Event) -> Bool {
    let key = key(of: number, event.store)
    guard let test = tests[number], let patch = event.patch, let answer = answers[number][key] else { return false }
    guard let document = walk.value(of: event.store) else { return false }
    return test.keeps(answer, witness: &witnesses[number][key], over: patch, in: document)
  }

  /// Clears the answers. A condition that names its stores has one answer; others have one per store.
  private mutating func forget(_ number: Int, touchedIn store: Int) {
    if conditions[number].choices.contains(.named(store)) { answers[number] = [:] } else { answers[number][store] = nil }
  }

  /// The values of an operand before an event of a store is applied; `nil` if the operand does not depend on that store.
  private func before(_ side: StateCondition.Side, _ store: Int) -> OperandValues? {
    guard side.store == .own || side.store == .named(store), let path = side.operand.path else { return nil }
    guard walk.isKnown(store) else { return .unknown }
    return path.operandValues(in: walk.value(of: store))
  }
}

// MARK: - Answering

extension StateWatch {
  /// Where ``answers`` has the answer for a step of a store.
  private func key(of number: Int, _ ownStore: Int?) -> Int { dependsOnOwn[number] ? ownStore ?? -1 : -1 }

  /// The answer for a step of a store, if an earlier one still holds.
  func knownTruth(of number: Int, ownStore: Int?) -> Truth? { answers[number][key(of: number, ownStore)] }

  /// Whether a condition holds for a step whose outcome is at the walk's place. If a needed state is uncertain, the answer is unknown, and
  /// ``doubt`` has the row since which it is.
  mutating func truth(of number: Int, row: HistoryRow, outcome: LinePlace, payload: JSONNode?) -> Truth {
    let condition = conditions[number]
    let ownStore = row.store
    // The step's change was not recorded.
    if !condition.isLasting, condition.asksForChange, row.isChangeUnknown {
      noteDoubt(since: row.number)
      return .unknown
    }
    let key = key(of: number, ownStore)
    if condition.isLasting, let known = answers[number][key] { return known }
    let change = last.flatMap { $0.place == outcome && $0.store == ownStore ? $0 : nil }
    let doubtBefore = doubt
    doubt = nil
    let truth = answer(condition, ownStore, change: change, before: change?.before[number], payload)
    let isDoubtful = doubt != nil
    noteDoubt(since: doubtBefore)
    guard condition.isLasting, !isDoubtful else { return truth }
    answers[number][key] = truth
    if truth == .yes, let test = tests[number], let store = condition.choices[0].store(own: ownStore) {
      witnesses[number][key] = walk.value(of: store).flatMap(test.witness)
    }
    return truth
  }

  private mutating func noteDoubt(since row: Int?) { doubt = [doubt, row].compactMap(\.self).min() }

  private mutating func answer(
    _ condition: StateCondition, _ ownStore: Int?, change: Taken?, before: [OperandValues?]?, _ payload: JSONNode?
  ) -> Truth {
    if let before, before.contains(where: { $0?.isUnknown == true }) { noteDoubt(since: change?.doubt) }
    var next = 0
    func values(_ operand: Operand) -> OperandValues {
      if case .arithmetic(let left, let operation, let right) = operand { return operation.result(values(left), values(right)) }
      defer { next += 1 }
      return self.values(condition.sides[next], ownStore, before: before.flatMap { $0[next] }, payload)
    }
    switch condition.question {
    case .comparison(let left, let relation, let right): return relation.holds(values(left), values(right))
    case .matches(let operand, let pattern): return values(operand).truth(of: pattern)
    case .text(let pattern):
      guard let store = ownStore, isCertain(store) else { return .unknown }
      return Truth(walk.value(of: store).map(pattern.matches) ?? false)
    case .changed:
      guard let change, let side = condition.sides.first, let before = before?[0] else { return .no }
      return isChanged(side, by: change, from: before)
    }
  }

  /// Whether a step changed the value of an operand. A step with a patch beside a whole state changed only what the patch writes. Without a
  /// patch, the answer is unknown if the state before is uncertain.
  private mutating func isChanged(_ side: StateCondition.Side, by change: Taken, from before: OperandValues) -> Truth {
    guard walk.isKnown(change.store), let path = side.operand.path, change.isChangeKnown || change.result != nil, !before.isUnknown else {
      noteDoubt(since: change.doubt)
      return .unknown
    }
    let after = path.operandValues(in: change.result ?? walk.value(of: change.store))
    return after.isUnknown ? .unknown : Truth(after.values != before.values)
  }

  private mutating func values(
    _ side: StateCondition.Side, _ ownStore: Int?, before: OperandValues?, _ payload: JSONNode?
  ) -> OperandValues {
    switch side.operand {
    case .literal, .value(.payload, _), .measure(_, .payload, _): return side.operand.values(payload: payload)
    case .value(.before, _): return before ?? stateValues(side, ownStore)
    case .measure(let measure, .before, _): return (before ?? stateValues(side, ownStore)).measured(by: measure)
    case .value: return stateValues(side, ownStore)
    case .measure(let measure, _, _): return stateValues(side, ownStore).measured(by: measure)
    case .delta: return Self.delta(from: before, to: stateValues(side, ownStore))
    case .arithmetic: return .unknown
    }
  }

  private mutating func stateValues(_ side: StateCondition.Side, _ ownStore: Int?) -> OperandValues {
    guard let store = side.store.store(own: ownStore), let path = side.operand.path, isCertain(store) else { return .unknown }
    return path.operandValues(in: walk.value(of: store))
  }

  /// Whether a store's state is certain at the walk's place. If not, sets ``doubt`` to the row since which it is not.
  private mutating func isCertain(_ store: Int) -> Bool {
    guard let place, !walk.isCertain(store, at: place) else { return walk.isKnown(store) }
    noteDoubt(since: walk.doubt(about: store, at: place))
    return false
  }

  /// The changes of numbers; 0 for values that the step did not touch.
  private static func delta(from old: OperandValues?, to new: OperandValues) -> OperandValues {
    let old = old ?? new
    guard old.values.count == new.values.count else { return .unknown }
    var result = OperandValues(values: [], isUnknown: old.isUnknown || new.isUnknown)
    for case (let old?, let new?) in zip(old.values, new.values) {
      guard let old = old.number, let new = new.number else { continue }
      let text = numberDelta(from: old, to: new)
      let number = text.flatMap { try? JSONValue(parsing: $0.hasPrefix("+") ? String($0.dropFirst()) : $0) }?.number
      if let delta = number ?? JSONNumber(new.double - old.double) { result.values.append(JSONNode(.number(delta))) }
    }
    return result
  }
}

// MARK: - Touching

extension StateCondition {
  /// Whether it asks if the step changed a value.
  var isAboutChange: Bool { if case .changed = question { true } else { false } }

  /// Whether it depends on a change of the step.
  var asksForChange: Bool {
    if case .changed = question { return true }
    return sides.contains { if case .delta = $0.operand { true } else { false } }
  }

  func asksBefore(of store: Int) -> Bool { sides.contains { $0.operand.needsBefore && ($0.store == .own || $0.store == .named(store)) } }

  /// Whether it reads a store's state.
  func looks(at store: Int) -> Bool { sides.contains { $0.isIn(store) } }

  /// Whether an event may change the condition's values.
  func isTouched(by event: StateWalk.Event) -> Bool {
    guard let patch = event.patch else { return looks(at: event.store) }
    return sides.contains { side in
      guard side.isIn(event.store), let path = side.operand.path else { return false }
      return patch.operations.contains(where: path.isTouched)
    }
  }
}

extension StateCondition.Side {
  fileprivate func isIn(_ other: Int) -> Bool {
    operand.path != nil && (store == .own || store == .named(other))
  }
}
