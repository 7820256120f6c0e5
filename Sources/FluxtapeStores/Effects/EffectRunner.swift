/// Starts the work of effects.
///
/// The default is ``TaskEffectRunner``. ``VirtualClock`` is a runner for exactly repeatable tests.
public protocol EffectRunner: Sendable {
  /// Starts `work` and returns at once. The work must run exactly once, even if its task is cancelled before, and with the task-local
  /// values of this call.
  func start(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never>
}

/// Runs each effect at once, in a separate task.
public struct TaskEffectRunner: EffectRunner {
  /// Creates a runner.
  public init() {}

  public func start(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    Task { await work() }
  }
}

extension EffectRunner where Self == TaskEffectRunner {
  /// Runs each effect at once, in a separate task.
  public static var tasks: TaskEffectRunner { TaskEffectRunner() }
}
