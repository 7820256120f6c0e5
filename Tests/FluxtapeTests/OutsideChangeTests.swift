import FluxtapeCoding
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import FluxtapeRandomCases
import Testing

@testable import Fluxtape

/// States that change outside all actions: such a change is a separate step, and never part of the next action.
struct OutsideChangeTests {
  struct Cart: Equatable, Encodable {
    var total = 0
    var visits = 0
  }

  enum CartAction { case noop, visited, doubled }

  static func reduce(_ cart: inout Cart, _ action: CartAction) {
    switch action {
    case .noop: break
    case .visited: cart.visits += 1
    case .doubled: cart.total *= 2
    }
  }

  /// Each step of a log: its type, its cause, and its change.
  static func steps(_ log: RecordedLog) -> [String] {
    log.actions.filter { $0.type != ActionRecord.storeEnded }.map { action in
      let cause = action.cause.map { " <\($0.text)" } ?? ""
      let patch = action.outcome.patch.map { " \($0.operationTexts)" } ?? (action.outcome.isUnreduced ? " -" : "")
      return "\(action.enumCase ?? action.type.split(separator: ".").last.map(String.init) ?? "")\(cause)\(patch)"
    }
  }

  /// The ways in which a reducer gets the state of its store. Each reduces the actions in turn; other code changes the state before the
  /// action with a certain number.
  enum ReducerShape: CaseIterable {
    case inPlace, wrappedInPlace, returning, optional, update, named

    func run(_ tap: StoreTap, _ actions: [CartAction], changing change: (inout Cart, Int) -> Void) {
      let send = sender(tap)
      var cart = Cart()
      for (number, action) in actions.enumerated() {
        change(&cart, number)
        send(&cart, action)
      }
    }

    private func sender(_ tap: StoreTap) -> (inout Cart, CartAction) -> Void {
      switch self {
      case .inPlace: return { tap.reduce($1, into: &$0, by: OutsideChangeTests.reduce) }
      case .wrappedInPlace: return tap.reducer { (cart: inout Cart, action: CartAction) in OutsideChangeTests.reduce(&cart, action) }
      case .returning:
        let reducer = tap.reducer { (cart: Cart, action: CartAction) -> Cart in Self.next(cart, action) }
        return { $0 = reducer($0, $1) }
      case .optional:
        let reducer = tap.reducer { (action: CartAction, cart: Cart?) -> Cart in Self.next(cart ?? Cart(), action) }
        return { $0 = reducer($1, $0) }
      case .update:
        let update = tap.update({ (cart: Cart, action: CartAction) in (model: Self.next(cart, action), 0) }) { $0.model }
        return { $0 = update($0, $1).model }
      case .named: return { cart, action in tap.reduce("\(action)", 0, into: &cart) { OutsideChangeTests.reduce(&$0, action) } }
      }
    }

    private static func next(_ cart: Cart, _ action: CartAction) -> Cart {
      var cart = cart
      OutsideChangeTests.reduce(&cart, action)
      return cart
    }
  }

  @Test(arguments: ReducerShape.allCases)
  func `a change beside the actions is a step of its own before the next one`(_ shape: ReducerShape) throws {
    let (recorder, sink) = Recorder.inMemory()
    shape.run(recorder.store("cart"), [.visited, .noop, .visited, .doubled]) { cart, number in
      if number == 1 || number == 3 { cart.total = 50 * number }
    }
    let log = try RecordedLog(sink)
    #expect(
      Self.steps(log) == [
        "visited [replace /visits 1]", "@@STATE [replace /total 50]", "noop []", "visited [replace /visits 2]",
        "@@STATE [replace /total 150]", "doubled [replace /total 300]",
      ])
    #expect(log.lines[3] == #"{"seq":2,"t":0,"store":"cart","type":"@@STATE","patch":[{"op":"replace","path":"/total","value":50}]}"#)
    #expect(try log.states(of: "cart").last?.state == ["total": 300, "visits": 2])
  }

  @Test(arguments: ReducerShape.allCases)
  func `a state that is made anew and equal is no change`(_ shape: ReducerShape) throws {
    let (recorder, sink) = Recorder.inMemory()
    shape.run(recorder.store("cart"), [.visited, .noop, .visited]) { cart, _ in cart = Cart(total: cart.total, visits: cart.visits) }
    #expect(Self.steps(try RecordedLog(sink)) == ["visited [replace /visits 1]", "noop []", "visited [replace /visits 2]"])
  }

  @Test func `while states are left out, so is what changes between them`() throws {
    let (recorder, sink) = Recorder.inMemory(options: RecorderOptions(states: .every(3)))
    ReducerShape.inPlace.run(recorder.store("cart"), [.visited, .visited, .noop, .noop, .noop]) { cart, number in
      if number == 2 { cart.total = 7 }
    }
    let log = try RecordedLog(sink)
    #expect(log.actions.prefix(5).allSatisfy { $0.type != "@@STATE" })
    #expect(log.actions.prefix(5).map { $0.outcome.omitted ?? "" } == ["", "sampled", "sampled", "", "sampled"])
    #expect(try log.states(of: "cart").last?.state == ["total": 7, "visits": 2])
  }
}

// MARK: - Stores around the reducer

extension OutsideChangeTests {
  @Test func `without a reducer the change stands before the action's line`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let tap = recorder.store("cart")
    var cart = Cart()
    func send(_ action: CartAction) { tap.record(action: action, state: { cart }) { Self.reduce(&cart, action) } }
    send(.visited)
    cart.total = 50
    send(.noop)
    let log = try RecordedLog(sink)
    #expect(Self.steps(log) == ["visited [replace /visits 1]", "@@STATE [replace /total 50]", "noop []"])
    #expect(log.lines.allSatisfy { !$0.contains("completes") })
  }

  @Test(arguments: [false, true]) func `with one, it stands before what came of the action`(_ canBeAsked: Bool) throws {
    let (recorder, sink) = Recorder.inMemory()
    let tap = recorder.store("cart")
    var cart = Cart()
    func reduce(_ action: CartAction) {
      var next = cart
      tap.reduce(action, into: &next, by: Self.reduce)
      cart = next
    }
    func send(_ action: CartAction) {
      if canBeAsked {
        tap.record(action: action, state: { cart }) { reduce(action) }
      } else {
        tap.record(action: action) { reduce(action) }
      }
    }
    send(.visited)
    cart.total = 50
    send(.doubled)
    let log = try RecordedLog(sink)
    #expect(Self.steps(log) == ["visited [replace /visits 1]", "doubled [replace /total 100]", "@@STATE [replace /total 50]"])
    #expect(try log.states(of: "cart").map(\.step) == [nil, 1, 3, 2])
  }

  private struct Set: ReSwiftAction { let total: Int }
  private struct Noop: ReSwiftAction {}

  private static func reduce(_ action: any ReSwiftAction, _ cart: Cart?) -> Cart {
    var cart = cart ?? Cart()
    if let set = action as? Set { cart.total = set.total }
    return cart
  }

  @Test(arguments: ["both", "middleware", "reducer"])
  func `a store's state that is set directly is no action's`(_ attached: String) throws {
    let (recorder, sink) = Recorder.inMemory()
    let app = recorder.store("app")
    let store = ReSwiftStore(
      reducer: attached == "middleware" ? Self.reduce : app.reducer(Self.reduce), state: Cart(),
      middleware: attached == "reducer" ? [] : [app.middleware])
    store.dispatch(Set(total: 5))
    store.state = Cart(total: 50)
    store.dispatch(Noop())
    let steps = try Self.steps(RecordedLog(sink))
    #expect(Swift.Set(steps.dropFirst()) == ["@@STATE [replace /total 50]", "Noop []"] && steps.first == "Set [replace /total 5]")
    // With both, the action's line has begun before its reducer gets the state.
    #expect(steps.last == (attached == "both" ? "@@STATE [replace /total 50]" : "Noop []"))
  }

  @Test func `what is set while an action is on its way is not that action's`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let app = recorder.store("app")
    var store: ReSwiftStore<Cart>?
    let meddling: ReSwiftMiddleware<Cart> = { _, _ in
      { next in
        { action in
          if action is Noop { store?.state = Cart(total: 50) }
          next(action)
        }
      }
    }
    store = ReSwiftStore(reducer: app.reducer(Self.reduce), state: Cart(), middleware: [app.middleware, meddling])
    store?.dispatch(Noop())
    let log = try RecordedLog(sink)
    #expect(Self.steps(log) == ["Noop []", "@@STATE [replace /total 50]"])
  }

  @Test func `a scope of an object tells before itself what changed since the last one`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let box = Box<Cart>(Cart())
    let tap = recorder.store("box", of: box) { $0.value }
    tap.record("visit") { box.value.visits += 1 }
    box.value.total = 50
    tap.record("nothing") {}
    #expect(
      Self.steps(try RecordedLog(sink)) == ["@@INIT", "visit [replace /visits 1]", "@@STATE [replace /total 50]", "nothing []"])
  }

  private final class Box<Value> {
    var value: Value
    init(_ value: Value) { self.value = value }
  }
}

// MARK: - Objects in a state

extension OutsideChangeTests {
  final class Session: Encodable {
    var user = "ann"
    enum CodingKeys: CodingKey { case user }
  }

  struct Desk: Encodable {
    var session = Session()
    var count = 0
  }

  @Test func `an object that is changed in place between actions is a step of its own`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let tap = recorder.store("desk")
    var desk = Desk()
    func count() { tap.reduce("counted", 1, into: &desk) { $0.count += 1 } }
    count()
    desk.session.user = "bob"
    count()
    count()
    #expect(
      Self.steps(try RecordedLog(sink)) == [
        "counted [replace /count 1]", "@@STATE [replace /session/user bob]", "counted [replace /count 2]", "counted [replace /count 3]",
      ])
  }

  @Test func `so it is where the action is recorded on its way, and values beside the object are changed`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let tap = recorder.store("desk")
    var desk = Desk()
    func count() {
      tap.record(action: CartAction.noop, state: { desk }) {
        var next = desk
        tap.reduce(CartAction.noop, into: &next) { desk, _ in desk.count += 1 }
        desk = next
      }
    }
    count()
    desk.session.user = "bob"
    desk.count = 5
    count()
    #expect(
      Self.steps(try RecordedLog(sink)) == [
        "noop [replace /count 1]", "noop [replace /count 6]", "@@STATE [replace /session/user bob, replace /count 5]",
      ])
  }
}

// MARK: - Reducers in reducers, reducers that throw

extension OutsideChangeTests {
  @Test func `what a reducer changes before it calls another one belongs to its own action`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let tap = recorder.store("cart")
    var cart = Cart()
    tap.reduce(CartAction.doubled, into: &cart) { cart, _ in
      cart.total = 4
      tap.reduce(CartAction.visited, into: &cart, by: Self.reduce)
      cart.total = 8
    }
    let log = try RecordedLog(sink)
    #expect(Self.steps(log) == ["doubled [replace /total 8]", "@@STATE <1 [replace /total 4]", "visited <1 [replace /visits 1]"])
    #expect(try log.states(of: "cart").map(\.step) == [nil, 2, 3, 1])
  }

  private struct Refusal: Error {}

  @Test func `an object that a throwing reducer left changed is told before the next action`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let reduce = recorder.store("desk").reducer { (desk: Desk, user: String) -> Desk in
      var desk = desk
      desk.count += 1
      desk.session.user = user
      return desk
    }
    let update: (Desk, String) throws -> Desk = { desk, user in
      desk.session.user = user
      throw Refusal()
    }
    var desk = reduce(Desk(), "ann")
    _ = try? update(desk, "bob")
    desk = reduce(desk, "bob")
    #expect(
      Self.steps(try RecordedLog(sink)).dropFirst() == ["@@STATE [replace /session/user bob]", "String [replace /count 2]"])
  }
}

// MARK: - Many of them

extension OutsideChangeTests {
  /// A state with values that are compared in different ways: numbers, texts, long lists, dictionaries, objects.
  struct Mixed: Encodable {
    var number = 0
    var text = "a text that is too long to stand in the value itself"
    var list = Array(0..<40)
    var entries: [String: Int] = [:]
    var session = Session()
    var isObjectShown = true

    enum CodingKeys: CodingKey { case number, text, list, entries, session }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(number, forKey: .number)
      try container.encode(text, forKey: .text)
      try container.encode(list, forKey: .list)
      try container.encode(entries, forKey: .entries)
      if isObjectShown { try container.encode(session, forKey: .session) }
    }

    mutating func change(_ random: inout SplitMix64) {
      switch Int.random(in: 0..<7, using: &random) {
      case 0: number = Int.random(in: 0..<3, using: &random)
      case 1: text.append("x")
      case 2: list[Int.random(in: list.indices, using: &random)] = Int.random(in: 0..<9, using: &random)
      case 3: entries["\(Int.random(in: 0..<9, using: &random))"] = Int.random(in: 0..<3, using: &random)
      case 4: entries["\(Int.random(in: 0..<9, using: &random))"] = nil
      case 5: session.user = "\(Int.random(in: 0..<3, using: &random))"
      default: break
      }
    }
  }

  /// The ways in which a store may pass its state, mixed at random.
  private func send(_ action: Int, _ state: inout Mixed, _ tap: StoreTap, way: Int, _ body: (inout Mixed) -> Void) {
    let before = state
    switch way {
    case 0: tap.reduce(action, into: &state) { state, _ in body(&state) }
    case 1: tap.reduce("named", action, into: &state, by: body)
    case 2:
      tap.record(action: action, state: { before }) {
        tap.reduce(action, into: &state) { state, _ in body(&state) }
      }
    default:
      tap.record(action: action) { tap.reduce(action, into: &state) { state, _ in body(&state) } }
    }
  }

  @Test(arguments: seeds(4)) func `each change belongs to the action that made it, or to none`(_ seed: Int) throws {
    var random = SplitMix64(seed: seed)
    let (recorder, sink) = Recorder.inMemory(options: RecorderOptions(patchesPerSnapshot: Int.random(in: 1...9, using: &random)))
    let tap = recorder.store("s")
    var state = Mixed()
    var expected: [(isAction: Bool, state: JSONValue)] = []
    for number in 0..<60 {
      while Bool.random(using: &random) { state.change(&random) }
      let before = JSONValue.whole(state)
      if before != expected.last?.state { expected.append((false, before)) }
      send(number, &state, tap, way: Int.random(in: 0..<4, using: &random)) { state in
        while Bool.random(using: &random) { state.change(&random) }
      }
      expected.append((true, JSONValue.whole(state)))
    }
    let log = try RecordedLog(sink)
    let types = Dictionary(uniqueKeysWithValues: log.actions.map { ($0.step, $0.type) })
    let states = try log.states(of: "s")
    #expect(states.map(\.state) == expected.map(\.state))
    #expect(states.map { $0.step.flatMap { types[$0] } ?? "@@STATE" != "@@STATE" } == expected.map(\.isAction))
    #expect(states.dropFirst().allSatisfy { $0.step != nil })
  }
}

extension JSONPatch {
  /// Each operation in a few words: `[replace /total 50, remove /a]`.
  fileprivate var operationTexts: String {
    let texts = (json.array ?? []).map { operation in
      [operation["op"]?.string, operation["path"]?.string, operation["value"].map { $0.string ?? $0.text }].compactMap { $0 }
        .joined(separator: " ")
    }
    return "[\(texts.joined(separator: ", "))]"
  }
}
