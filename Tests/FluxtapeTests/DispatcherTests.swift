import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import Testing

@testable import Fluxtape

private enum AppAction { case itemAdded(sku: String), cleared }

private final class ItemStore {
  private(set) var items: [String] = []
  private let reduce: (inout [String], AppAction) -> Void
  var afterwards: () -> Void = {}

  init(_ tap: StoreTap) {
    reduce = tap.reducer { state, action in
      switch action {
      case .itemAdded(let sku): state.append(sku)
      case .cleared: state = []
      }
    }
  }

  func handle(_ action: AppAction) {
    reduce(&items, action)
    afterwards()
  }
}

struct DispatcherTests {
  @Test func `each store that handles a dispatch has a record whose contents are those of its cause`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let app = recorder.dispatcher("app")
    let stores = [ItemStore(recorder.store("cart")), ItemStore(recorder.store("wishes"))]
    let action = AppAction.itemAdded(sku: "p7")
    app.record(action: action) { stores.forEach { $0.handle(action) } }
    let log = try withExtendedLifetime(stores) { try RecordedLog(sink) }
    #expect(log.summary == ["1 app AppAction.itemAdded", "2 cart AppAction.itemAdded <1", "3 wishes AppAction.itemAdded <1"])
    #expect(log.actions.map(\.payload) == [["sku": "p7"], nil, nil])
    #expect(log.actions.map(\.enumCase) == ["itemAdded", nil, nil])
    #expect(log.actions[0].outcome == Outcome(isUnreduced: true))
    #expect(try log.states(of: "wishes").map(\.state) == [[], ["p7"]])
  }

  @Test func `another action dispatched meanwhile keeps its own contents`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let app = recorder.dispatcher("app")
    let (cart, wishes) = (ItemStore(recorder.store("cart")), ItemStore(recorder.store("wishes")))
    cart.afterwards = { wishes.handle(.itemAdded(sku: "p8")) }
    let action = AppAction.itemAdded(sku: "p7")
    app.record(action: action) { cart.handle(action) }
    let log = try RecordedLog(sink)
    #expect(log.actions.map(\.payload) == [["sku": "p7"], nil, ["sku": "p8"]])
    #expect(log.actions.map(\.cause) == [nil, .step(1), .step(1)])
  }

  @Test func `a dispatch inside a dispatch is its consequence`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let app = recorder.dispatcher("app")
    let cart = ItemStore(recorder.store("cart"))
    app.record("loading", true) {
      app.record(action: AppAction.cleared) { cart.handle(.cleared) }
    }
    let log = try RecordedLog(sink)
    #expect(log.summary == ["1 app loading", "2 app AppAction.cleared <1", "3 cart AppAction.cleared <2"])
    #expect(log.actions.map(\.payload) == [true, nil, nil])
  }

  @Test func `dispatchers of one name are told apart while they live`() {
    let (recorder, _) = Recorder.inMemory()
    do {
      let (first, second) = (recorder.dispatcher("app"), recorder.dispatcher("app"))
      #expect([first.label, second.label] == ["app", "app#2"])
    }
    #expect(recorder.dispatcher("app").label == "app")
  }
}
