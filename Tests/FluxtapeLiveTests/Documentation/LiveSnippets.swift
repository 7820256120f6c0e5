import Fluxtape
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLive
import FluxtapeLiveWire
import FluxtapeLocking
import FluxtapeLog
import FluxtapeStores
import Observation
import Testing

// The code of the page "Move the running app", word for word; of libraries in the files beside this one, with stand-ins for their types.

private func attachInOneLine(_ recorder: Recorder, _ store: FluxtapeStores.Store<Cart, CartAction>) -> LiveSession {
  let live = LiveSession(recorder)
  live.attach(store)
  return live
}

private func hold(_ live: LiveSession, _ store: FluxtapeStores.Store<Cart, CartAction>, _ action: CartAction) {
  live.hold("cart") { store.dispatch(action) }
}

struct LiveModelSnippets {
  @MainActor @Observable final class TodoModel {
    var items: [String] = []
  }

  final class BehaviorRelay<Value: Sendable>: Sendable {
    private let contents: Locked<Value>
    init(value: Value) { contents = Locked(value) }
    var value: Value { contents.withLock { $0 } }
    func accept(_ value: Value) { contents.withLock { $0 = value } }
  }

  @MainActor func attach(_ model: TodoModel, to live: LiveSession) {
    live.attach("todos", get: { [weak model] in model?.items ?? [] }, set: { [weak model] in model?.items = $0 })
  }

  @MainActor func attach(_ items: BehaviorRelay<[String]>, to live: LiveSession) {
    live.attach("items", get: { items.value }, set: { items.accept($0) })
  }

  @Test @MainActor func `models and relays are set`() async throws {
    let app = LiveApp()
    let (model, relay) = (TodoModel(), BehaviorRelay<[String]>(value: []))
    let todos = app.recorder.store("todos", of: model) { $0.items }
    let items = app.recorder.store("items")
    attach(model, to: app.live)
    attach(relay, to: app.live)
    todos.record("added") { model.items = ["tea"] }
    items.record("accepted", state: { relay.value }) { relay.accept(["tea"]) }
    let first = app.last
    todos.record("added") { model.items = ["tea", "milk"] }
    items.record("accepted", state: { relay.value }) { relay.accept(["tea", "milk"]) }
    try await onThread {
      let client = try app.client()
      #expect(client.ask(.jump(to: first, states: [:]))?.reason == nil)
    }
    #expect(model.items == ["tea"] && relay.value == ["tea"])
  }
}
