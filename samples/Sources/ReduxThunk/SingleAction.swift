import FluxtapeStores
import RecordedStreams  // Re-exports Combine, or OpenCombine.

/// A thunk that results in one action: it is dispatched like any action, and the action that its publisher emits is dispatched later.
///
/// - SeeAlso: `SingleAction` of rxThunk, which has a `Single<Action>`.
protocol SingleAction: Action {
  @MainActor func single(of server: CommentServer) -> AnyPublisher<CommentAction, Never>
}

/// The middleware that runs thunks instead of passing them on.
///
/// It needs no code for recording: the scheduler of the server keeps causes, so the answer has the thunk as its cause. If you cannot wrap
/// the scheduler, wrap the callback: `sink(receiveValue: recorder.keepingCause { dispatch($0) })`.
@MainActor final class Thunks {
  private let server: CommentServer
  private var cancellables: [AnyCancellable] = []

  init(server: CommentServer) { self.server = server }

  nonisolated var middleware: Middleware<Comments, any Action> {
    { [weak self] dispatch, _ in
      { next in
        { action in
          guard let thunk = action as? any SingleAction else { return next(action) }
          MainActor.assumeIsolated { self?.run(thunk, dispatch) }
        }
      }
    }
  }

  private func run(_ thunk: any SingleAction, _ dispatch: @escaping @Sendable (any Action) -> Void) {
    thunk.single(of: server).sink { dispatch($0) }.store(in: &cancellables)
  }
}
