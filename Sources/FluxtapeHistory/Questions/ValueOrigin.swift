/// Who wrote a value, as far as the log tells.
public enum ValueOrigin: Hashable, Sendable {
  /// The action at this row.
  case action(row: Int)
  /// One of the actions at these rows. The states after some of them are not recorded, or their records are lost.
  case between(first: Int, last: Int)
  /// It was there when the first state of the store was recorded.
  case beforeRecording
}

extension ValueOrigin {
  /// The row of the action, or the last one that may have been it.
  public var row: Int? {
    switch self {
    case .action(let row), .between(_, let row): row
    case .beforeRecording: nil
    }
  }
}

/// Tells who brought about what an event of a store's states shows.
struct OriginTracker {
  private let index: RunIndex
  /// Where the last event stands that told the state.
  private var lastTelling: LinePlace?
  /// The first row since then whose state is not recorded.
  private var firstOmitted: Int?

  init(_ history: History) { index = history.index }

  /// Who made the difference to the state before. Called for each event of one store, in their order.
  mutating func origin(of event: StateEvents.Event) -> ValueOrigin {
    let isTelling = !event.kind.isDisjoint(with: .tells)
    guard isTelling else {
      firstOmitted = firstOmitted ?? event.row
      return .action(row: event.row)
    }
    defer {
      lastTelling = event.place
      firstOmitted = nil
    }
    let isOutcome = event.isOutcome(in: index)
    let begins = event.kind.contains(.begins) && isOutcome
    if begins { return .action(row: event.row) }
    if lastTelling == nil, firstOmitted == nil, event.patch == nil, event.state != nil, !event.kind.contains(.begins) {
      return .beforeRecording
    }
    // A patch says what its action changed since the state that was recorded last, whatever is lost in between.
    let loss = event.patch == nil ? index.loss(after: lastTelling, upTo: event.place, including: false) : nil
    guard let first = [firstOmitted, loss].compactMap(\.self).min() else {
      return isOutcome ? .action(row: event.row) : .between(first: event.row, last: event.row)
    }
    return .between(first: min(first, event.row), last: event.row)
  }
}
