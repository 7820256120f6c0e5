import FluxtapeLocking

/// The work of an inspector: in each lane one running and one waiting piece.
///
/// Collects answers until ``Inspector`` applies them. Drops answers of cancelled work.
final class WorkQueue: Sendable {
  fileprivate struct Lane {
    var waiting: InspectorWork?
    /// The number of the running work.
    var running: Int?
    var isCancelled = false
    /// The number of the lane's last start on another thread. An earlier one that was not reached yet does nothing.
    var start = 0
  }

  fileprivate struct State {
    var lanes: [InspectorWork.Lane: Lane] = [:]
    var answers: [InspectorAnswer] = []
    var lastNumber = 0
  }

  private let state = Locked(State())
  /// Runs a lane's waiting work on another thread; nil without a background.
  private let start: (@Sendable (_ lane: InspectorWork.Lane, _ start: InspectorWork.Start, _ work: @escaping @Sendable () -> Void) -> Void)?
  private let wake: (@Sendable () -> Void)?

  init(_ background: InspectorBackground?) {
    start = background?.start
    wake = background?.wake
  }
}

extension WorkQueue.State {
  /// Sets a lane's waiting work. Returns the number of the start that an idle lane needs.
  mutating func put(_ work: InspectorWork) -> Int? {
    var lane = lanes[work.lane] ?? WorkQueue.Lane()
    let isIdle = lane.running == nil && lane.waiting == nil
    lane.waiting = work
    lane.isCancelled = lane.running != nil
    if isIdle { lane.start += 1 }
    lanes[work.lane] = lane
    return isIdle ? lane.start : nil
  }

  /// Makes a lane's waiting work the running work.
  ///
  /// - Parameter start: The number of the start, if it is one on another thread.
  mutating func startNext(in name: InspectorWork.Lane, _ start: Int?) -> (work: InspectorWork, number: Int)? {
    guard var lane = lanes[name], let work = lane.waiting, start == nil || start == lane.start else { return nil }
    lastNumber += 1
    (lane.waiting, lane.running, lane.isCancelled) = (nil, lastNumber, false)
    lanes[name] = lane
    return (work, lastNumber)
  }

  mutating func cancel(_ name: InspectorWork.Lane) {
    lanes[name]?.waiting = nil
    lanes[name]?.isCancelled = true
    lanes[name]?.start += 1
  }

  func isCancelled(_ number: Int, _ name: InspectorWork.Lane) -> Bool {
    guard let lane = lanes[name], lane.running == number else { return true }
    return lane.isCancelled
  }

  /// Adds an answer, unless its work was cancelled. Returns whether it was added.
  mutating func add(_ answer: InspectorAnswer, of number: Int, _ name: InspectorWork.Lane) -> Bool {
    guard !isCancelled(number, name) else { return false }
    answers.append(answer)
    return true
  }

  /// Ends a lane's running work. Returns the waiting work, and the number of its start.
  mutating func end(_ name: InspectorWork.Lane) -> (work: InspectorWork, start: Int)? {
    guard var lane = lanes[name] else { return nil }
    (lane.running, lane.isCancelled, lane.start) = (nil, false, lane.start + 1)
    lanes[name] = lane
    return lane.waiting.map { ($0, lane.start) }
  }

  mutating func takeAnswers() -> [InspectorAnswer] {
    defer { answers = [] }
    return answers
  }

  var isBusy: Bool {
    !answers.isEmpty || lanes.values.contains { $0.running != nil || $0.waiting?.start == .now }
  }

  func nextLane(includingDeferred: Bool) -> InspectorWork.Lane? {
    InspectorWork.Lane.allCases.first { name in
      guard let waiting = lanes[name]?.waiting else { return false }
      return includingDeferred || waiting.start == .now
    }
  }
}

extension WorkQueue {
  /// Adds work to its lane.
  func add(_ work: InspectorWork) {
    if let start = state.withLock({ $0.put(work) }) { begin(work, start) }
  }

  /// Removes a lane's waiting work and cancels the running work.
  func cancel(_ lane: InspectorWork.Lane) { state.withLock { $0.cancel(lane) } }

  /// Returns and removes the answers so far.
  func takeAnswers() -> [InspectorAnswer] { state.withLock { $0.takeAnswers() } }

  /// Whether there are answers, running work, or waiting work that starts at once.
  var isBusy: Bool { state.withLock { $0.isBusy } }

  /// Runs the waiting work of one lane on this thread. Returns false if nothing waits.
  func runNext(includingDeferred: Bool) -> Bool {
    guard start == nil, let lane = state.withLock({ $0.nextLane(includingDeferred: includingDeferred) }) else { return false }
    runWaiting(in: lane, nil)
    return true
  }

  private func begin(_ work: InspectorWork, _ number: Int) {
    start?(work.lane, work.start) { [self] in runWaiting(in: work.lane, number) }
  }

  private func runWaiting(in lane: InspectorWork.Lane, _ start: Int?) {
    guard let (work, number) = state.withLock({ $0.startNext(in: lane, start) }) else { return }
    work.run({ [state] in state.withLock { $0.isCancelled(number, lane) } }) { [state, wake] answer in
      if state.withLock({ $0.add(answer, of: number, lane) }) { wake?() }
    }
    let next = state.withLock { $0.end(lane) }
    if let next { begin(next.work, next.start) }
  }
}
