import Fluxtape
import FluxtapeStores
import Testing

// The code about screens of the page "Every architecture, recorded", word for word.

private struct Repositories: Sendable { var names = ["swift-kit"] }

private enum SearchScreen: ViewLogic {
  struct Input: Sendable { let queryTyped = Relay<String>() }
  struct State: Sendable {
    let query = Variable("")
    let rows = Variable<[String]>([])
  }
  struct Extra: Sendable { let store: Variable<Repositories> }
  struct Output: Sendable { let rows: Property<[String]> }

  static func bind(from dependency: Dependency<Input, State, Extra>) -> Output {
    let (state, store) = (dependency.state, dependency.extra.store)
    dependency.on(\.queryTyped) { query in state.query.accept(query) }
    dependency.observe("repositoriesChanged", store.select(\.names)) { names in state.rows.accept(names) }
    return Output(rows: state.rows.property)
  }
}

/// The view model of the page, with as little around it as it takes.
private final class LoginModel {
  struct Fields: Encodable, Equatable, Sendable { var email = "", password = "" }

  let fields = Variable(Fields())
  private var recording = ObjectTap<LoginModel>.disabled

  init(recorder: Recorder) {
    recording = recorder.store("login", of: self) { $0.fields.state }
  }

  func type(email text: String) {
    recording.record("emailTyped", text) { fields.update { $0.email = text } }
  }
}

@Suite struct ViewSnippets {
  private let world = RecordedWorld()
  private var recorder: Recorder { world.recorder }

  @Test func `a screen over a store`() {
    let repositories = Variable(Repositories())
    let screen = ViewStream(
      SearchScreen.self, input: .init(), state: .init(), extra: .init(store: repositories), recording: recorder.store("search"))
    screen.input.queryTyped("swift")
    repositories.update { $0.names.append("swift-ui") }
    #expect(screen.output.rows.state == ["swift-kit", "swift-ui"])
    #expect(world.chain == ["1 search @@INIT", "2 search queryTyped", "3 search repositoriesChanged"])
  }

  @Test func `a stream of inputs and outputs`() {
    let (api, trace) = (world.clock, Trace<String>())
    let show: @Sendable (String) -> Void = { trace.note($0) }
    let search = ViewStream(
      SearchLogic.self, input: .init(), state: .init(), extra: .init(api: api), recording: recorder.store("search"))
    let token = search.output.titles.subscribe { titles in show(titles) }
    search.input.queryTyped("swift")
    withExtendedLifetime(token) { #expect(trace.entries == ["", "swift"]) }
  }

  @Test func `a view model`() {
    let model = LoginModel(recorder: recorder)
    model.type(email: "hanako@example.jp")
    #expect(model.fields.state.email == "hanako@example.jp")
    #expect(world.chain == ["1 login @@INIT", "2 login emailTyped"])
  }
}

extension ViewSnippets {
  enum SearchLogic: ViewLogic {
    struct Input: Sendable { let queryTyped = Relay<String>() }
    struct State: Sendable { let query = Variable("") }
    struct Extra: Sendable { let api: VirtualClock }
    struct Output: Sendable { let titles: Property<String> }

    static func bind(from dependency: Dependency<Input, State, Extra>) -> Output {
      dependency.on(\.queryTyped) { dependency.state.query.accept($0) }
      return Output(titles: dependency.state.query.property)
    }
  }
}
