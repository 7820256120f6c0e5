import Fluxtape
import FluxtapeStores

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

/// A tap that can record asynchronous work.
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
  /// Asynchronous work as a publisher of one value. Each subscription begins the work anew, and cancelling it cancels the work.
  ///
  /// ```swift
  /// queries
  ///   .map { query in tap.publisher("search", query) { try await api.users(query) }.replaceError(with: []) }
  ///   .switchToLatest()
  /// ```
  ///
  /// The log has one step when the work begins and one when it ends. The first has the cause of the subscription, and is the cause of what
  /// is recorded when the value or the error arrives. With the tap of an object, the second step has the state that resulted.
  ///
  /// - Parameter runner: Runs the work. The samples run it on their virtual clock; an app leaves this out.
  @MainActor public func publisher<Payload, Value>(
    _ name: String, _ payload: Payload, runner: any EffectRunner = .tasks, fileID: StaticString = #fileID, line: UInt = #line,
    _ work: @escaping @MainActor () async throws -> Value
  ) -> AnyPublisher<Value, any Error> {
    Deferred {
      var task: Task<Void, Never>?
      return Future<Value, any Error> { promise in
        let perform: @MainActor () async -> Void = {
          _ = try? await record(name, payload, fileID: fileID, line: line, isolation: MainActor.shared) {
            do {
              let value = try await work()
              try Task.checkCancellation()
              promise(.success(value))
            } catch {
              promise(.failure(error))
              // Rethrown, so that the step in the log has the error.
              throw error
            }
          }
        }
        task = runner.start { await perform() }
      }
      .handleEvents(receiveCancel: { task?.cancel() })
    }
    .eraseToAnyPublisher()
  }
}

extension Publisher {
  /// Emits values and the error as results, so that a failed request does not end the stream that asked for it.
  public func mapToResult() -> some Publisher<Result<Output, Failure>, Never> {
    map(Result.success).catch { Just(.failure($0)) }
  }
}
