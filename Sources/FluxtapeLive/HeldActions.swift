internal import Fluxtape
internal import FluxtapeLocking

/// The actions that wait while the app is locked.
final class HeldActions: Sendable {
  struct Held: Sendable {
    let isolation: Isolation
    let cause: Cause?
    /// The step that tells it in the log.
    let step: Int?
    let body: @Sendable () -> Void

    /// Lets the action go on.
    func run() { Cause.with(cause) { ThreadFlag.passing.withFlagSet(body) } }
  }

  private struct Contents: Sendable {
    var isLocked = false
    var isOver = false
    var actions: [Held] = []
    /// Stores whose actions the app hands over.
    var names: Set<String> = []
  }

  private let contents = Locked(Contents())

  var isLocked: Bool { contents.withLock { $0.isLocked } }
  var actions: [Held] { contents.withLock { $0.actions } }
  var count: Int { actions.count }

  func knows(_ name: String) -> Bool { contents.withLock { $0.names.contains(name) } }

  func lock() { contents.withLock { $0.isLocked = !$0.isOver } }

  /// Whether an action of the running thread is to be held.
  ///
  /// - Parameter name: The store, if the app hands its actions over.
  func isToHold(_ name: String?) -> Bool {
    let isLocked = contents.withLock { contents in
      if let name { contents.names.insert(name) }
      return contents.isLocked
    }
    return isLocked && !ThreadFlag.passing.isSet
  }

  /// Holds an action. Returns how many are held then, or `nil` if the app is not locked any more.
  func hold(_ action: Held) -> Int? {
    contents.withLock { contents in
      guard contents.isLocked else { return nil }
      contents.actions.append(action)
      return contents.actions.count
    }
  }

  /// Drops the actions that were held first.
  func drop(_ count: Int) {
    // Let go outside of the lock.
    _ = contents.withLock { contents in
      defer { contents.actions = Array(contents.actions.dropFirst(count)) }
      return contents.actions
    }
  }

  /// Takes what is held, and unlocks for good.
  func end() -> [Held] {
    contents.withLock { $0.isOver = true }
    return takeAll()
  }

  /// Takes what is held, and unlocks.
  private func takeAll() -> [Held] {
    contents.withLock { contents in
      contents.isLocked = false
      defer { contents.actions = [] }
      return contents.actions
    }
  }

  /// Takes what is held but stays locked: what comes meanwhile waits behind. Unlocks if nothing is held.
  private func takeSome() -> [Held] {
    contents.withLock { contents in
      if contents.actions.isEmpty { contents.isLocked = false }
      defer { contents.actions = [] }
      return contents.actions
    }
  }

  /// Lets all held actions go on in their order, then new ones. Returns how many went on.
  func release() -> Int {
    var count = 0
    // An app that dispatches faster than its reducers run would never be unlocked.
    for _ in 0..<8 {
      let actions = takeSome()
      if actions.isEmpty { return count }
      for action in actions { _ = action.isolation.run(within: nil) { action.run() } }
      count += actions.count
    }
    let rest = takeAll()
    for action in rest { _ = action.isolation.run(within: nil) { action.run() } }
    return count + rest.count
  }
}
