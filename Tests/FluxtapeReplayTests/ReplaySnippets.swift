import FluxtapeReplay
import Testing

/// The code of the pages about replay and of the README, with names of the reader's own files. It is compiled and not run:
/// `ReplayTests` and `HostTests` run the same calls.
private typealias CartState = Cart

private func runHost() {
  var host = ReplayHost()
  host.add("cart") { (state: inout CartState, action: CartAction) in cartReducer(&state, action) }
  host.run()
}

private func startFromARecordedState() throws -> Cart {
  let state: CartState = try Recording("bug.jsonl").state(of: "cart", at: 214)
  return state
}

@Suite(.disabled("it replays the reader's log")) struct ReplaySnippets {
  @Test func `the cart does what it did`() throws {
    try Recording("cart.jsonl").replay("cart") { (state: inout CartState, action: CartAction) in cartReducer(&state, action) }
  }
}
