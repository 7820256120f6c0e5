/// Starts the work of effects.
///
/// A store takes the standard one, ``TaskEffectRunner``, unless it is given another, for instance one with a clock of its own
/// on which a scripted run repeats exactly.
public protocol EffectRunner: Sendable {
  /// Starts `work` and returns at once. The work must run once, also when its task is cancelled before it began, and with the
  /// task-local values of this call.
  func start(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never>
}

/// Runs each effect in a task of its own, at once.
public struct TaskEffectRunner: EffectRunner {
  /// Creates a runner.
  public init() {}

  public func start(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    Task { await work() }
  }
}

extension EffectRunner where Self == TaskEffectRunner {
  /// Each effect in a task of its own, at once.
  public static var tasks: TaskEffectRunner { TaskEffectRunner() }
}
