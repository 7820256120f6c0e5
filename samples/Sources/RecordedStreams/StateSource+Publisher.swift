import FluxtapeStores

extension StateSource {
  /// The present state, then each later one under the cause that it has.
  public var publisher: AnyPublisher<State, Never> {
    Deferred {
      // Sound: a subject may be sent to from any thread.
      nonisolated(unsafe) let subject = CurrentValueSubject<State?, Never>(nil)
      let token = subscribe { subject.send($0) }
      return subject.compactMap { $0 }.handleEvents(receiveCancel: { token.cancel() })
    }
    .eraseToAnyPublisher()
  }
}
