// Where Combine is not at hand, OpenCombine has the same types.
import Fluxtape

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

extension Subject {
  /// Sends `value` as an action of this name. What subscribers record meanwhile has it as its cause.
  ///
  /// Exact: once for each value, whether nobody subscribed or many did.
  public func send(_ value: Output, as name: String, recordedBy tap: StoreTap, fileID: StaticString = #fileID, line: UInt = #line) {
    tap.record(name, value, fileID: fileID, line: line) { send(value) }
  }
}

extension CurrentValueSubject {
  /// Sends `value` as an action of this name, whose state is the value.
  public func send(_ value: Output, as name: String, stateOf tap: StoreTap, fileID: StaticString = #fileID, line: UInt = #line) {
    tap.record(name, state: { self.value }, fileID: fileID, line: line) { send(value) }
  }
}

extension Publisher {
  /// As `receive(on:)`, and each element keeps its cause, which a scheduler loses.
  public func receive<Context: Scheduler>(
    on scheduler: Context, keepingCausesOf recorder: Recorder
  ) -> some Publisher<Output, Failure> {
    RestoredCauses(upstream: map { Caused(value: $0, cause: recorder.cause) }.receive(on: scheduler), recorder: recorder)
  }
}

/// A value, and the action that it stems from.
private struct Caused<Value> {
  let value: Value
  let cause: Cause?
}

/// Hands on each value under its cause.
private struct RestoredCauses<Upstream: Publisher, Output>: Publisher where Upstream.Output == Caused<Output> {
  typealias Failure = Upstream.Failure

  let upstream: Upstream
  let recorder: Recorder

  func receive<Downstream: Subscriber>(subscriber: Downstream) where Downstream.Input == Output, Downstream.Failure == Failure {
    upstream.receive(subscriber: Restorer(downstream: subscriber, recorder: recorder))
  }

  private struct Restorer<Downstream: Subscriber>: Subscriber
  where Downstream.Input == Output, Downstream.Failure == Failure {
    typealias Input = Caused<Output>
    typealias Failure = Downstream.Failure

    let downstream: Downstream
    let recorder: Recorder
    let combineIdentifier = CombineIdentifier()

    func receive(subscription: any Subscription) { downstream.receive(subscription: subscription) }

    func receive(_ input: Caused<Output>) -> Subscribers.Demand {
      recorder.caused(by: input.cause) { downstream.receive(input.value) }
    }

    func receive(completion: Subscribers.Completion<Failure>) { downstream.receive(completion: completion) }
  }
}
