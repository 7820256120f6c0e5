import Fluxtape

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

/// An element and its cause.
public struct Caused<Element> {
  fileprivate let element: Element
  fileprivate let cause: Cause?
}

extension Publisher {
  /// Applies `operators` and emits each of their elements under the cause that the element had before them.
  ///
  /// ```swift
  /// widths.keepingCauses(of: recorder) { $0.collect(.byTime(queue, .milliseconds(100))).compactMap(\.last) }
  /// ```
  ///
  /// For operators that emit a different element than the one that scheduled the work: each element brings its own cause along.
  public func keepingCauses<Through: Publisher<Caused<Output>, Failure>>(
    of recorder: Recorder, through operators: (AnyPublisher<Caused<Output>, Failure>) -> Through
  ) -> some Publisher<Output, Failure> {
    let caused = map { Caused(element: $0, cause: recorder.cause) }.eraseToAnyPublisher()
    return RestoredCauses(upstream: operators(caused), recorder: recorder)
  }
}

extension Publisher {
  /// `throttle` on a scheduler that keeps causes. The emitted element has its own cause, even if an earlier element scheduled the work.
  public func throttle<Base: Scheduler>(
    for interval: Base.SchedulerTimeType.Stride, scheduler: CausalScheduler<Base>, latest: Bool
  ) -> some Publisher<Output, Failure> {
    keepingCauses(of: scheduler.recorder) { $0.throttle(for: interval, scheduler: scheduler.base, latest: latest) }
  }
}

/// Emits each element under its cause.
private struct RestoredCauses<Upstream: Publisher, Output>: Publisher where Upstream.Output == Caused<Output> {
  typealias Failure = Upstream.Failure

  let upstream: Upstream
  let recorder: Recorder

  func receive<Downstream: Subscriber<Output, Failure>>(subscriber: Downstream) {
    upstream.receive(subscriber: Restorer(downstream: subscriber, recorder: recorder))
  }

  private struct Restorer<Downstream: Subscriber<Output, Failure>>: Subscriber {
    let downstream: Downstream
    let recorder: Recorder
    let combineIdentifier = CombineIdentifier()

    func receive(subscription: any Subscription) { downstream.receive(subscription: subscription) }

    func receive(_ input: Caused<Output>) -> Subscribers.Demand {
      recorder.caused(by: input.cause) { downstream.receive(input.element) }
    }

    func receive(completion: Subscribers.Completion<Failure>) { downstream.receive(completion: completion) }
  }
}
