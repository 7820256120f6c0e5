/// What tells a store's state, in the order of the lines, which is the order of reduction. 12 bytes an event.
struct StoreTimeline: Sendable {
  struct Event: Sendable {
    var line: UInt32
    /// The row that the event belongs to, or that stands last before it where it belongs to none.
    var row: UInt32
    var kind: Kind
  }

  struct Kind: OptionSet, Sendable {
    let rawValue: UInt8

    /// The whole state stands on the line.
    static let state = Kind(rawValue: 1 << 0)
    static let patch = Kind(rawValue: 1 << 1)
    /// A patch without operations: the state stays what it was.
    static let emptyPatch = Kind(rawValue: 1 << 2)
    /// The state may have changed and is not recorded.
    static let omitted = Kind(rawValue: 1 << 3)
    /// `@@INIT`: nothing from before counts.
    static let begins = Kind(rawValue: 1 << 4)
    /// `@@DEINIT`: from here on there is no state.
    static let ends = Kind(rawValue: 1 << 5)

    /// Needs no state before it.
    static let base: Kind = [.state, .begins, .ends]
    /// Tells the state, as far as the one before it was told.
    static let tells: Kind = [.state, .patch, .emptyPatch, .begins, .ends]
  }

  private(set) var events: [Event] = []
  /// The events that need no state before them.
  private(set) var bases: [UInt32] = []
  /// The store's rows, rising.
  var rows: [UInt32] = []
  /// The first row of an action that reached a reducer, as far as the log tells.
  var firstReduced: UInt32?

  /// - Returns: the event's place.
  mutating func append(_ event: Event) -> UInt32 {
    let place = UInt32(events.count)
    events.append(event)
    if !event.kind.isDisjoint(with: .base) { bases.append(place) }
    return place
  }

  mutating func renumberRows(_ number: (UInt32) -> UInt32) {
    for place in events.indices { events[place].row = number(events[place].row) }
  }
}

// MARK: - Looking up

extension StoreTimeline {
  /// The last event up to `place`, or before it.
  func lastEvent(upTo place: LinePlace, including: Bool) -> Int? {
    let end = events.partitioningIndex { including ? .on($0.line) > place : .on($0.line) >= place }
    return end > 0 ? end - 1 : nil
  }

  /// The last event up to `event` that needs no state before it.
  func lastBase(upTo event: Int) -> Int? {
    let end = bases.partitioningIndex { Int($0) > event }
    return end > 0 ? Int(bases[end - 1]) : nil
  }
}
