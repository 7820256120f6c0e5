import FluxtapeCoding
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeReplay
import FluxtapeLog
import FluxtapeLogReading
import Testing

@testable import Fluxtape

// Stores with the shapes of Mobius, Katana and the Composable Architecture, reduced to the parts that use a recorder.

private protocol KatanaDispatchable {}
private typealias KatanaInterceptor = (KatanaContext) -> (_ next: @escaping (any KatanaDispatchable) throws -> Void) -> (
  any KatanaDispatchable
) throws -> Void

private final class KatanaContext {
  var count = 0
  var getAnyState: () -> Any { { self.count } }
}

private struct Increment: KatanaDispatchable {}
private struct Refused: Error {}

private struct Reduce<State, Action> {
  let reduce: (inout State, Action) -> Effect<Action>
}

private struct Effect<Action> {
  static var none: Effect { Effect() }
}

@MainActor private func addOnMainActor(_ action: Int, _ state: Int?) throws -> Int {
  guard action > 0 else { throw Refused() }
  return (state ?? 0) + action
}

@MainActor private func addInPlaceOnMainActor(_ state: inout Int, _ action: Int) throws {
  guard action > 0 else { throw Refused() }
  state += action
}

struct ReducerShapeTests {
  @Test func `an update function is recorded by the model in what it returns`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let app = recorder.store("app")
    func update(_ model: Int, _ event: String) -> Next<Int, String> {
      event == "up" ? .next(model + 1) : .dispatchEffects([event])
    }
    let loop = Update(app.update(update) { $0.model })
    #expect(loop.update(model: 3, event: "up").model == 4)
    #expect(loop.update(model: 4, event: "log").effects == ["log"])
    let log = try RecordedLog(sink)
    #expect(log.summary == ["1 app String", "2 app String"])
    #expect(try log.states(of: "app").map(\.state) == [3, 4, 4])
    #expect(log.actions[1].outcome.patch == JSONPatch())
  }

  @Test func `a reducer that makes the first state and throws is recorded with its error`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let reduce = recorder.store("app").reducer { (action: String, state: Int?) throws -> Int in
      guard let number = Int(action) else { throw Refused() }
      return (state ?? 0) + number
    }
    #expect(try reduce("3", nil) == 3)
    #expect(throws: Refused.self) { try reduce("three", 3) }
    #expect(try reduce("4", 3) == 7)
    let log = try RecordedLog(sink)
    #expect(log.actions.count { $0.outcome.error?.type.hasSuffix("Refused") == true } == 1)
    #expect(try log.states(of: "app").last?.state == 7)
  }

  @Test @MainActor func `reducers of the main actor that throw are recorded with their errors`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let returning: @MainActor (Int, Int?) throws -> Int = recorder.store("returning").reducer(addOnMainActor)
    let inPlace: @MainActor (inout Int, Int) throws -> Void = recorder.store("inPlace").reducer(addInPlaceOnMainActor)
    var state = 1
    #expect(try returning(3, 1) == 4)
    #expect(throws: Refused.self) { try returning(0, 4) }
    try inPlace(&state, 3)
    #expect(throws: Refused.self) { try inPlace(&state, 0) }
    let log = try RecordedLog(sink)
    #expect(log.actions.count { $0.outcome.error != nil } == 2)
    #expect(try log.states(of: "returning").last?.state == 4)
    #expect(try log.states(of: "inPlace").last?.state == 4)
  }

  @Test func `an interceptor that throws is recorded with its error`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let app = recorder.store("app")
    let interceptor: KatanaInterceptor = { context in
      { next in { action in try app.record(action: action, state: context.getAnyState) { try next(action) } } }
    }
    let context = KatanaContext()
    try interceptor(context)({ _ in context.count += 1 })(Increment())
    #expect(throws: Refused.self) { try interceptor(context)({ _ in throw Refused() })(Increment()) }
    let log = try RecordedLog(sink)
    #expect(log.summary == ["1 app Increment", "2 app Increment"])
    #expect(log.actions[1].outcome.error == RecordedError(type: "Refused", message: "Refused()"))
    #expect(log.actions[0].site?.hasPrefix("FluxtapeTests/ReducerShapeTests.swift:") == true)
    #expect(try log.states(of: "app").map(\.state) == [0, 1, 1])
  }

  @Test func `a reducer that changes its state in place is recorded, and its result handed on`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let app = recorder.store("app")
    let feature = Reduce(
      reduce: app.reducer { (state: inout [Int], action: Int) -> Effect<Int> in
        state.append(action)
        return .none
      })
    var state = [1]
    _ = feature.reduce(&state, 2)
    #expect(state == [1, 2])
    #expect(try RecordedLog(sink).states(of: "app").map(\.state) == [[1], [1, 2]])
  }

  @Test func `a wrapped reducer may throw`() throws {
    let (recorder, sink) = Recorder.inMemory()
    func changing(_ state: inout Int, _ action: Int) throws {
      state += action
      if action < 0 { throw Refused() }
    }
    func returning(_ state: Int, _ action: Int) throws -> Int {
      if action < 0 { throw Refused() }
      return state + action
    }
    let (change, next) = (recorder.store("in place").reducer(changing), recorder.store("returned").reducer(returning))
    var state = 1
    try change(&state, 1)
    #expect(throws: Refused.self) { try change(&state, -3) }
    #expect(try next(1, 1) == 2)
    #expect(throws: Refused.self) { try next(2, -3) }
    let log = try RecordedLog(sink)
    #expect(try log.states(of: "in place").map(\.state) == [1, 2, -1])
    #expect(try log.states(of: "returned").map(\.state) == [1, 2])
    #expect(log.actions.compactMap(\.outcome.error).map(\.type) == ["Refused", "Refused"])
  }

  @Test func `a reducer that throws is recorded with its error, and with what it had changed by then`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let app = recorder.store("app")
    var state = 1
    #expect(throws: Refused.self) { try app.reduce("x", into: &state) { _, _ throws(Refused) in throw Refused() } }
    #expect(throws: Refused.self) {
      try app.reduce("y", into: &state) { state, _ throws(Refused) in
        state = 2
        throw Refused()
      }
    }
    app.reduce("z", into: &state) { state, _ in state = 3 }
    let log = try RecordedLog(sink)
    let error = RecordedError(type: "Refused", message: "Refused()")
    #expect(log.actions.first?.outcome == Outcome(duration: 0, error: error, patch: JSONPatch()))
    #expect(log.actions[1].outcome.error == error)
    #expect(try log.states(of: "app").map(\.state) == [1, 1, 2, 3])
  }

  @Test func `the state is not copied because it is recorded`() {
    let (recorder, _) = Recorder.inMemory()
    let app = recorder.store("app")
    final class Storage {}
    struct State: Encodable {
      var storage = Storage()
      func encode(to encoder: any Encoder) throws {}
    }
    let reduce = app.reducer { (state: inout State, action: Int) in isKnownUniquelyReferenced(&state.storage) }
    var state = State()
    #expect(reduce(&state, 1))
    #expect(reduce(&state, 2))
  }
}

// MARK: - Reading back

private enum CartAction: Codable, Equatable {
  case itemAdded(sku: String, quantity: Int)
  case renamed(String)
  case cleared
  case rows(RowAction)
}

private enum RowAction: Codable, Equatable {
  case quantityChanged(row: Int, to: Int)
  case removed(Int)
}

private struct Cart: Codable, Equatable {
  struct Item: Codable, Equatable { var sku: String, quantity: Int }
  var name = ""
  var items: [Item] = []

  mutating func reduce(_ action: CartAction) {
    switch action {
    case .itemAdded(let sku, let quantity): items.append(Item(sku: sku, quantity: quantity))
    case .renamed(let name): self.name = name
    case .cleared: items = []
    case .rows(.quantityChanged(let row, let quantity)): items[row].quantity = quantity
    case .rows(.removed(let row)): items.remove(at: row)
    }
  }
}

struct ReplayTests {
  @Test func `a log of enum actions is decoded and folded through its reducer to the same states`() throws {
    let (recorder, sink) = Recorder.inMemory(options: RecorderOptions(patchesPerSnapshot: 2))
    let cart = recorder.store("cart", state: Cart())
    let reduce = cart.reducer { (state: inout Cart, action: CartAction) in state.reduce(action) }
    var state = Cart()
    let actions: [CartAction] = [
      .itemAdded(sku: "p7", quantity: 1), .renamed("紅茶"), .rows(.quantityChanged(row: 0, to: 3)), .itemAdded(sku: "p8", quantity: 2),
      .rows(.removed(0)), .cleared,
    ]
    for action in actions { reduce(&state, action) }

    let log = try RecordedLog(sink)
    #expect(log.actions.dropFirst().map(\.type).suffix(3) == ["CartAction.itemAdded", "rows.removed", "CartAction.cleared"])
    let decoder = ValueDecoder()
    let decoded = try log.actions.dropFirst().map { record in
      try decoder.decode(CartAction.self, from: RecordedAction.decodable(case: record.enumCase, payload: record.payload))
    }
    #expect(decoded == actions)
    let states = try log.states(of: "cart").map(\.state)
    var folded = try decoder.decode(Cart.self, from: try #require(states.first))
    for (action, recorded) in zip(decoded, states.dropFirst()) {
      folded.reduce(action)
      #expect(JSONValue.whole(folded) == recorded)
    }
  }
}
