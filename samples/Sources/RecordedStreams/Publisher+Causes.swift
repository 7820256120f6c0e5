import Fluxtape

/// An element, and the action that it stems from.
public struct Caused<Element> {
  fileprivate let element: Element
  fileprivate let cause: Cause?
}

extension Publisher {
  /// What `operators` let through of the elements, each under the cause with which it came.
  ///
  /// ```swift
  /// widths.keepingCauses(of: recorder) { $0.collect(.byTime(queue, .milliseconds(100))).compactMap(\.last) }
  /// ```
  ///
  /// For operators that hand on another element than the one they scheduled with. Whichever comes through, it has its own cause.
  public func keepingCauses<Through: Publisher<Caused<Output>, Failure>>(
    of recorder: Recorder, through operators: (AnyPublisher<Caused<Output>, Failure>) -> Through
  ) -> some Publisher<Output, Failure> {
    let caused = map { Caused(element: $0, cause: recorder.cause) }.eraseToAnyPublisher()
    return RestoredCauses(upstream: operators(caused), recorder: recorder)
  }
}

extension Publisher {
  /// `throttle`, which schedules with one element and hands on another one: that has its own cause.
  public func throttle<Base: Scheduler>(
    for interval: Base.SchedulerTimeType.Stride, scheduler: CausalScheduler<Base>, latest: Bool
  ) -> some Publisher<Output, Failure> {
    keepingCauses(of: scheduler.recorder) { $0.throttle(for: interval, scheduler: scheduler.base, latest: latest) }
  }
}

/// Hands on each element under its cause.
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
