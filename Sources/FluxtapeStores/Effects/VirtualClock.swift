internal import FluxtapeLocking

/// A clock that advances only on request, and runs the effects of stores one after another.
///
/// A scripted run with it repeats exactly. Effects never run at the same time. The next one is the one with the earliest deadline; if
/// several have the same deadline, the first to sleep.
///
/// ```swift
/// let clock = VirtualClock()
/// let store = Store(initial: Shop(), reducer: shopReducer, effects: shopEffects(clock), runner: clock)
/// store.dispatch(.fetchTapped)                 // its effect: try await clock.sleep(for: .milliseconds(80)), then a dispatch
/// await clock.advance(by: .milliseconds(50))   // the effect sleeps
/// store.dispatch(.left)                        // the effect is cancelled
/// await clock.run()                            // the effect ends
/// ```
///
/// Effects run only while the script waits in ``advance(by:)`` or ``run()``. An effect may await other work, but must wait for other
/// effects by sleeping. Its child tasks cannot sleep on this clock. A cancelled effect needs a turn to end, so end a script with ``run()``.
public final class VirtualClock: Clock, EffectRunner {
  /// A time on a virtual clock.
  public struct Instant: InstantProtocol {
    /// The time since the clock was created.
    public let offset: Duration

    /// The offset in whole microseconds, as in a recording context.
    public var microseconds: Int {
      let (seconds, attoseconds) = offset.components
      return Int(seconds) * 1_000_000 + Int(attoseconds / 1_000_000_000_000)
    }

    /// Returns the instant after a duration.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// Returns the time from this instant to another.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    public static func < (earlier: Instant, later: Instant) -> Bool { earlier.offset < later.offset }
  }

  /// A sleeping effect.
  private struct Sleeper {
    var due: Instant
    /// The order among effects with the same deadline.
    var order: Int
    let gate: Gate
  }

  private struct Contents {
    var now = Instant(offset: .zero)
    var sleepers: [Sleeper] = []
    var lastOrder = 0
    /// Whether an effect is running.
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

  /// Creates a clock at time zero.
  public init() {}

  /// The current instant.
  public var now: Instant { contents.withLock { $0.now } }

  /// Zero: the clock has no minimum step.
  public var minimumResolution: Duration { .zero }
}

// MARK: - Effects

extension VirtualClock {
  /// Queues `work` after all effects that are due now. It begins when the clock next advances.
  public func start(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    let gate = Gate()
    contents.withLock { contents in
      contents.sleepers.append(Sleeper(due: contents.now, order: contents.nextOrder(), gate: gate))
    }
    let work = Locked<(@Sendable () async -> Void)?>(work)
    return Task {
      await gate.wait()
      await runAndRelease(work)
      endTurn()
    }
  }

  /// Runs the work and releases it during its turn. The task itself is released later, at an unspecified time.
  private func runAndRelease(_ work: Locked<(@Sendable () async -> Void)?>) async {
    if let taken = work.exchange(nil) { await Self.$isEffect.withValue(true) { await taken() } }
  }

  /// Suspends the calling effect until `deadline`. In a script, advances the clock to `deadline`.
  ///
  /// - Throws: `CancellationError` in the effect's next turn, if it was cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    guard Self.isEffect else { return await drive(until: deadline) }
    let gate = Gate()
    await withTaskCancellationHandler {
      // End the turn inside the handler: others may cancel as soon as it ends.
      endTurn(until: deadline, gate)
      await gate.wait()
    } onCancel: {
      wake(gate)
    }
    try Task.checkCancellation()
  }

  /// Makes a cancelled effect due now, after all that are due already. It cannot resume at once, because the canceller is still running.
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

// MARK: - Advancing

extension VirtualClock {
  /// Advances the clock by `duration`. Returns when all effects due by then have run.
  public func advance(by duration: Duration) async {
    let deadline = now.advanced(by: duration)
    guard !Self.isEffect else {
      // An effect cannot wait for itself, so it sleeps. If cancelled, its next sleep throws.
      return (try? await sleep(until: deadline)) ?? ()
    }
    await drive(until: deadline)
  }

  /// Advances until no effect is left. Does not return if an effect sleeps in an endless loop; use ``advance(by:)`` then.
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

  /// Returns when no effect is running.
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

/// A gate to open once and wait for once, in either order.
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
