import FluxtapeJSON
import FluxtapeLogReading

/// What looks wrong in how states changed, found on the one walk along them that a check makes.
struct StateSuspicions {
  private let index: RunIndex
  private var digests: [StateDigest]
  /// Where the last event of each store stands.
  private var places: [LinePlace?]
  private var reducers: ImpureReducers
  private var answers: OverlappingAnswers
  private var errors: KeptErrors
  private var found: [Finding] = []

  /// - Returns: `nil` where nothing is remembered: then nobody asks.
  init?(_ history: History, _ memory: inout ReducerMemory?) {
    guard memory != nil else { return nil }
    index = history.index
    digests = Array(repeating: StateDigest(), count: history.stores.count)
    places = Array(repeating: nil, count: history.stores.count)
    reducers = ImpureReducers(history, &memory)
    answers = OverlappingAnswers(history)
    errors = KeptErrors(history)
  }
}

extension StateSuspicions {
  /// Takes an event into `walk`, and looks at what it does there.
  mutating func take(_ event: StateWalk.Event, into walk: inout StateWalk, _ memory: inout ReducerMemory?) throws(HistoryError) {
    let isCertain = walk.isCertain(before: event)
    var digest = digests[event.store]
    let before = digest.value
    walk.take(event) { operation, document, isDone in
      if isDone { digest.noteResult(of: operation, in: document) } else { digest.note(operation, on: document) }
    }
    digest.settle(on: walk.value(of: event.store), isNew: event.state != nil)
    digests[event.store] = digest
    let previous = places[event.store]
    places[event.store] = event.place
    guard let after = digest.value else { return }
    if isCertain, let before {
      let others = { [digests] in Self.sum(digests, except: event.store) }
      if let finding = try reducers.finding(event, after: previous, (before, after), others: others, &memory) { found.append(finding) }
    }
    guard before != after else { return }
    answers.take(event)
    errors.take(event)
  }

  func findings() throws(HistoryError) -> [Finding] { try found + answers.findings() + errors.findings() }

  /// A number for how all other stores stand.
  private static func sum(_ digests: [StateDigest], except store: Int) -> UInt64 {
    digests.indices.reduce(0) { sum, place in place == store ? sum : sum &* 31 &+ (digests[place].value ?? 0) }
  }
}
