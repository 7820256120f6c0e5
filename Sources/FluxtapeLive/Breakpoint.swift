internal import Fluxtape
internal import FluxtapeLocking

/// Where the app waits: after each step for the client's verdict, and after some until it is let go on.
final class Breakpoint: Sendable {
  struct Armed: Sendable {
    let client: Int
    let name: String
    let query: String
  }

  private struct Contents: Sendable {
    var armed: Armed?
    /// The step that a thread of the app waits at; others wait for their turn.
    var step: Int?
    var verdict: Bool?
    var isPaused = false
    /// Why the app goes on.
    var end: String?
    /// Steps inside of reducers, by thread.
    var inner: [UInt: [Int]] = [:]
  }

  private let contents = Locked(Contents())

  var armed: Armed? { contents.withLock { $0.armed } }
  var pausedAt: Int? { contents.withLock { $0.isPaused ? $0.step : nil } }

  func arm(_ armed: Armed) { contents.withLock { $0.armed = armed } }

  /// Asks no more, and lets the app go on. Returns what was armed.
  ///
  /// - Parameter client: Only if this one armed it.
  func disarm(_ why: String, by client: Int? = nil) -> Armed? {
    contents.withLock { contents in
      guard let armed = contents.armed, client == nil || armed.client == client else { return nil }
      (contents.armed, contents.inner) = (nil, [:])
      contents.end = why
      return armed
    }
  }

  /// `false` if nobody waits for it.
  func answer(_ step: Int, pauses: Bool) -> Bool {
    contents.withLock { contents in
      guard contents.step == step, contents.verdict == nil, contents.armed != nil else { return false }
      contents.verdict = pauses
      return true
    }
  }

  /// Lets the app go on. Returns the step that it waited at.
  func resume(_ why: String) -> Int? {
    contents.withLock { contents in
      guard contents.isPaused, contents.end == nil else { return nil }
      contents.end = why
      return contents.step
    }
  }
}

// MARK: - The app's thread

extension Breakpoint {
  /// The steps to ask about when a step ends on the running thread.
  ///
  /// In a reducer, the lock of a `Store` is held, so a step there waits for the end of the action around it, which has begun before.
  func steps(at step: Int) -> [Int] {
    contents.withLock { contents in
      guard contents.armed != nil else { return [] }
      let thread = SystemFacts.currentThread
      guard !ThreadFlag.reducing.isSet else {
        contents.inner[thread, default: []].append(step)
        return []
      }
      return (contents.inner.removeValue(forKey: thread) ?? []).filter { $0 > step } + [step]
    }
  }

  /// Waits for the turn of a step. `nil` if nothing is armed, or others take too long.
  ///
  /// - Parameter limit: How long to wait for the turn and the verdict together, unless a thread is paused.
  /// - Returns: What is armed, and how long to wait for the verdict: half of the limit, if the turn had to be waited for.
  func begin(_ step: Int, within limit: Duration) -> (Armed, Duration)? {
    var (start, isFirst) = (ContinuousClock.now, true)
    return wait(atMost: nil) {
      contents.withLock { contents -> (Armed, Duration)?? in
        defer { isFirst = false }
        guard let armed = contents.armed else { return .some(nil) }
        if contents.step == nil {
          (contents.step, contents.verdict, contents.end) = (step, nil, nil)
          return (armed, isFirst ? limit : limit / 2)
        }
        if contents.isPaused { start = .now }
        return start.duration(to: .now) < limit / 2 ? nil : .some(nil)
      }
    } ?? nil
  }

  /// Waits for the client's verdict: whether the app pauses. `nil` if none comes in time.
  func verdict(within limit: Duration) -> Bool? {
    wait(atMost: limit) {
      contents.withLock { contents -> Bool? in
        guard contents.armed != nil else { return false }
        contents.isPaused = contents.verdict == true
        return contents.verdict
      }
    }
  }

  /// Waits until the app may go on, and returns why.
  func pause(atMost limit: Duration) -> String {
    wait(atMost: limit) { contents.withLock { $0.end } } ?? "nobody said 'continue' for \(limit)"
  }

  /// Ends the turn of a step, if it has not ended: another thread may have the next one.
  func end(_ step: Int) {
    contents.withLock { contents in
      if contents.step == step { (contents.step, contents.isPaused) = (nil, false) }
    }
  }
}
