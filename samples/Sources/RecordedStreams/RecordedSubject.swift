import Fluxtape

/// A subject of a dispatcher: each value that is sent is a step of its log, once, whether nobody subscribed or many did.
///
/// What subscribers record while they are called has that step as its cause.
public final class RecordedSubject<Output>: Publisher {
  public typealias Failure = Never

  private let name: String
  private let tap: DispatcherTap
  private let subject = PassthroughSubject<Output, Never>()

  /// - Parameters:
  ///   - name: The type of its steps in the log.
  ///   - tap: The dispatcher's, `recorder.dispatcher("app")`.
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
  /// Lets `reducer` change `state` for each value, as a step of the store that `tap` records. Who subscribed to `state` has it as the cause.
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
      Cause.with(cause) { state.send(next) }
    }
  }
}
