import Fluxtape
import Testing

// The code about the Composable Architecture on "Recipes for libraries", word for word. Stand-ins for the library's types have the same
// functions.

struct ComposableSnippets {
  let sink = MemorySink()
  let recorder: Recorder

  init() { recorder = Recorder(writingTo: sink, context: .fixed()) }

  @Test func `actions of effects have the action as their cause that made the effect`() throws {
    let feature = RecordedWithCauses(base: CartFeature(), tap: recorder.store("cart"), recorder: recorder)
    let store = Store(initialState: CartFeature.State()) { feature }.scope(state: \.self, action: \.action)
    let screen = recorder.store("screen")
    for item in ["tea", "cup"] { screen.record("tapped") { store.send(.itemAdded(item)) } }
    // The answers come in the other order, outside of every scope.
    CartFeature.answer(to: "cup", 9)
    CartFeature.answer(to: "tea", 5)
    #expect(
      try RecordedLog(sink).summary == [
        "1 screen tapped", "2 cart CartAction.itemAdded <1", "3 cart CartAction.saved <2", "4 screen tapped",
        "5 cart CartAction.itemAdded <4", "6 cart CartAction.saved <5", "7 cart CartAction.priced <5", "8 cart CartAction.priced <2",
      ])
    #expect(store.state.total == 14 && store.state.saved == 2)
  }
}

private enum CartAction: Equatable {
  case itemAdded(String), saved, priced(Int)
}

private struct CartFeature: Reducer {
  struct State: Encodable {
    var total = 0
    var saved = 0
  }

  /// Whoever waits for a price.
  nonisolated(unsafe) private static var waiting: [String: (CartAction) -> Void] = [:]

  static func answer(to item: String, _ price: Int) { unsafe waiting.removeValue(forKey: item)?(.priced(price)) }

  func reduce(into state: inout State, action: CartAction) -> Effect<CartAction> {
    switch action {
    case .itemAdded(let item):
      return Effect { send in
        send(.saved)
        unsafe Self.waiting[item] = send
      }
    case .saved: state.saved += 1
    case .priced(let price): state.total += price
    }
    return Effect { _ in }
  }
}

// MARK: - The recipe

/// An action, and the action that it stems from.
private struct CausedAction<Action>: CasePathable {
  let action: Action
  var cause: Cause?

  struct AllCasePaths {
    var action: AnyCasePath<CausedAction, Action> { AnyCasePath(embed: { CausedAction(action: $0) }, extract: { $0.action }) }
  }

  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

/// A reducer, recorded; each action of an effect brings along the action that led to it.
private struct RecordedWithCauses<Base: Reducer>: Reducer {
  let base: Base
  let tap: StoreTap
  let recorder: Recorder

  func reduce(into state: inout Base.State, action: CausedAction<Base.Action>) -> Effect<CausedAction<Base.Action>> {
    recorder.caused(by: action.cause ?? recorder.cause) {
      tap.reduce(action.action, into: &state) { state, action in
        let cause = recorder.cause
        return base.reduce(into: &state, action: action).map { CausedAction(action: $0, cause: cause) }
      }
    }
  }
}

// MARK: - Stand-ins

private protocol Reducer<State, Action> {
  associatedtype State
  associatedtype Action
  func reduce(into state: inout State, action: Action) -> Effect<Action>
}

private struct Effect<Action> {
  let run: (_ send: @escaping (Action) -> Void) -> Void

  func map<Other>(_ transform: @escaping (Action) -> Other) -> Effect<Other> { Effect<Other> { send in run { send(transform($0)) } } }
}

private protocol CasePathable {
  associatedtype AllCasePaths
  static var allCasePaths: AllCasePaths { get }
}

private struct AnyCasePath<Root, Value> {
  let embed: (Value) -> Root
  let extract: (Root) -> Value?
}

/// Runs effects after the reducer has returned, and reduces what they send at once in a queue.
private final class Store<State, Action> {
  private let read: () -> State
  private let pass: (Action) -> Void

  var state: State { read() }

  convenience init<Base: Reducer>(initialState: State, _ reducer: () -> Base) where Base.State == State, Base.Action == Action {
    let reducer = reducer()
    var state = initialState
    var queue: [Action] = []
    var isSending = false
    func send(_ action: Action) {
      queue.append(action)
      guard !isSending else { return }
      isSending = true
      while !queue.isEmpty { reducer.reduce(into: &state, action: queue.removeFirst()).run(send) }
      isSending = false
    }
    self.init(read: { state }, pass: send)
  }

  private init(read: @escaping () -> State, pass: @escaping (Action) -> Void) { (self.read, self.pass) = (read, pass) }

  func send(_ action: Action) { pass(action) }

  func scope<Part, PartAction>(
    state part: KeyPath<State, Part>, action path: KeyPath<Action.AllCasePaths, AnyCasePath<Action, PartAction>>
  ) -> Store<Part, PartAction> where Action: CasePathable {
    Store<Part, PartAction>(
      read: { self.state[keyPath: part] }, pass: { self.send(Action.allCasePaths[keyPath: path].embed($0)) })
  }
}
