import Fluxtape

extension Scheduler {
  /// The same scheduler, but what it runs keeps the cause under which it was scheduled. A queue leaves that behind.
  ///
  /// ```swift
  /// let scheduler = DispatchQueue.main.keepingCauses(of: recorder)
  /// ```
  ///
  /// Write it once, where the app makes its scheduler, for `receive(on:)`, `delay`, `debounce` and `throttle`. `collect` schedules with one
  /// element and hands on others: ``Publisher/keepingCauses(of:through:)``.
  public func keepingCauses(of recorder: Recorder) -> CausalScheduler<Self> { CausalScheduler(base: self, recorder: recorder) }
}

/// A scheduler that carries causes over. See ``Scheduler/keepingCauses(of:)``.
public struct CausalScheduler<Base: Scheduler>: Scheduler {
  let base: Base
  let recorder: Recorder

  public var now: Base.SchedulerTimeType { base.now }
  public var minimumTolerance: Base.SchedulerTimeType.Stride { base.minimumTolerance }

  public func schedule(options: Base.SchedulerOptions?, _ action: @escaping () -> Void) {
    base.schedule(options: options, caused(action))
  }

  public func schedule(
    after date: Base.SchedulerTimeType, tolerance: Base.SchedulerTimeType.Stride, options: Base.SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    base.schedule(after: date, tolerance: tolerance, options: options, caused(action))
  }

  public func schedule(
    after date: Base.SchedulerTimeType, interval: Base.SchedulerTimeType.Stride, tolerance: Base.SchedulerTimeType.Stride,
    options: Base.SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    base.schedule(after: date, interval: interval, tolerance: tolerance, options: options, caused(action))
  }

  private func caused(_ action: @escaping () -> Void) -> () -> Void {
    let cause = recorder.cause
    return { [recorder] in recorder.caused(by: cause) { action() } }
  }
}

extension CausalScheduler: Sendable where Base: Sendable {}
