internal import Fluxtape
internal import FluxtapeLocking

/// The actions that wait while the app is locked.
final class HeldActions: Sendable {
  struct Held: Sendable {
    let isolation: Isolation
    let cause: Cause?
    let body: @Sendable () -> Void

    /// Lets the action go on.
    func run() { Cause.with(cause) { ThreadFlag.passing.withFlagSet(body) } }
  }

  private struct Contents: Sendable {
    var isLocked = false
    var actions: [Held] = []
    /// Stores whose actions the app hands over.
    var names: Set<String> = []
  }

  private let contents = Locked(Contents())

  /// Held actions before the lock is opened by itself.
  static let most = 10_000

  var isLocked: Bool { contents.withLock { $0.isLocked } }
  var count: Int { contents.withLock { $0.actions.count } }

  func knows(_ name: String) -> Bool { contents.withLock { $0.names.contains(name) } }

  /// `false` if it is locked already.
  func lock() -> Bool {
    contents.withLock { contents in
      defer { contents.isLocked = true }
      return !contents.isLocked
    }
  }

  /// Holds an action if the app is locked. Returns how many are held then, or `nil` if it is not.
  func hold(_ action: Held, of name: String?) -> Int? {
    contents.withLock { contents in
      if let name { contents.names.insert(name) }
      guard contents.isLocked, !ThreadFlag.passing.isSet else { return nil }
      contents.actions.append(action)
      return contents.actions.count
    }
  }

  /// Takes what is held, and unlocks.
  func takeAll() -> [Held] {
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
