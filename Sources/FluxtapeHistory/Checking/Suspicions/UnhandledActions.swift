import FluxtapeLog
import FluxtapeLogReading

/// Looks for actions that a dispatcher sent and to which nothing reacted: no store handled them, and they led to nothing else.
struct UnhandledActions {
  private let history: History
  private let index: RunIndex
  private let requests: RequestSearch
  /// Dispatched actions that nothing has reacted to yet, the newest ones.
  private var waiting: Set<Int> = []
  private var unhandled: [RequestSearch.Kind: (first: Int, count: Int)] = [:]
  /// Stores whose actions others handle.
  private var dispatchers: Set<Int> = []

  /// Actions after which one that nothing reacted to counts as handled by nobody.
  private static let mostWaiting = 1 << 16

  init(_ history: History) {
    self.history = history
    index = history.index
    requests = RequestSearch(index)
  }
}

extension UnhandledActions {
  mutating func take(_ row: Int, _ cause: Int?) {
    if let cause {
      waiting.remove(cause)
      if let store = index.store(of: cause), requests.isDispatch(cause, of: row) { dispatchers.insert(store) }
    }
    let flags = index.rows[row].flags
    let isDispatch = flags.contains(.isUnreduced) && flags.isDisjoint(with: [.hasEffect, .hasError, .isCompleted, .isTorn])
    guard isDispatch, index.textNumber(of: row).map({ !index.texts[$0].hasPrefix("@@") }) ?? false else { return }
    if waiting.count >= Self.mostWaiting {
      for row in waiting { count(row) }
      waiting = []
    }
    waiting.insert(row)
  }

  private mutating func count(_ row: Int) {
    guard let kind = requests.kind(of: row) else { return }
    let known = unhandled[kind]
    unhandled[kind] = (min(known?.first ?? row, row), (known?.count ?? 0) + 1)
  }

  var findings: [Finding] {
    var all = self
    for row in waiting { all.count(row) }
    return all.unhandled.filter { dispatchers.contains($0.key.store) }.map { _, found in
      Finding(.suspicion(.unhandledAction(count: found.count)), row: found.first, isNote: true)
    }
  }
}
