import FluxtapeStores

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

extension StateSource {
  /// Emits the current state, then each later one under its cause.
  public var publisher: AnyPublisher<State, Never> {
    Deferred {
      // Safe: a subject accepts values from any thread.
      nonisolated(unsafe) let subject = CurrentValueSubject<State?, Never>(nil)
      let token = subscribe { subject.send($0) }
      return subject.compactMap { $0 }.handleEvents(receiveCancel: { token.cancel() })
    }
    .eraseToAnyPublisher()
  }
}
