/// The events of a store's state in the order of the lines, which is the order of reduction. An event takes 4 bytes.
struct StoreTimeline: Sendable {
  struct Event: Sendable {
    /// The beginning of the line in the run.
    var line: Int
    /// The row of the event; without one, the last row before it.
    var row: UInt32
    var kind: Kind
    /// Where the patch lies in the line; empty if it has to be parsed to find it.
    var patch = Row.Part()
  }

  struct Kind: OptionSet, Sendable {
    let rawValue: UInt8

    /// The line has the whole state.
    static let state = Kind(rawValue: 1 << 0)
    static let patch = Kind(rawValue: 1 << 1)
    /// A patch without operations: the state stays the same.
    static let emptyPatch = Kind(rawValue: 1 << 2)
    /// The state may have changed and was not recorded.
    static let omitted = Kind(rawValue: 1 << 3)
    /// `@@INIT`: earlier events do not count.
    static let begins = Kind(rawValue: 1 << 4)
    /// `@@DEINIT`: the store has no state from here on.
    static let ends = Kind(rawValue: 1 << 5)

    /// Independent of the state before it.
    static let base: Kind = [.state, .begins, .ends]
    /// Determines the state from the one before it.
    static let tells: Kind = [.state, .patch, .emptyPatch, .begins, .ends]
  }

  let events: Events
  private let bases: [UInt32]
  /// The first row of an action that reached a reducer.
  let firstReduced: Int?

  init(_ log: EventLog, rows: BlockList<Row>, outcomes: BlockList<Completion>, storeBegan: Int, storeEnded: Int) {
    events = Events(numbers: log.numbers, rows: rows, outcomes: outcomes, storeBegan: storeBegan, storeEnded: storeEnded)
    bases = log.bases
    firstReduced = log.firstReduced
  }
}

// MARK: - Storage

/// The events of a store while a log is indexed: rows, or outcomes on separate lines.
struct EventLog: Sendable {
  /// Marks an outcome.
  static let outcome = UInt32(1) << 31
  /// Not every event that is independent of the state before it is listed: at most this many events follow a listed one.
  static let baseDistance = 32

  private(set) var numbers = BlockList<UInt32>()
  private(set) var bases: [UInt32] = []
  var firstReduced: Int?

  mutating func append(_ number: UInt32, isBase: Bool) {
    if isBase, bases.last.map({ numbers.count - Int($0) >= Self.baseDistance }) ?? true { bases.append(UInt32(numbers.count)) }
    numbers.append(number)
  }

  /// Adds 1 to the numbers of rows from `row` on.
  ///
  /// - Complexity: O(events after the row).
  mutating func countUpRows(from row: Int) {
    for place in numbers.indices.reversed() where numbers[place] & Self.outcome == 0 {
      guard numbers[place] >= row else { break }
      numbers[place] += 1
    }
  }

  mutating func renumberRows(_ number: (Int) -> Int) {
    for place in numbers.indices where numbers[place] & Self.outcome == 0 { numbers[place] = UInt32(number(Int(numbers[place]))) }
    firstReduced = firstReduced.map(number)
  }
}

extension StoreTimeline {
  /// The events, made on demand.
  struct Events: RandomAccessCollection, Sendable {
    fileprivate let numbers: BlockList<UInt32>
    fileprivate let rows: BlockList<Row>
    fileprivate let outcomes: BlockList<Completion>
    fileprivate let storeBegan: Int
    fileprivate let storeEnded: Int

    var startIndex: Int { 0 }
    var endIndex: Int { numbers.count }

    subscript(position: Int) -> Event {
      let number = numbers[position]
      guard number & EventLog.outcome == 0 else {
        let outcome = outcomes[Int(number & ~EventLog.outcome)]
        var kind = Kind(outcome.flags)
        if outcome.life.contains(.begins) { kind.insert(.begins) }
        if outcome.life.contains(.ends) { kind.insert(.ends) }
        return Event(line: outcome.place, row: outcome.row, kind: kind, patch: outcome.patch)
      }
      let row = rows[Int(number)]
      // The completion is a separate event.
      var kind = row.flags.contains(.isCompleted) ? [] : Kind(row.flags)
      if row.text == storeBegan { kind.insert(.begins) }
      if row.text == storeEnded { kind.insert(.ends) }
      return Event(line: row.place, row: number, kind: kind, patch: row.patch)
    }

    fileprivate func line(_ position: Int) -> Int {
      let number = numbers[position]
      return number & EventLog.outcome == 0 ? rows[Int(number)].place : outcomes[Int(number & ~EventLog.outcome)].place
    }
  }
}

extension StoreTimeline.Kind {
  init(_ flags: Row.Flags) {
    self = []
    if flags.contains(.hasState) { insert(.state) }
    if flags.contains(.hasPatch) { insert(flags.contains(.hasEmptyPatch) ? .emptyPatch : .patch) }
    if flags.contains(.isOmitted) { insert(.omitted) }
  }
}

// MARK: - Looking up

extension StoreTimeline {
  /// The last event up to `place`, or before it.
  func lastEvent(upTo place: LinePlace, including: Bool) -> Int? {
    let end = events.indices.partitioningIndex { including ? .on(events.line($0)) > place : .on(events.line($0)) >= place }
    return end > 0 ? end - 1 : nil
  }

  /// The last event up to `event` that is independent of the state before it.
  func lastBase(upTo event: Int) -> Int? {
    let noted = bases.partitioningIndex { Int($0) > event }
    guard noted > 0 else { return nil }
    let first = Int(bases[noted - 1])
    var place = min(event, first + EventLog.baseDistance)
    while place > first, events[place].kind.isDisjoint(with: .base) { place -= 1 }
    return place
  }
}
