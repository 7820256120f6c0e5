import Fluxtape
import FluxtapeStores

/// Where asynchronous work can be recorded: any tap.
public protocol WorkTap {
  func record<Payload, Result>(
    _ name: String, _ payload: Payload, fileID: StaticString, line: UInt, isolation: isolated (any Actor)?,
    _ body: () async throws -> Result
  ) async rethrows -> Result
}

extension StoreTap: WorkTap {}
extension ObjectTap: WorkTap {}
extension DispatcherTap: WorkTap {}

extension WorkTap {
  /// Asynchronous work as a publisher of one value: `Future`, but for each subscription anew, and cancelled with it.
  ///
  /// ```swift
  /// queries
  ///   .map { query in tap.publisher("search", query) { try await api.users(query) }.replaceError(with: []) }
  ///   .switchToLatest()
  /// ```
  ///
  /// In the log it is a step, begun and completed. It stems from what the subscription stems from. What is recorded when its value or its error
  /// arrives has the step as its cause, and if the tap is that of an object, the completion has the state that came of it.
  @MainActor public func publisher<Payload, Value>(
    _ name: String, _ payload: Payload, on runner: any EffectRunner = .tasks, fileID: StaticString = #fileID, line: UInt = #line,
    _ work: @escaping @MainActor () async throws -> Value
  ) -> AnyPublisher<Value, any Error> {
    Deferred {
      let subject = PassthroughSubject<Value, any Error>()
      let perform: @MainActor () async -> Void = {
        _ = try? await record(name, payload, fileID: fileID, line: line, isolation: MainActor.shared) {
          do {
            let value = try await work()
            try Task.checkCancellation()
            subject.send(value)
            subject.send(completion: .finished)
          } catch {
            subject.send(completion: .failure(error))
            // For the log.
            throw error
          }
        }
      }
      let task = runner.start { await perform() }
      return subject.handleEvents(receiveCancel: { task.cancel() })
    }
    .eraseToAnyPublisher()
  }
}

extension Publisher {
  /// Values and the error as elements, so that what follows `switchToLatest` outlives a failure.
  public func asResult() -> some Publisher<Result<Output, Failure>, Never> {
    map(Result.success).catch { Just(.failure($0)) }
  }
}
