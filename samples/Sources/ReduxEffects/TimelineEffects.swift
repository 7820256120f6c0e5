import FluxtapeStores
import SampleWorld

/// The effects: the asynchronous work that an action starts or cancels.
struct TimelineEffects: Sendable {
  let server: TimelineServer
  /// The id of the requests. Without an id (the bug), a new request does not cancel the running one, and answers may arrive in any order.
  let id: EffectID?

  func effect(for action: TimelineAction, state timeline: Timeline) -> Effect<TimelineAction> {
    switch action {
    case .refreshPulled: fetch(areOlder: false) { try await server.newest() }
    case .endReached: timeline.posts.last.map { last in fetch(areOlder: true) { try await server.older(than: last.id) } } ?? .none
    case .left: .cancel(id: "fetch")
    default: .none
    }
  }

  private func fetch(areOlder: Bool, _ posts: @escaping @Sendable () async throws -> [Post]) -> Effect<TimelineAction> {
    .run(id: id) { dispatch in
      dispatch(.requestState(fetching: true))
      do {
        dispatch(.requestSuccess(.init(posts: try await posts(), areOlder: areOlder)))
      } catch let error as ServerError {
        dispatch(.requestError(reason: error.reason))
      }
      dispatch(.requestState(fetching: false))
    }
  }
}

/// The server: three posts in a page, and a new post every ten seconds.
struct TimelineServer: Sendable {
  let server: FakeServer
  let clock: VirtualClock

  /// Returns the newest posts at the time of the request, however late the answer is.
  func newest() async throws -> [Post] { try await page(from: 30 + tens) }

  func older(than id: Int) async throws -> [Post] { try await page(from: id - 1) }

  private var tens: Int { clock.now.microseconds / 10_000_000 }

  private func page(from newest: Int) async throws -> [Post] {
    let likes = tens
    return try await server.call {
      (0..<3).map { place in
        let id = newest - place
        return Post(id: id, text: ["おはよう", "Guten Tag", "¡Hola!", "hello"][id % 4], likes: id % 3 == 0 ? likes : 0)
      }
    }
  }
}
