/// What the log says of a store's state right before an event: whether it is certain, and which row made the difference that the event
/// shows.
///
/// ```text
/// whole state    gap       patch            whole state
///      S          ✗          p                 S
///      └ certain ─┴─────── not certain ────────┴ certain
///                            └ its row wrote this; any other difference of S was made by one of ✗ … S
/// ```
/// It is the one answer to "what did this row change, and is that certain", for blame, histories, searches, checks, `show`, reports and the
/// inspector.
struct StateStanding: Sendable {
  private let store: Int
  /// The place of the last whole state: earlier losses no longer matter.
  private var whole: LinePlace?
  /// Whether the log has any state of the store so far.
  private var isTold = false
  /// The first row without a recorded state since the last recorded one.
  private(set) var firstOmitted: Int?
  /// The row of a patch that failed. The state is unknown up to the next whole state.
  private var failed: Int?

  init(of store: Int) { self.store = store }
}

extension StateStanding {
  /// The first row since which the state is uncertain, at `place` or right before it; `nil` if it is certain.
  func doubt(in index: RunIndex, upTo place: LinePlace, including: Bool) -> Int? {
    .lowest(failed, index.doubt(about: store, after: whole, upTo: place, including: including))
  }

  /// The first row since which records are missing or unreadable, at `place` or right before it.
  func loss(in index: RunIndex, upTo place: LinePlace, including: Bool) -> Int? {
    index.loss(after: whole, upTo: place, including: including)
  }

  /// Whether the state at `place` is certain.
  func isCertain(in index: RunIndex, at place: LinePlace) -> Bool {
    firstOmitted == nil && doubt(in: index, upTo: place, including: true) == nil
  }

  /// The rows that made the changes of an event. Call this before ``advance(over:)``.
  func origins(of event: StoreTimeline.Event, in index: RunIndex) -> EventOrigins {
    let row = Int(event.row)
    let own = ValueOrigin.action(row: row)
    guard event.kind.isDisjoint(with: .begins), !event.kind.isDisjoint(with: .tells) else { return EventOrigins(patch: own, state: own) }
    let doubt = doubt(in: index, upTo: .on(event.line), including: false)
    // A patch starts from the last recorded state, whatever was lost in between.
    let patch = firstOmitted.map { ValueOrigin.between(first: min($0, row), last: row) } ?? own
    guard isTold || firstOmitted != nil else { return EventOrigins(patch: patch, state: .beforeRecording(row: row), doubt: doubt) }
    let first = Int?.lowest(firstOmitted, doubt)
    return EventOrigins(patch: patch, state: first.map { .between(first: min($0, row), last: row) } ?? own, doubt: doubt)
  }
}

/// The rows that made the changes of an event.
struct EventOrigins: Sendable {
  /// The origin of the values that its patch writes.
  var patch: ValueOrigin
  /// The origin of other differences of its whole state.
  var state: ValueOrigin
  /// The first row since which the state before is uncertain, if it is.
  var doubt: Int?

  /// Whether the state before is certain, with no unrecorded change since.
  var isCertain: Bool { if case .action = patch { doubt == nil } else { false } }
}

// MARK: - Advancing

extension StateStanding {
  mutating func take(_ event: StoreTimeline.Event) {
    guard !event.kind.isDisjoint(with: .tells) else {
      firstOmitted = firstOmitted ?? Int(event.row)
      return
    }
    firstOmitted = nil
    guard !event.kind.isDisjoint(with: .base) else { return }
    whole = .on(event.line)
    isTold = true
    failed = nil
  }

  /// Notes that the patch of the last event failed.
  mutating func noteMisfit(at row: Int) { failed = failed ?? row }
}

extension StoreTimeline {
  /// The standing of the store right before an event. Only a fold knows of patches that failed.
  func standing(of store: Int, before event: Int) -> StateStanding {
    var standing = StateStanding(of: store)
    if event > 0, let base = lastBase(upTo: event - 1) { standing.take(events[base]) }
    var first = event
    while first > 0, events[first - 1].kind.isDisjoint(with: .tells) { first -= 1 }
    if first < event { standing.take(events[first]) }
    return standing
  }
}
