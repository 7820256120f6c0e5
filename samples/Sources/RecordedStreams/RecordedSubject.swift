import Fluxtape

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

/// A subject of a dispatcher. Each value sent is one step of the log, however many subscribers there are.
///
/// The step is the cause of everything that subscribers record while they receive the value.
public final class RecordedSubject<Output>: Publisher {
  public typealias Failure = Never

  private let name: String
  private let tap: DispatcherTap
  private let subject = PassthroughSubject<Output, Never>()

  /// - Parameters:
  ///   - name: The type of its steps in the log.
  ///   - tap: The tap of the dispatcher: `recorder.dispatcher("app")`.
  public init(_ name: String, recordedBy tap: DispatcherTap) {
    self.name = name
    self.tap = tap
  }

  public func send(_ value: Output, fileID: StaticString = #fileID, line: UInt = #line) {
    tap.record(name, value, fileID: fileID, line: line) { subject.send(value) }
  }

  public func receive<Downstream: Subscriber<Output, Never>>(subscriber: Downstream) { subject.receive(subscriber: subscriber) }
}

extension RecordedSubject where Output == Void {
  public func send(fileID: StaticString = #fileID, line: UInt = #line) { send((), fileID: fileID, line: line) }
}

// MARK: - Stores

extension RecordedSubject {
  /// Changes `state` by `reducer` for each value, as a step of the store that `tap` records. The step is the cause of what subscribers to
  /// `state` record.
  public func reduce<State>(
    into state: CurrentValueSubject<State, Never>, recordedBy tap: StoreTap, fileID: StaticString = #fileID, line: UInt = #line,
    _ reducer: @escaping (inout State, Output) -> Void
  ) -> AnyCancellable {
    sink { [name] value in
      var (next, cause) = (state.value, Cause.current)
      tap.reduce(name, value, into: &next, fileID: fileID, line: line) { next in
        reducer(&next, value)
        cause = Cause.current
      }
      // The state is sent after the step has ended, but under its cause, so that what subscribers record follows from this step.
      Cause.with(cause) { state.send(next) }
    }
  }
}
