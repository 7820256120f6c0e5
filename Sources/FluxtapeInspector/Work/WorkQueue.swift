import FluxtapeLocking

/// The work of an inspector: one piece at a time in each lane, the latest of those that wait. What comes of it is collected until the
/// interface takes it; what comes of cancelled work is dropped.
final class WorkQueue: Sendable {
  fileprivate struct Lane {
    var waiting: InspectorWork?
    /// The number of the work that runs.
    var running: Int?
    var isCancelled = false
  }

  fileprivate struct State {
    var lanes: [InspectorWork.Lane: Lane] = [:]
    var answers: [InspectorAction] = []
    var lastNumber = 0
  }

  private let state = Locked(State())
  /// Begins the waiting work of a lane on another thread; nil where whoever has the inspector does it.
  private let start: (@Sendable (_ lane: InspectorWork.Lane, _ isDeferred: Bool, _ work: @escaping @Sendable () -> Void) -> Void)?
  private let wake: (@Sendable () -> Void)?

  init(_ background: InspectorBackground?) {
    start = background?.start
    wake = background?.wake
  }
}

extension WorkQueue.State {
  /// - Returns: whether nothing else was going on in the lane.
  mutating func put(_ work: InspectorWork) -> Bool {
    var lane = lanes[work.lane] ?? WorkQueue.Lane()
    let isIdle = lane.running == nil && lane.waiting == nil
    lane.waiting = work
    lane.isCancelled = lane.running != nil
    lanes[work.lane] = lane
    return isIdle
  }

  mutating func take(_ name: InspectorWork.Lane) -> (work: InspectorWork, number: Int)? {
    guard let work = lanes[name]?.waiting else { return nil }
    lastNumber += 1
    lanes[name] = WorkQueue.Lane(waiting: nil, running: lastNumber, isCancelled: false)
    return (work, lastNumber)
  }

  mutating func cancel(_ name: InspectorWork.Lane) {
    lanes[name]?.waiting = nil
    lanes[name]?.isCancelled = true
  }

  func isCancelled(_ number: Int, _ name: InspectorWork.Lane) -> Bool {
    guard let lane = lanes[name], lane.running == number else { return true }
    return lane.isCancelled
  }

  /// - Returns: whether it was taken.
  mutating func add(_ answer: InspectorAction, of number: Int, _ name: InspectorWork.Lane) -> Bool {
    guard !isCancelled(number, name) else { return false }
    answers.append(answer)
    return true
  }

  /// - Returns: what waits behind it.
  mutating func end(_ name: InspectorWork.Lane) -> InspectorWork? {
    lanes[name]?.running = nil
    lanes[name]?.isCancelled = false
    return lanes[name]?.waiting
  }

  mutating func takeAnswers() -> [InspectorAction] {
    defer { answers = [] }
    return answers
  }

  var isBusy: Bool {
    !answers.isEmpty || lanes.values.contains { $0.running != nil || $0.waiting?.isDeferred == false }
  }

  func nextLane(includingDeferred: Bool) -> InspectorWork.Lane? {
    InspectorWork.Lane.allCases.first { name in
      guard let waiting = lanes[name]?.waiting else { return false }
      return includingDeferred || !waiting.isDeferred
    }
  }
}

extension WorkQueue {
  /// Puts work into its lane.
  func add(_ work: InspectorWork) {
    if state.withLock({ $0.put(work) }) { begin(work.lane, isDeferred: work.isDeferred) }
  }

  /// Takes what waits out of a lane, and stops what runs there.
  func cancel(_ lane: InspectorWork.Lane) { state.withLock { $0.cancel(lane) } }

  /// What was found since the last time.
  func takeAnswers() -> [InspectorAction] { state.withLock { $0.takeAnswers() } }

  /// Whether something runs or waits, other than what may begin later.
  var isBusy: Bool { state.withLock { $0.isBusy } }

  /// Does what waits in one lane, on this thread. - Returns: false where nothing waits.
  func runNext(includingDeferred: Bool) -> Bool {
    guard start == nil, let lane = state.withLock({ $0.nextLane(includingDeferred: includingDeferred) }) else { return false }
    runWaiting(in: lane)
    return true
  }

  private func begin(_ lane: InspectorWork.Lane, isDeferred: Bool) {
    start?(lane, isDeferred) { [self] in runWaiting(in: lane) }
  }

  private func runWaiting(in lane: InspectorWork.Lane) {
    guard let (work, number) = state.withLock({ $0.take(lane) }) else { return }
    work.run({ [state] in state.withLock { $0.isCancelled(number, lane) } }) { [state, wake] answer in
      if state.withLock({ $0.add(answer, of: number, lane) }) { wake?() }
    }
    let next = state.withLock { $0.end(lane) }
    if let next { begin(lane, isDeferred: next.isDeferred) }
  }
}
