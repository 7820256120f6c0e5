import FluxtapeHistory

/// The chain of a step: what led to it, the step, and what it led to, directly or not. The query `chain:42` lists the same.
struct StepChain {
  let row: Int
  private(set) var causes: Set<Int> = []
  private(set) var effects: Set<Int> = []
  /// Whether there are more than were looked at.
  private(set) var isCut = false

  /// The number of earlier and of later steps to look at, as this is done for each frame.
  private static let limit = 1000

  init(of row: Int, in state: InspectorState) {
    self.row = row
    if state.index.origins.hasJoins {
      causes = Set(state.index.origins.rows(leadingTo: row, atMost: Self.limit))
      followEffects(in: state.history)
    } else {
      walk(in: state.history, state.index)
    }
    isCut = isCut || causes.count >= Self.limit
  }

  /// Nil for a step that is alone.
  init?(ofLinked row: Int, in state: InspectorState) {
    self.init(of: row, in: state)
    if causes.isEmpty, effects.isEmpty { return nil }
  }

  /// Where each row names one cause, the rows with the same first cause have all effects.
  private mutating func walk(in history: History, _ index: TimelineIndex) {
    var place = row
    while causes.count < Self.limit, let cause = history.cause(of: place) {
      causes.insert(cause)
      place = cause
    }
    place = row
    for _ in 0..<Self.limit {
      guard let next = index.next(inChainAfter: place) else { return }
      if let cause = history.cause(of: next), cause == row || effects.contains(cause) { effects.insert(next) }
      place = next
    }
    isCut = index.next(inChainAfter: place) != nil
  }

  private mutating func followEffects(in history: History) {
    var waiting = history.effects(of: row)
    while let next = waiting.popLast() {
      guard effects.count < Self.limit else {
        isCut = true
        return
      }
      if effects.insert(next).inserted { waiting += history.effects(of: next) }
    }
  }
}

extension StepChain {
  /// `27`, or `1,002 or more`.
  private var size: String { QuantityText.grouped(causes.count + 1 + effects.count) + (isCut ? " or more" : "") }

  /// `chain of 27`
  var shortWords: String { "chain of \(size)" }
}
