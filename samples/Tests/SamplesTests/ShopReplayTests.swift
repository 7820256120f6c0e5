import FluxtapeHistory
import FluxtapeReplay
import Foundation
import ShopStores
import Testing

/// The checked-in logs of the shop, through its reducers.
struct ShopReplayTests {
  private static let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  private static func recording(_ name: String) throws -> Recording {
    try Recording(here.appendingPathComponent("../../logs/\(name).jsonl").path)
  }

  private static func flawed(_ state: inout CartState, _ action: ShopAction) { cartReducer(&state, action, flaw: .retryTakenForPaid) }

  @Test func `each store replays as it was recorded`() throws {
    let recording = try Self.recording("shop")
    let cart = try recording.replay("cart") { (state: inout CartState, action: ShopAction) in cartReducer(&state, action) }
    let catalog = try recording.replay("catalog") { (state: inout CatalogState, action: ShopAction) in catalogReducer(&state, action) }
    let session = try recording.replay("session", options: .replayingDigests) { (state: inout SessionState, action: ShopAction) in
      sessionReducer(&state, action)
    }
    #expect(cart.replayed + catalog.replayed + session.replayed > 180)
    #expect(cart.compared == cart.replayed && catalog.compared == catalog.replayed && session.compared == session.replayed)
    #expect(cart.notReplayable + catalog.notReplayable + session.notReplayable == [])
  }

  @Test func `the log with the bug replays with the bug, and parts from the mended reducer where the bug is`() throws {
    let recording = try Self.recording("shop-negative-total")
    try recording.replay("cart", through: Self.flawed)
    let error = try #require(throws: ReplayDivergence.self) {
      try recording.replay("cart") { (state: inout CartState, action: ShopAction) in cartReducer(&state, action) }
    }
    #expect(error.type == "cart.checkout")
    #expect(error.differences.map(\.pointer) == ["/total"])
    let step = try #require(error.step)
    let state: CartState = try recording.state(of: "cart", at: step)
    #expect(state.total <= 0)
  }

  /// Few of the bug's actions, as a log.
  private static func repro() throws -> (recording: Recording, of: Recording.Repro) {
    let recording = try recording("shop-negative-total")
    var host = ReplayHost.shop(cartFlaw: .retryTakenForPaid)
    let repro = try #require(try recording.repro(of: Query(parsing: "cart.total < 0"), by: &host))
    let history = try History.spooled(named: "negative-total") { write in try recording.write(.only(repro.steps), by: &host, to: write) }
    return (Recording(history), repro)
  }

  @Test func `few actions are enough for the total to be negative`() throws {
    let (recording, repro) = try Self.repro()
    #expect(try Self.recording("shop-negative-total").history.rows.count >= 200)
    #expect(repro.candidates > 100)
    #expect((1...5).contains(repro.steps.count))
    #expect(try !recording.history.rows(matching: Query(parsing: "cart.total < 0")).isEmpty)
  }

  /// The generated tests are part of this target: they compile, and they pass with the reducers of today.
  @Test(arguments: ["NegativeTotalTests", "RecordedCartTests"])
  func `the tests made of logs are those that the logs make`(_ name: String) throws {
    let cart = SwiftTestFile.Reducer(state: "CartState", action: "ShopAction", reducer: "cartReducer")
    var file = SwiftTestFile(name: name == "NegativeTotalTests" ? "negative-total" : "recorded-cart")
    file.imports = ["ShopStores"]
    file.reducers = ["cart": cart]
    var text: String?
    if name == "NegativeTotalTests" {
      file.never = "cart.total < 0"
      text = try file.text(of: Self.repro().recording)
    } else {
      let recording = try Self.recording("shop")
      let rows = try recording.history.rows(matching: Query(parsing: "store:cart (seq:..44 or type:cart.checkout*)"))
      text = try file.text(of: recording, rows: Set(rows))
    }
    let place = Self.here.appendingPathComponent(name + ".swift")
    if ProcessInfo.processInfo.environment["RECORD_LOGS"] == "1" { try Data(try #require(text).utf8).write(to: place) }
    #expect(try String(contentsOf: place, encoding: .utf8) == text)
  }

  @Test func `the test made of the bug fails before the mend`() throws {
    var host = ReplayHost.shop(cartFlaw: .retryTakenForPaid)
    #expect(try !Self.repro().recording.steps(where: Query(parsing: "cart.total < 0"), by: &host).isEmpty)
  }

  @Test func `no step of the shop depends on anything but state and action`() throws {
    let store = ReplayedStore<CartState, ShopAction> { cartReducer(&$0, $1) }
    #expect(try Self.recording("shop").impureSteps(of: "cart", as: store) == [])
  }
}
