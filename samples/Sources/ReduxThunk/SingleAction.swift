import FluxtapeStores
import RecordedStreams

/// A thunk that comes to one action: it can be dispatched like any other, and what its publisher gives is dispatched later.
///
/// - SeeAlso: `SingleAction` of rxThunk, which has a `Single<Action>` there.
protocol SingleAction: Action {
  @MainActor func single(of server: CommentServer) -> AnyPublisher<CommentAction, Never>
}

/// The middleware that takes thunks out of the stream of actions.
///
/// It has no line about recording. That the answer stems from the thunk is known, since the server's scheduler keeps causes.
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
