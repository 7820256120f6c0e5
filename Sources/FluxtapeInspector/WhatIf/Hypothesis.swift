import FluxtapeHistory
import FluxtapeLog

/// Which steps are to be left out of a run.
package struct WhatIfQuestion: Hashable, Sendable {
  /// Tells questions apart that ask the same.
  var number: Int
  var runNumber: Int
  /// The run as it was when it was asked: its rows are beside the first ones of a later one, as long as none of them went away.
  var run: FixedRun
  var leftOut: Set<Int>
}

/// A run as it would have been, beside the recorded one: what the panes show while steps are left out.
package struct Hypothesis: Sendable {
  let question: WhatIfQuestion
  let run: HypotheticalRun
  /// What was made: another run, with rows of its own.
  private let made: FixedRun
  /// For each recorded row the last row there that comes of it or of one before it; -1 where there is none.
  private let places: [Int32]
  /// The recorded rows after which their store stands otherwise, rising. Those that are left out are not among them.
  let differingRows: [Int]

  init(_ run: HypotheticalRun, to question: WhatIfQuestion) {
    let rows = question.run.rows
    self.question = question
    self.run = run
    made = FixedRun(run.history)
    var places: [Int32] = []
    var differing: [Int] = []
    places.reserveCapacity(rows.count)
    var last: Int32 = -1
    for (number, row) in rows.all.enumerated() {
      if let step = row.step?.rawValue, let made = run.steps[step], let place = self.made.history.row(of: .init(made)) {
        last = Int32(clamping: place)
        if run.differing.contains(step) { differing.append(number) }
      }
      places.append(last)
    }
    self.places = places
    differingRows = differing
  }
}

extension Hypothesis: Hashable {
  package static func == (left: Hypothesis, right: Hypothesis) -> Bool { left.question == right.question }

  package func hash(into hasher: inout Hasher) { hasher.combine(question) }
}

// MARK: - Steps

extension Hypothesis {
  /// What became of a recorded row.
  enum Fate: Hashable, Sendable {
    /// As it was recorded.
    case same
    case leftOut
    /// After it, its store stands otherwise.
    case differs
    /// It could not be replayed, and changed nothing. Why, in words.
    case unreplayed(String)
    /// It came to the log after the question.
    case later
  }

  func fate(of row: HistoryRow, at place: Int) -> Fate {
    guard place < places.count else { return .later }
    guard let step = row.step?.rawValue else { return .same }
    if question.leftOut.contains(step) { return .leftOut }
    if let why = run.unreplayed[step] { return .unreplayed(why) }
    return run.differing.contains(step) ? .differs : .same
  }

  /// The row that came of a recorded one, with the changes that it has there; nil where none did.
  func row(of row: HistoryRow) -> HistoryRow? {
    guard let number = row.step.flatMap({ run.steps[$0.rawValue] }), let place = made.history.row(of: .init(number)) else { return nil }
    return made.rows[place]
  }
}

// MARK: - States

extension Hypothesis {
  /// How a store would stand after a recorded row.
  func state(of store: String, after row: Int, in recorded: History) throws(HistoryError) -> StoreState {
    guard run.stores.contains(store), row < places.count else { return try recorded.state(of: store, after: row) }
    let place = Int(places[row])
    let state: StoreState = place < 0 ? .absent : try run.history.state(of: store, after: place)
    guard state.isAbsent, let first = firstLeftOut(of: store, upTo: row, in: recorded) else { return state }
    return try recorded.state(of: store, before: first)
  }

  /// The first of the rows that are left out here without one that stays between them. Where the store has no state yet, it began behind the
  /// last row that stays, in a record that is no row, and stands as it did then.
  private func firstLeftOut(of store: String, upTo row: Int, in recorded: History) -> Int? {
    var first: Int?
    for place in sequence(first: row, next: { $0 > 0 ? $0 - 1 : nil }) {
      guard places[place] == places[row], let row = question.run.rows[place] else { break }
      guard fate(of: row, at: place) == .leftOut else { continue }
      if row.store.map({ recorded.stores[$0] }) == store { first = place }
    }
    return first
  }

  /// How it would stand before that row; the same as after it, where the row is left out.
  func state(of store: String, before row: Int, in recorded: History) throws(HistoryError) -> StoreState {
    guard run.stores.contains(store), row < places.count else { return try recorded.state(of: store, before: row) }
    let place = Int(places[row])
    guard place >= 0 else { return .absent }
    let isOwn = row == 0 || places[row - 1] != places[row]
    return isOwn ? try run.history.state(of: store, before: place) : try run.history.state(of: store, after: place)
  }
}
