import FluxtapeJSON
import FluxtapeReplay
import Testing

struct ReplayTests {
  @Test func `a log replays through the reducer that it was recorded with`() throws {
    let result = try Recorded.cart().replay("cart", through: cartReducer)
    #expect(result.replayed == Recorded.actions.count)
    #expect(result.compared == Recorded.actions.count)
  }

  @Test func `a reducer that returns the state replays too`() throws {
    let result = try Recorded.cart().replay("cart") { (cart: Cart, action: CartAction) in
      var next = cart
      cartReducer(&next, action)
      return next
    }
    #expect(result.replayed == Recorded.actions.count)
  }

  static func flawed(_ cart: inout Cart, _ action: CartAction) {
    cartReducer(&cart, action)
    if cart.items.count > 1 { cart.total -= 1 }
  }

  @Test func `a changed reducer diverges at the step and the path`() throws {
    let error = try #require(throws: ReplayDivergence.self) { try Recorded.cart().replay("cart", through: Self.flawed) }
    #expect(error.type == "CartAction.itemAdded")
    #expect(error.differences == [.init(pointer: "/total", recorded: 400, replayed: 399)])
    let step = try #require(error.step)
    #expect(
      "\(error)" == """
        Replay diverged at action \(step) (CartAction.itemAdded).
            cart.total   − 400   + 399
        (Recorded: −, Replayed: +)  Did the reducer change? Record the log again, or fix the reducer.
        """)
  }

  @Test func `all differences are collected where they are asked for, each from the log's state`() throws {
    var options = ReplayOptions()
    options.collectsDivergences = true
    let result = try Recorded.cart().replay("cart", options: options, through: Self.flawed)
    #expect(result.divergences.map(\.type) == ["CartAction.itemAdded", "CartAction.noteChanged", "CartAction.noteChanged"])
    #expect(result.replayed == Recorded.actions.count)
  }

  @Test(arguments: ["/total", "/*"])
  func `places that do not count are no difference`(path: String) throws {
    var options = ReplayOptions()
    options.ignoredPaths = [path]
    #expect(try Recorded.cart().replay("cart", options: options, through: Self.flawed).compared == Recorded.actions.count)
  }

  @Test func `a replay of a part begins in the log's state`() throws {
    var options = ReplayOptions()
    options.firstStep = 5
    options.lastStep = 6
    let recording = try Recorded.cart()
    let result = try recording.replay("cart", options: options, through: Self.checkingStart(recording, before: 5))
    #expect(result.replayed == 2)
  }

  @Test func `a replay goes on from the state that the inspector set, and reduces what it dispatched`() throws {
    func added(_ seq: Int, _ id: String, cause: String = "", _ patch: String) -> String {
      #"{"seq":\#(seq),"t":\#(seq),"store":"cart"\#(cause),"type":"CartAction.itemAdded","case":"itemAdded","payload":{"id":"\#(id)","qty":1},"#
        + #""patch":[\#(patch)]}"#
    }
    func total(_ value: Int) -> String { #"{"op":"replace","path":"/total","value":\#(value)}"# }
    func item(_ id: String) -> String { #"{"op":"add","path":"/items/-","value":{"id":"\#(id)","qty":1}}"# }
    let log = [
      #"{"seq":1,"t":0,"store":"cart","type":"@@INIT","state":{"items":[],"total":0,"note":"","token":""}}"#,
      added(2, "p1", item("p1") + "," + total(100)), added(3, "p2", item("p2") + "," + total(200)),
      #"{"seq":4,"t":4,"mark":"live: jump to step 2 (by me)","level":"info","live":{"do":"jump","step":2,"by":"me"}}"#,
      #"{"seq":5,"t":5,"store":"cart","type":"@@STATE","cause":4,"patch":[{"op":"remove","path":"/items/1"},\#(total(100))]}"#,
      #"{"seq":6,"t":6,"mark":"live: repeat step 3 (by me)","level":"info","live":{"do":"repeat","step":3,"by":"me"}}"#,
      added(7, "p2", cause: #","cause":6"#, item("p2") + "," + total(200)),
    ]
    let recording = try Recorded.recording(log.map { $0 + "\n" }.joined())
    var totals: [Int] = []
    let result = try recording.replay("cart") { (cart: inout Cart, action: CartAction) in
      cartReducer(&cart, action)
      totals.append(cart.total)
    }
    #expect(totals == [100, 200, 200] && result.replayed == 3 && result.compared == 3)
  }

  /// A reducer that checks the state it starts from.
  private static func checkingStart(_ recording: Recording, before step: Int) -> (inout Cart, CartAction) throws -> Void {
    var isFirst = true
    return { cart, action in
      if isFirst {
        let recorded: Cart = try recording.state(of: "cart", at: step - 1)
        #expect(cart == recorded)
      }
      isFirst = false
      cartReducer(&cart, action)
    }
  }

  @Test func `only whole states are compared where that is asked for`() throws {
    var options = ReplayOptions()
    options.comparesSnapshotsOnly = true
    let result = try Recorded.cart().replay("cart", options: options, through: Self.flawed)
    #expect(result.replayed == Recorded.actions.count)
    #expect(result.compared < result.replayed)
  }

  @Test func `a first state of the app's own is compared with the log's`() throws {
    let store = ReplayedStore(initial: Cart(note: "other"), reduce: cartReducer)
    let error = try #require(throws: ReplayDivergence.self) { try Recorded.cart().replay("cart", as: store) }
    #expect(error.differences == [.init(pointer: "/note", recorded: "", replayed: "other")])
    #expect(try Recorded.cart().replay("cart", as: ReplayedStore(initial: Cart(), reduce: cartReducer)).replayed == Recorded.actions.count)
  }

  // MARK: What cannot be replayed

  @Test func `an action with a secret is not replayable, and the log goes on behind it`() throws {
    let recording = try Recorded.recording(
      """
      {"seq":1,"t":0,"store":"cart","type":"@@INIT","state":{"items":[],"total":0,"note":"","token":""}}
      {"seq":2,"t":1,"store":"cart","type":"CartAction.loggedIn","case":"loggedIn","payload":{"token":{"$redacted":"9f2c"}},"patch":[]}
      {"seq":3,"t":2,"store":"cart","type":"CartAction.noteChanged","case":"noteChanged","payload":{"_0":"x"},"patch":[{"op":"replace","path":"/note","value":"x"}]}

      """)
    let result = try recording.replay("cart", through: cartReducer)
    #expect(result.replayed == 1)
    #expect(result.notReplayable.map(\.description) == ["action 2 (CartAction.loggedIn) cannot be replayed: /token was redacted"])
  }

  @Test func `secrets that a reducer only keeps replay as their digests`() throws {
    let actions: [CartAction] = [.loggedIn(token: "s3cret"), .itemAdded(id: "p1", qty: 1), .emptied]
    let recording = try Recorded.cart(actions)
    var options = ReplayOptions()
    options.replaysDigests = true
    #expect(try recording.replay("cart", options: options, through: cartReducer).replayed == 3)
    #expect(throws: ReplayError.self) { try recording.replay("cart", through: cartReducer) }
  }

  @Test func `an action that no longer decodes is named with its place`() throws {
    struct Renamed: Decodable { let identifier: String }
    let store = ReplayedStore<Cart, Renamed> { _, _ in }
    let error = try #require(throws: ReplayError.self) { try Recorded.cart().replay("cart", as: store) }
    #expect("\(error)".contains("(CartAction.itemAdded): cannot be decoded: at '' no value for key 'identifier'"), "\(error)")
    #expect("\(error)".contains("options.upcast(\"CartAction.itemAdded\")"))
  }

  @Test func `actions of an earlier version are upcast, step by step`() throws {
    let recording = try Recorded.recording(
      """
      {"seq":1,"t":0,"store":"cart","type":"@@INIT","state":{"items":[],"total":0,"note":"","token":""}}
      {"seq":2,"t":1,"store":"cart","type":"cart.added","v":1,"payload":{"sku":"p1"},"patch":[{"op":"add","path":"/items/0","value":{"id":"p1","qty":1}},{"op":"replace","path":"/total","value":100}]}

      """)
    var options = ReplayOptions()
    options.upcast("cart.added", from: 1) { action in
      action.version = 2
      action.payload = ["id": action.payload?["sku"] ?? .null]
    }
    options.upcast("cart.added", from: 2) { action in
      (action.type, action.version, action.enumCase) = ("CartAction.itemAdded", nil, "itemAdded")
      action.payload = ["id": action.payload?["id"] ?? .null, "qty": 1]
    }
    #expect(try recording.replay("cart", options: options, through: cartReducer).replayed == 1)
  }

  @Test func `a store that takes many types reads them by name`() throws {
    struct Added: Codable { let by: Int }
    enum Reset: Codable { case to(Int), zero }
    struct Count: Codable { var n = 0 }
    func reduce(_ count: inout Count, _ action: any Sendable) {
      switch action {
      case let added as Added: count.n += added.by
      case Reset.to(let n) as Reset: count.n = n
      default: count.n = 0
      }
    }
    let actions: [any Sendable] = [Added(by: 2), Reset.to(7), Added(by: 1), Reset.zero]
    let recording = try Recorded.recording(Recorded.log(actions, from: Count(), reducer: reduce))
    var registry = ActionRegistry<any Sendable>()
    registry.register(Added.self) { $0 }
    let store = ReplayedStore<Count, any Sendable>(actions: registry, reduce: reduce)
    let error = try #require(throws: ReplayError.self) { try recording.replay("cart", as: store) }
    #expect("\(error)".contains("no type is registered"))
    registry.register(Reset.self) { $0 }
    #expect(try recording.replay("cart", as: ReplayedStore<Count, any Sendable>(actions: registry, reduce: reduce)).replayed == 4)
  }

  @Test func `what happens after lost records waits for the next whole state`() throws {
    let recording = try Recorded.recording(
      """
      {"seq":1,"t":0,"store":"cart","type":"@@INIT","state":{"items":[],"total":0,"note":"","token":""}}
      {"seq":5,"t":1,"store":"cart","type":"CartAction.noteChanged","case":"noteChanged","payload":{"_0":"x"},"patch":[{"op":"replace","path":"/note","value":"x"}]}
      {"seq":6,"t":2,"store":"cart","type":"CartAction.noteChanged","case":"noteChanged","payload":{"_0":"y"},"state":{"items":[],"total":0,"note":"y","token":"t"}}
      {"seq":7,"t":3,"store":"cart","type":"CartAction.noteChanged","case":"noteChanged","payload":{"_0":"z"},"patch":[{"op":"replace","path":"/note","value":"z"}]}

      """)
    let result = try recording.replay("cart", through: cartReducer)
    #expect(result.withoutState == 2)
    #expect(result.replayed == 1)
  }

  @Test func `nested actions replay in the order of reduction`() throws {
    let recording = try Recorded.recording(
      """
      {"seq":1,"t":0,"store":"cart","type":"@@INIT","state":{"items":[],"total":0,"note":"","token":""}}
      {"seq":2,"t":1,"store":"cart","type":"CartAction.noteChanged","case":"noteChanged","payload":{"_0":"outer"}}
      {"seq":3,"t":2,"store":"cart","type":"CartAction.noteChanged","case":"noteChanged","cause":2,"payload":{"_0":"inner"},"patch":[{"op":"replace","path":"/note","value":"inner"}]}
      {"completes":2,"t":3,"store":"cart","patch":[{"op":"replace","path":"/note","value":"outer"}]}

      """)
    #expect(try recording.replay("cart", through: cartReducer).replayed == 2)
  }

  // MARK: Impure reducers

  @Test func `an impure reducer is named`() throws {
    var count = 0
    let store = ReplayedStore<Cart, CartAction> { cart, action in
      cartReducer(&cart, action)
      count += 1
      if case .noteChanged = action { cart.note += "\(count)" }
    }
    let steps = try Recorded.cart().impureSteps(of: "cart", as: store)
    #expect(steps.map(\.type) == ["CartAction.noteChanged", "CartAction.noteChanged"])
    #expect(steps.map(\.pointers) == [["/note"], ["/note"]])
    #expect(try Recorded.cart().impureSteps(of: "cart", as: ReplayedStore(reduce: cartReducer)) == [])
  }

  @Test func `the same action in the same state with another result shows in the logs alone`() throws {
    func log(_ note: String) -> String {
      """
      {"seq":1,"t":0,"store":"s","type":"@@INIT","state":{"n":0}}
      {"seq":2,"t":1,"store":"s","type":"roll","patch":[{"op":"replace","path":"/n","value":\(note)}]}

      """
    }
    let recordings = try [log("4"), log("4"), log("5")].map(Recorded.recording)
    let found = try Recording.impureSteps(in: recordings, of: "s")
    #expect(found.map(\.recording) == [2])
    #expect(
      found.first?.step.description == "The reducer of s is impure: action 2 (roll) gives different results for the same state at /n.")
  }
}
