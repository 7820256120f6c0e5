import FluxtapeLocking

/// Collects events from any thread.
final class Trace<Entry: Sendable>: Sendable {
  private let contents = Locked<[Entry]>([])

  var entries: [Entry] { contents.withLock { $0 } }

  func note(_ entry: Entry) { contents.withLock { $0.append(entry) } }
}

enum CounterAction: Sendable, Equatable {
  case added(Int)
  case reset
}

@Sendable func countingReducer(_ count: inout Int, _ action: CounterAction) {
  switch action {
  case .added(let amount): count += amount
  case .reset: count = 0
  }
}
