/// Which row wrote a value, as far as the log tells.
public enum ValueOrigin: Hashable, Sendable {
  /// The action at this row, or the state without an action: no recorded action wrote the value then.
  case action(row: Int)
  /// One of these rows. The states after some of them are not recorded, or their records are lost.
  case between(first: Int, last: Int)
  /// It was there when the first state of the store was recorded, at this row.
  case beforeRecording(row: Int)
}

extension ValueOrigin {
  /// The row at which the log shows the value: the one that wrote it, the last one that may have been it, or the first state of the store.
  public var row: Int {
    switch self {
    case .action(let row), .between(_, let row), .beforeRecording(let row): row
    }
  }
}

/// Tells which row brought about what an event of a store's states shows.
struct OriginTracker: Sendable {
  private let index: RunIndex
  /// Where the last event stands that told the state.
  private var lastTelling: LinePlace?
  /// The first row since then whose state is not recorded.
  private var firstOmitted: Int?

  init(_ index: RunIndex) { self.index = index }

  /// Which row made the difference to the state before. Called for each event of one store, in their order.
  mutating func origin(of event: StoreTimeline.Event, hasPatch: Bool, hasState: Bool) -> ValueOrigin {
    let row = Int(event.row)
    guard !event.kind.isDisjoint(with: .tells) else {
      firstOmitted = firstOmitted ?? row
      return .action(row: row)
    }
    defer {
      lastTelling = .on(event.line)
      firstOmitted = nil
    }
    if event.kind.contains(.begins) { return .action(row: row) }
    if lastTelling == nil, firstOmitted == nil, !hasPatch, hasState { return .beforeRecording(row: row) }
    // A patch says what its row changed since the state that was recorded last, whatever is lost in between.
    let loss = hasPatch ? nil : index.loss(after: lastTelling, upTo: .on(event.line), including: false)
    guard let first = [firstOmitted, loss].compactMap(\.self).min() else { return .action(row: row) }
    return .between(first: min(first, row), last: row)
  }
}
