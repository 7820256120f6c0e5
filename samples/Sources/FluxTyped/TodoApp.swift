import Fluxtape
import FluxtapeStores
import SampleWorld

/// Flux with typed actions: requests with typed results, a store that waits for another one, and a group of both stores for the view.
enum TodoApp: Sample {
  static let name = "flux-typed"
  static let bug = "flux-typed-error-again"

  @MainActor static func play(on stage: Stage) async {
    let app = App(stage)
    await use(app.dispatcher, TodoServer(FakeServer(clock: stage.clock, answers: answers)), stage.clock)
    withExtendedLifetime(app) {}
  }

  private final class App {
    private let alerts: Subscription
    private let screen: StoreGroup
    private let shown: ReduceStore<ShownTodos>
    private let todos: ReduceStore<TodoList>
    let dispatcher: Dispatcher

    init(_ stage: Stage) {
      let recorder = stage.recorder
      let dispatcher = Dispatcher(recording: recorder.dispatcher("app"), runner: stage.clock)
      let todos = ReduceStore(todosOn: dispatcher, recording: recorder.store("todos"), keepsError: stage.hasBug)
      let shown = ReduceStore(of: todos, on: dispatcher, recording: recorder.store("shown"))
      (self.dispatcher, self.todos, self.shown) = (dispatcher, todos, shown)
      screen = StoreGroup { members in
        members.add("todos", todos)
        members.add("shown", shown)
      }
      // The view renders the latest states. It shows the alert at each rendering while an error is set.
      let showAlert: @Sendable (String) -> Void = recorder.store("alert").tap("alertShown")
      alerts = screen.subscribe {
        if case .offline(let reason)? = todos.state.error { showAlert(reason) }
      }
    }
  }

  private static let answers: [FakeServer.Answer] = [
    .failure("502 Bad Gateway", after: .milliseconds(310)), .success(after: .milliseconds(280)), .success(after: .milliseconds(190)),
    .failure("the connection was lost", after: .milliseconds(90)), .success(after: .milliseconds(160)), .success(after: .milliseconds(220)),
  ]

  @MainActor private static func use(_ dispatcher: Dispatcher, _ server: TodoServer, _ clock: VirtualClock) async {
    for _ in 1...2 {  // the first request fails
      dispatcher.dispatch(FetchStarted())
      dispatcher.invoke(FetchTodos(server: server), id: "fetch")
      await clock.run()
      await clock.advance(by: .seconds(1))
    }
    dispatcher.dispatch(TodoToggled(id: 1))
    await clock.advance(by: .milliseconds(700))
    for title in ["Water the plants", "切手を買う", "切手を買う"] {  // the second request fails and is tried again
      dispatcher.invoke(CreateTodo(title: title, server: server))
      await clock.run()
      await clock.advance(by: .seconds(2))
    }
    dispatcher.dispatch(FilterChosen(filter: .open))
    await clock.advance(by: .milliseconds(400))
    dispatcher.dispatch(TodoToggled(id: 3))
    dispatcher.dispatch(ErrorDismissed())
    dispatcher.dispatch(FilterChosen(filter: .all))
    dispatcher.dispatch(FetchStarted())
    dispatcher.invoke(FetchTodos(server: server), id: "fetch")
    await clock.run()
  }
}
