import FluxtapeHistory
import FluxtapeLog

/// A question for a replay without some actions.
package struct WhatIfQuestion: Sendable {
  /// Identifies the question in its inspector.
  let number: Int
  let runNumber: Int
  /// The run when the question was asked. Row numbers stay valid in a later run as long as no row disappears.
  let run: FixedRun
  /// The steps of the skipped actions.
  let skipped: Set<Int>
}

extension WhatIfQuestion: Hashable {
  package static func == (left: WhatIfQuestion, right: WhatIfQuestion) -> Bool { left.number == right.number }

  package func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// A replayed run beside the recorded one. The panes show it while actions are skipped.
package struct Hypothesis: Sendable {
  let question: WhatIfQuestion
  let run: HypotheticalRun
  /// The replayed run.
  let replayed: FixedRun
  /// For each recorded row, the replayed row for it, or else for the last row before it; -1 if there is none.
  private let places: [Int32]
  /// The recorded rows after which their store's state differs, ascending, without skipped rows.
  let differingRows: [Int]

  init(_ run: HypotheticalRun, to question: WhatIfQuestion) {
    let rows = question.run.rows
    self.question = question
    self.run = run
    replayed = FixedRun(run.history)
    var places: [Int32] = []
    var differing: [Int] = []
    places.reserveCapacity(rows.count)
    var last: Int32 = -1
    for (recorded, row) in rows.all.enumerated() {
      if let number = run.number(of: row) {
        last = Int32(clamping: number)
        if let step = row.step?.rawValue, run.differing.contains(step) { differing.append(recorded) }
      }
      places.append(last)
    }
    self.places = places
    differingRows = differing
  }

  /// The recorded steps after which the replayed state differs, because of the skipped actions or of the host's reducers.
  var changedSteps: Set<Int> { run.differing.subtracting(question.skipped) }

  /// The first step that differs before any skipped one; `nil` if there is none. The host's reducers are not the recorded ones then.
  var foreignStep: Int? {
    guard let start = question.skipped.min(), let first = changedSteps.min() else { return nil }
    return first < start ? first : nil
  }
}

extension Hypothesis: Hashable {
  package static func == (left: Hypothesis, right: Hypothesis) -> Bool { left.question == right.question }

  package func hash(into hasher: inout Hasher) { hasher.combine(question) }
}

// MARK: - Steps

extension Hypothesis {
  /// How a recorded row fared in the replay.
  enum Fate: Hashable, Sendable {
    /// As recorded.
    case same
    case leftOut
    /// Its store's state differs after it.
    case differs
    /// It could not be replayed for this reason, and changed nothing.
    case unreplayed(String)
    /// It was recorded after the question.
    case later
  }

  func fate(of row: HistoryRow, at place: Int) -> Fate {
    guard place < places.count else { return .later }
    guard let step = row.step?.rawValue else { return .same }
    if question.skipped.contains(step) { return .leftOut }
    if let why = run.unreplayed[step] { return .unreplayed(why) }
    return run.differing.contains(step) ? .differs : .same
  }

  /// Returns the replayed row for a recorded one; nil if there is none.
  func row(of row: HistoryRow) -> HistoryRow? {
    run.number(of: row).flatMap { replayed.rows[$0] }
  }
}

// MARK: - States

extension Hypothesis {
  /// Returns a store's replayed state after a recorded row.
  func state(of store: String, after row: Int, in recorded: History) throws(HistoryError) -> StoreState {
    guard run.stores.contains(store), row < places.count else { return try recorded.state(of: store, after: row) }
    let place = Int(places[row])
    let state: StoreState = place < 0 ? .absent : try run.history.state(of: store, after: place)
    guard state.isAbsent else { return state }
    if let first = firstLeftOut(of: store, upTo: row, in: recorded) { return try recorded.state(of: store, before: first) }
    // The replay lacks the row, such as a gap, and has no state yet.
    return question.run.rows[row].flatMap(run.number) == nil ? try recorded.state(of: store, after: row) : state
  }

  /// Returns the store's first skipped row since the last replayed row.
  ///
  /// If the store has no replayed state yet, it began after that row, in a record that is not a row. Its state is then the one recorded
  /// before that row.
  private func firstLeftOut(of store: String, upTo row: Int, in recorded: History) -> Int? {
    var first: Int?
    for place in sequence(first: row, next: { $0 > 0 ? $0 - 1 : nil }) {
      guard let passed = question.run.rows[place] else { break }
      let isAway = fate(of: passed, at: place) == .leftOut
      guard isAway || places[place] == places[row] else { break }
      if isAway, passed.store.map({ recorded.stores[$0] }) == store { first = place }
    }
    return first
  }

  /// Returns a store's replayed state before a recorded row. For a skipped row, this is also the state after it.
  func state(of store: String, before row: Int, in recorded: History) throws(HistoryError) -> StoreState {
    guard run.stores.contains(store), row < places.count else { return try recorded.state(of: store, before: row) }
    let place = Int(places[row])
    guard place >= 0 else { return .absent }
    let isOwn = question.run.rows[row].flatMap(run.number) == place
    return isOwn ? try run.history.state(of: store, before: place) : try run.history.state(of: store, after: place)
  }
}
