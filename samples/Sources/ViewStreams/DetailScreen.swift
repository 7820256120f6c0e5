import FluxtapeStores
import SampleWorld

/// A repository's page: lives from the tap to the way back.
enum DetailScreen: ViewLogic {
  struct Input: Sendable { let viewDidAppear = Relay<Void>() }

  struct State: Sendable { let readme = Variable<String?>(nil) }

  struct Extra: Sendable {
    let name: String
    let server: FakeServer
  }

  struct Output: Sendable { let text: Property<String> }

  static func bind(from dependency: Dependency<Input, State, Extra>) -> Output {
    let (state, extra) = (dependency.state, dependency.extra)
    dependency.on(\.viewDidAppear) {
      dependency.run("readme", extra.name, id: "readme") {
        state.readme.accept(try await extra.server.call { "# \(extra.name)" })
      }
    }
    return Output(text: Property(state.readme.select { $0 ?? "…" }))
  }
}
