internal import Fluxtape
internal import FluxtapeLocking

/// What lives as long as a view stream does: its parts, its subscriptions, its running work and its tap.
///
/// Closures of the screen hold on to it, and it to them. The view stream, which they know nothing of, ends that.
final class StreamCore: Sendable {
  private struct Contents {
    var parts: [(name: String, part: any StreamPart)] = []
    var subscriptions: [Subscription] = []
    /// For each thread, how many actions are under way on it.
    var scopes: [UInt: Int] = [:]
    var phase = Phase.binding
  }

  private enum Phase {
    /// The logic puts itself together. What it does is part of the first state.
    case binding
    case live
    case closed
  }

  private let contents = Locked(Contents())
  private let tap: StoreTap?
  private let runner: any EffectRunner
  private let running = RunningEffects()

  init(recording tap: StoreTap?, runner: any EffectRunner) {
    self.tap = tap.flatMap { $0.isRecording ? $0 : nil }
    self.runner = runner
  }

  /// Makes `parts` known; what happens to them is recorded from now on.
  func add(_ parts: [(name: String, part: any StreamPart)]) {
    contents.withLock { $0.parts += parts }
    for part in parts { part.part.enter(StreamPlace(core: self, name: part.name)) }
  }

  /// Tells the first state; from now on it is recorded what happens.
  func begin(from site: CallSite) {
    contents.withLock { $0.phase = .live }
    tap?.begin(with: snapshot, fileID: site.fileID, line: site.line)
  }

  /// Keeps `subscription` until the end.
  func keep(_ subscription: Subscription) {
    let isClosed = contents.withLock { contents in
      if contents.phase != .closed { contents.subscriptions.append(subscription) }
      return contents.phase == .closed
    }
    if isClosed { subscription.cancel() }
  }

  /// Ends all subscriptions and cancels all work.
  func close() {
    let ended = contents.withLock { contents in
      defer { contents = Contents(phase: .closed) }
      return contents
    }
    for subscription in ended.subscriptions { subscription.cancel() }
    for part in ended.parts { part.part.close() }
    running.close()
  }

  /// What the log tells as the state.
  private var snapshot: [String: any Sendable] {
    let parts = contents.withLock { $0.parts }
    return Dictionary(parts.compactMap { name, part in part.latest.map { (name, $0) } }) { $1 }
  }
}

// MARK: - Actions

extension StreamCore {
  var isInScope: Bool {
    let thread = SystemFacts.currentThread
    return contents.withLock { $0.scopes[thread] != nil }
  }

  func scope<Payload: Sendable, Result>(_ name: String, _ payload: Payload, _ site: CallSite, _ body: () -> Result) -> Result {
    inScope {
      guard let tap = recordingTap else { return body() }
      return tap.record(name, payload, state: { snapshot }, fileID: site.fileID, line: site.line, body)
    }
  }

  func scope<Result>(_ name: String, _ site: CallSite, _ body: () -> Result) -> Result {
    inScope {
      guard let tap = recordingTap else { return body() }
      return tap.record(name, state: { snapshot }, fileID: site.fileID, line: site.line, body)
    }
  }

  private var recordingTap: StoreTap? { tap == nil || contents.withLock { $0.phase != .live } ? nil : tap }

  private func inScope<Result>(_ body: () -> Result) -> Result {
    let thread = SystemFacts.currentThread
    contents.withLock { $0.scopes[thread, default: 0] += 1 }
    defer {
      contents.withLock { contents in
        let left = (contents.scopes[thread] ?? 1) - 1
        contents.scopes[thread] = left > 0 ? left : nil
      }
    }
    return body()
  }
}

// MARK: - Work

extension StreamCore {
  func run<Payload: Sendable>(
    _ name: String, _ payload: Payload, _ id: EffectID?, _ site: CallSite, _ work: @escaping @Sendable () async throws -> Void
  ) {
    let effect = Effect<Never>.run(id: id, fileID: site.fileID, line: site.line) { _ in }
    running.perform(running.plan(effect), by: runner) { [running, tap] _, ticket in
      {
        if let tap {
          _ = try? await tap.record(name, payload, fileID: site.fileID, line: site.line) {
            try await work()
            guard running.isActive(ticket) else { throw CancellationError() }
          }
        } else {
          _ = try? await work()
        }
        running.ended(ticket)
      }
    }
  }

  func cancel(_ id: EffectID) {
    for task in running.plan(Effect<Never>.cancel(id: id)).cancelled { task.cancel() }
  }
}
