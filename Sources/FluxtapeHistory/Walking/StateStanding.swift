/// How one store stands right before an event, as far as the log tells: whether its state is certain, and which row made the difference that
/// the event shows.
///
/// ```text
/// whole state    gap       patch            whole state
///      S          ✗          p                 S
///      └ certain ─┴─────── not certain ────────┴ certain
///                            └ what it writes is its row's doing; what S differs in besides is one of ✗ … S
/// ```
/// The one answer to "what did this row change, and is that certain": blame, histories, searches, checks, `show`, reports and the inspector
/// ask it.
struct StateStanding: Sendable {
  private let store: Int
  /// Where the last whole state stands: what was lost before it no longer matters.
  private var whole: LinePlace?
  /// Whether the log has told any state of the store.
  private var isTold = false
  /// The first row since the last told state that recorded none.
  private(set) var firstOmitted: Int?
  /// The row of a patch that did not fit. Up to the next whole state nothing is known.
  private var failed: Int?

  init(of store: Int) { self.store = store }
}

extension StateStanding {
  /// The first row since which the state is not certain, at `place` or right before it; `nil` where it is as it was told last.
  func doubt(in index: RunIndex, upTo place: LinePlace, including: Bool) -> Int? {
    [failed, index.doubt(about: store, after: whole, upTo: place, including: including)].compactMap(\.self).min()
  }

  /// The first row since which records are missing or cannot be read, at `place` or right before it.
  func loss(in index: RunIndex, upTo place: LinePlace, including: Bool) -> Int? {
    index.loss(after: whole, upTo: place, including: including)
  }

  /// Whether the state at `place` is the one that the log tells.
  func isCertain(in index: RunIndex, at place: LinePlace) -> Bool {
    firstOmitted == nil && doubt(in: index, upTo: place, including: true) == nil
  }

  /// Whose doing an event is, which is not yet taken.
  func origins(of event: StoreTimeline.Event, in index: RunIndex) -> EventOrigins {
    let row = Int(event.row)
    let own = ValueOrigin.action(row: row)
    guard event.kind.isDisjoint(with: .begins), !event.kind.isDisjoint(with: .tells) else { return EventOrigins(patch: own, state: own) }
    let doubt = doubt(in: index, upTo: .on(event.line), including: false)
    // A patch says what changed since the state that was recorded last, whatever is lost in between.
    let patch = firstOmitted.map { ValueOrigin.between(first: min($0, row), last: row) } ?? own
    guard isTold || firstOmitted != nil else { return EventOrigins(patch: patch, state: .beforeRecording(row: row), doubt: doubt) }
    let first = [firstOmitted, doubt].compactMap(\.self).min()
    return EventOrigins(patch: patch, state: first.map { .between(first: min($0, row), last: row) } ?? own, doubt: doubt)
  }
}

/// Whose doing is what an event of a store's states shows.
struct EventOrigins: Sendable {
  /// What its patch writes.
  var patch: ValueOrigin
  /// What its whole state differs in besides.
  var state: ValueOrigin
  /// The first row since which the state before is not certain, if it is not.
  var doubt: Int?

  /// Whether the state before is the one that the log tells, and nothing that was not recorded came between.
  var isCertain: Bool { if case .action = patch { doubt == nil } else { false } }
}

// MARK: - Going on

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

  /// Says that the patch of the event taken last did not fit the state before it.
  mutating func noteMisfit(at row: Int) { failed = failed ?? row }
}

extension StoreTimeline {
  /// How the store stands right before an event. Whether a patch did not fit since its last whole state only a fold knows.
  func standing(of store: Int, before event: Int) -> StateStanding {
    var standing = StateStanding(of: store)
    if event > 0, let base = lastBase(upTo: event - 1) { standing.take(events[base]) }
    var first = event
    while first > 0, events[first - 1].kind.isDisjoint(with: .tells) { first -= 1 }
    if first < event { standing.take(events[first]) }
    return standing
  }
}
