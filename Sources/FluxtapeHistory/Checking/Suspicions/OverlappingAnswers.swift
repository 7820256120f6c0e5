import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

/// Looks at answers to requests of one kind that were under way at the same time.
///
/// ```text
/// A ───────────────────────► answer      came after B's and overwrote it: stale
///      B ─────► answer
///
/// A (payload) ───► answer                the same again before there was an answer, and both brought something: sent twice
///      A (payload) ───► answer
/// ```
/// An answer is a change of a state, and each request has one of a kind: who has several listens to something.
struct OverlappingAnswers {
  private struct Group: Hashable {
    let answer: RequestSearch.Kind
    let request: RequestSearch.Kind
  }

  private struct Answer {
    let request: Int
    let row: Int
    /// Where the answer stands.
    let place: LinePlace
    /// Hashes of the state's members that it changed, often a few times the same; `nil` if they may be all.
    let members: [UInt64]?
  }

  private struct Pair {
    /// The answer that came first, and the one after it.
    let first: Answer
    let second: Answer
  }

  private let history: History
  private let index: RunIndex
  private let requests: RequestSearch
  private var recent: [Group: [Answer]] = [:]
  private var pairs: [Pair] = []
  /// Requests with several answers of a kind.
  private var listeners: Set<Int> = []

  /// Answers of a kind that the next one is compared with; kinds, and pairs to look at more closely, that are remembered.
  private static let mostAnswers = 16
  private static let mostKinds = 1024
  private static let mostPairs = 128

  init(_ history: History) {
    self.history = history
    index = history.index
    requests = RequestSearch(index)
  }
}

// MARK: - On the way

extension OverlappingAnswers {
  /// Takes an event that changed a state.
  mutating func take(_ event: StateWalk.Event) {
    guard event.kind.isDisjoint(with: [.begins, .ends]), index.rows[event.row].kind == .action,
      !index.rows[event.row].flags.contains(.hasError),
      let request = requests.request(of: event.row), !index.rows[request].flags.contains(.hasError),
      let kind = requests.kind(of: event.row),
      let asked = requests.kind(of: request)
    else { return }
    let group = Group(answer: kind, request: asked)
    if recent.count >= Self.mostKinds, recent[group] == nil { recent = [:] }
    let answer = Answer(request: request, row: event.row, place: event.place, members: event.patch.flatMap(Self.members))
    let known = recent[group] ?? []
    if known.contains(where: { $0.request == request }) {
      listeners.insert(request)
      return
    }
    for other in known where overlap(other, answer) && pairs.count < Self.mostPairs { pairs.append(Pair(first: other, second: answer)) }
    recent[group] = known.suffix(Self.mostAnswers - 1) + [answer]
  }

  private static func members(changedBy patch: NodePatch) -> [UInt64]? {
    var members: [UInt64] = []
    members.reserveCapacity(patch.operations.count)
    for operation in patch.operations {
      for path in [operation.path, operation.from].compactMap({ $0 }) {
        guard !path.isEmpty else { return nil }
        let start = path.range.lowerBound
        let first = path.withToken(at: start, to: path.end(ofTokenAt: start)) { ByteHash.hash($0) }
        if members.last != first { members.append(first) }
      }
    }
    return members
  }

  /// Whether the later answer is one to a request made before the first answer, and both changed the same.
  private func overlap(_ first: Answer, _ second: Answer) -> Bool {
    guard index.linePlace(of: second.request) < first.place else { return false }
    guard let members = first.members, let others = second.members else { return true }
    return members.contains(where: others.contains)
  }
}

// MARK: - Proof

extension OverlappingAnswers {
  func findings() throws(HistoryError) -> [Finding] {
    var findings: [Finding] = []
    for pair in pairs where !listeners.contains(pair.first.request) && !listeners.contains(pair.second.request) {
      if let finding = try finding(for: pair) { findings.append(finding) }
    }
    return findings
  }

  private func finding(for pair: Pair) throws(HistoryError) -> Finding? {
    let (first, second) = (pair.first, pair.second)
    let (early, late) = (min(first.request, second.request), max(first.request, second.request))
    guard !requests.led(early, to: late), let store = index.store(of: first.row).map({ history.stores[$0] }),
      let before = try history.state(of: store, before: first.row).exactValue,
      let between = try history.state(of: store, after: first.row).exactValue,
      let other = try history.state(of: store, before: second.row).exactValue,
      let after = try history.state(of: store, after: second.row).exactValue
    else { return nil }
    let brought = BroughtValue.all(from: before, to: between).filter { $0.isThere(in: other) }
    let lost = brought.filter { !$0.isThere(in: after) }
    if try isSentTwice(early, late), lost.isEmpty {
      let more = BroughtValue.all(from: other, to: after).filter(\.isNew)
      guard brought.contains(where: { one in one.isNew && more.contains { $0.isTwin(of: one) } }) else { return nil }
      let payload = try history.action(at: late)?.payload
      return Finding(
        .suspicion(.doubleSubmit), row: late, isNote: true, values: [Finding.Value(path: "payload", old: nil, new: payload)],
        proof: [early] + [first.row, second.row].filter { $0 != early && $0 != late })
    }
    guard first.request > second.request else { return nil }
    return try stale(pair, Lost(store: store, brought: brought, lost: lost, before: other, after: after))
  }

  private struct Lost {
    let store: String
    let brought: [BroughtValue]
    let lost: [BroughtValue]
    let before: JSONValue
    let after: JSONValue
  }

  private func stale(_ pair: Pair, _ change: Lost) throws(HistoryError) -> Finding? {
    // What was asked for is no longer asked for, so that whatever the answer holds is stale.
    let isOutdated = try isOutdated(pair, change)
    let telling =
      isOutdated
      ? change.brought.filter { change.before[$0.place] != change.after[$0.place] }
      : change.lost.filter { $0.isLost(to: $0.replacement(in: change.after)) }
    // What an answer adds to something stays, and a text beside it that tells of the last one says nothing.
    let kept = isOutdated ? [] : Set(change.brought.filter { $0.isThere(in: change.after) }.map(\.container))
    guard !telling.isEmpty, kept.isSubset(of: telling.map(\.container)) else { return nil }
    if let next = nextState(after: pair.second, in: change.store), let state = try history.state(of: change.store, after: next).exactValue,
      telling.allSatisfy({ isOutdated ? state[$0.place] == change.before[$0.place] : $0.isThere(in: state) })
    {
      return nil
    }
    var seen: Set<JSONPointer> = []
    let places = telling.map(\.place).filter { seen.insert($0).inserted }
    let values = places.map { pointer in
      let path = StatePath(store: change.store, pointer, in: change.before).description
      return Finding.Value(path: path, old: change.before[pointer], new: change.after[pointer])
    }
    let proof = [pair.second.request, pair.first.request, pair.first.row].filter { $0 != pair.second.row }
    return Finding(.suspicion(.staleAnswer), row: pair.second.row, isNote: true, values: values, proof: proof.uniqued)
  }

  /// Whether the state says what is asked for, as a search field does, and that is what the later request asked for: a member of both
  /// payloads stood at one place after each request, and the later one still does.
  private func isOutdated(_ pair: Pair, _ change: Lost) throws(HistoryError) -> Bool {
    guard let old = try history.action(at: pair.second.request)?.payload, let new = try history.action(at: pair.first.request)?.payload,
      let asked = try history.state(of: change.store, after: pair.second.request).exactValue,
      let askedLater = try history.state(of: change.store, after: pair.first.request).exactValue
    else { return false }
    let members = old.object.map { $0.map { ($0.value, new[$0.key]) } } ?? [(old, new)]
    return members.contains { value, later in
      guard let later, value.isQuery, later.isQuery, value != later else { return false }
      return asked.places(of: value).contains { askedLater[$0] == later && change.before[$0] == later }
    }
  }

  /// The row that changed the store next.
  private func nextState(after answer: Answer, in store: String) -> Int? {
    guard let timeline = index.storeNumbers.number(of: store).map({ index.timelines[$0] }) else { return nil }
    let first = timeline.events.partitioningIndex { .on($0.line) > answer.place }
    let next = timeline.events[first...].prefix(Self.mostAnswers).first { !$0.kind.isDisjoint(with: [.state, .patch]) }
    return next.map { Int($0.row) }
  }

  /// Whether both requests have the same contents. What has none asks for news, which one may do at any time.
  private func isSentTwice(_ first: Int, _ second: Int) throws(HistoryError) -> Bool {
    guard let payload = try history.action(at: first)?.payload, payload.isWhollyRecorded else { return false }
    guard !payload.isNull, payload.object?.isEmpty != true, payload.array?.isEmpty != true else { return false }
    return try history.action(at: second)?.payload == payload
  }
}

extension JSONValue {
  /// Whether a request may ask for it: a text or a number.
  fileprivate var isQuery: Bool {
    switch self {
    case .string(let text): !text.isEmpty
    case .number: true
    case .null, .bool, .array, .object: false
    }
  }

  /// Where a value stands in this one, not within arrays.
  fileprivate func places(of value: JSONValue, at pointer: JSONPointer = JSONPointer()) -> [JSONPointer] {
    if self == value { return [pointer] }
    return object.map { $0.flatMap { $0.value.places(of: value, at: pointer.appending($0.key)) } } ?? []
  }
}

extension [Int] {
  /// Each once, in this order.
  var uniqued: [Int] {
    var seen: Set<Int> = []
    return filter { seen.insert($0).inserted }
  }
}
