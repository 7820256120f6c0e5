internal import FluxtapeLocking

/// A clock that stands still until it is told to go on, and runs the effects of stores on it, one after another.
///
/// With it a scripted run repeats exactly: no two effects run at the same time, and which one goes on next is told by the time
/// it sleeps until, and at the same time by who came first.
///
/// ```swift
/// let clock = VirtualClock()
/// let store = Store(initial: Shop(), reducer: shopReducer, effects: shopEffects(clock), runner: clock)
/// store.dispatch(.fetchTapped)                 // its effect: try await clock.sleep(for: .milliseconds(80)), then a dispatch
/// await clock.advance(by: .milliseconds(50))   // it is asleep
/// store.dispatch(.left)                        // it is cancelled
/// await clock.run()                            // it ends
/// ```
///
/// An effect goes on while the script waits in ``advance(by:)`` or ``run()``, never beside it. It may wait for anything that comes
/// by itself, but for other effects only by sleeping. Only the effect sleeps on this clock, not child tasks of it.
/// A cancelled effect, too, has to get its turn to end: let a script end with ``run()``.
public final class VirtualClock: Clock, EffectRunner {
  /// A time on a virtual clock.
  public struct Instant: InstantProtocol {
    /// The time since the clock was made.
    public let offset: Duration

    /// The same in whole microseconds, as a recording context counts time.
    public var microseconds: Int {
      let (seconds, attoseconds) = offset.components
      return Int(seconds) * 1_000_000 + Int(attoseconds / 1_000_000_000_000)
    }

    /// The instant so much later.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// The time from this instant to another.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    public static func < (earlier: Instant, later: Instant) -> Bool { earlier.offset < later.offset }
  }

  /// An effect that waits for its turn.
  private struct Sleeper {
    var due: Instant
    /// Tells who came first among those that are due at the same time.
    var order: Int
    let gate: Gate
  }

  private struct Contents {
    var now = Instant(offset: .zero)
    var sleepers: [Sleeper] = []
    var lastOrder = 0
    /// Whether an effect has the turn.
    var isOccupied = false
    var waitingForIdle: [CheckedContinuation<Void, Never>] = []

    mutating func nextOrder() -> Int {
      lastOrder += 1
      return lastOrder
    }

    mutating func endTurn() -> [CheckedContinuation<Void, Never>] {
      isOccupied = false
      defer { waitingForIdle = [] }
      return waitingForIdle
    }
  }

  private enum Step {
    case open(Gate)
    case wait
    case done
  }

  /// True in the task of an effect.
  @TaskLocal private static var isEffect = false

  private let contents = Locked(Contents())

  /// Creates a clock that stands at its beginning.
  public init() {}

  /// The instant at which the clock stands.
  public var now: Instant { contents.withLock { $0.now } }

  /// The clock has no smallest step.
  public var minimumResolution: Duration { .zero }
}

// MARK: - Effects

extension VirtualClock {
  /// Gives `work` its place behind all that are due now. It begins when the clock is next told to go on.
  public func start(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    let gate = Gate()
    contents.withLock { contents in
      contents.sleepers.append(Sleeper(due: contents.now, order: contents.nextOrder(), gate: gate))
    }
    let work = Locked<(@Sendable () async -> Void)?>(work)
    return Task {
      await gate.wait()
      await doAndRelease(work)
      endTurn()
    }
  }

  /// What the work holds is released in its turn. The task itself is taken down later, beside whatever goes on.
  private func doAndRelease(_ work: Locked<(@Sendable () async -> Void)?>) async {
    if let taken = work.exchange(nil) { await Self.$isEffect.withValue(true) { await taken() } }
  }

  /// Ends the turn of the calling effect until the clock has come to `deadline`. A script that calls this advances the clock.
  ///
  /// - Throws: `CancellationError`, when it is the effect's turn, if the effect was cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    guard Self.isEffect else { return await drive(until: deadline) }
    let gate = Gate()
    await withTaskCancellationHandler {
      // Only now: once the turn has ended others cancel, and have to find the handler in its place.
      endTurn(until: deadline, gate)
      await gate.wait()
    } onCancel: {
      wake(gate)
    }
    try Task.checkCancellation()
  }

  /// Its turn is now, behind all that are due now; not at once, as the canceller is still running.
  private func wake(_ gate: Gate) {
    contents.withLock { contents in
      guard let index = contents.sleepers.firstIndex(where: { $0.gate === gate }) else { return }
      contents.sleepers[index].due = contents.now
      contents.sleepers[index].order = contents.nextOrder()
    }
  }

  private func endTurn(until deadline: Instant, _ gate: Gate) {
    let waiting = contents.withLock { contents in
      contents.sleepers.append(Sleeper(due: max(deadline, contents.now), order: contents.nextOrder(), gate: gate))
      return contents.endTurn()
    }
    for waiter in waiting { waiter.resume() }
  }

  private func endTurn() {
    for waiter in contents.withLock({ $0.endTurn() }) { waiter.resume() }
  }
}

// MARK: - Going on

extension VirtualClock {
  /// Lets `duration` pass. Returns when each effect that is due by then has had its turn.
  public func advance(by duration: Duration) async {
    let deadline = now.advanced(by: duration)
    guard !Self.isEffect else {
      // An effect that waits for itself would wait forever. If it is cancelled it sees that at its next sleep.
      return (try? await sleep(until: deadline)) ?? ()
    }
    await drive(until: deadline)
  }

  /// Lets time pass until no effect is left. Does not return while one sleeps again and again: ``advance(by:)`` does.
  public func run() async {
    guard !Self.isEffect else { return }
    await drive(until: nil)
  }

  private func drive(until deadline: Instant?) async {
    while true {
      switch nextStep(until: deadline) {
      case .done: return
      case .wait: await idle()
      case .open(let gate):
        gate.open()
        await idle()
      }
    }
  }

  private func nextStep(until deadline: Instant?) -> Step {
    contents.withLock { contents in
      guard !contents.isOccupied else { return .wait }
      let earliest = contents.sleepers.indices.min { first, second in
        let (first, second) = (contents.sleepers[first], contents.sleepers[second])
        return (first.due, first.order) < (second.due, second.order)
      }
      guard let earliest, deadline.map({ contents.sleepers[earliest].due <= $0 }) ?? true else {
        if let deadline { contents.now = max(contents.now, deadline) }
        return .done
      }
      let sleeper = contents.sleepers.remove(at: earliest)
      contents.now = max(contents.now, sleeper.due)
      contents.isOccupied = true
      return .open(sleeper.gate)
    }
  }

  /// Returns when no effect has the turn.
  private func idle() async {
    await withCheckedContinuation { continuation in
      let isIdle = contents.withLock { contents in
        if contents.isOccupied { contents.waitingForIdle.append(continuation) }
        return !contents.isOccupied
      }
      if isIdle { continuation.resume() }
    }
  }
}

/// Opened once, waited for once, in either order.
private final class Gate: Sendable {
  private enum State {
    case closed
    case waiting(CheckedContinuation<Void, Never>)
    case open
  }

  private let state = Locked(State.closed)

  func open() {
    if case .waiting(let continuation) = state.exchange(.open) { continuation.resume() }
  }

  func wait() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if case .open = state { return true }
        state = .waiting(continuation)
        return false
      }
      if isOpen { continuation.resume() }
    }
  }
}
