import Fluxtape

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

extension Scheduler {
  /// Returns this scheduler with causes kept: work runs under the cause under which it was scheduled. A queue alone loses it.
  ///
  /// ```swift
  /// let scheduler = DispatchQueue.main.keepingCauses(of: recorder)
  /// ```
  ///
  /// Wrap the scheduler once, where the app creates it. Then use it for `receive(on:)`, `delay`, `debounce` and `throttle`. Some operators,
  /// such as `collect`, emit other elements than the one that scheduled the work. Wrap those in ``Publisher/keepingCauses(of:through:)``.
  public func keepingCauses(of recorder: Recorder) -> CausalScheduler<Self> { CausalScheduler(base: self, recorder: recorder) }
}

/// A scheduler that keeps causes. See ``Scheduler/keepingCauses(of:)``.
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
