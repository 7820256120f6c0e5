import Fluxtape
import FluxtapeStores
import Foundation
import SampleWorld
import ShopStores
import Testing

struct ShopTests {
  /// The log of one play of the script.
  private static func record(run: String = "shop", _ flaw: CartFlaw? = nil) async -> [UInt8] {
    let clock = VirtualClock()
    let sink = MemorySink()
    let recorder = Recorder(writingTo: sink, context: .sample("shop", run: run, clock: clock))
    do {
      let shop = Shop(clock: clock, recorder: recorder, cartFlaw: flaw)
      await ScriptedUser(of: shop, clock: clock).play()
    }
    recorder.close()
    return sink.bytes
  }

  @Test(arguments: [("shop", nil), ("shop-negative-total", CartFlaw.retryTakenForPaid)])
  func `the log in the repository is what the script makes`(_ name: String, _ flaw: CartFlaw?) async throws {
    let logs = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../logs")
    let file = logs.appendingPathComponent(name + ".jsonl")
    let recorded = await Self.record(run: name, flaw)
    if ProcessInfo.processInfo.environment["RECORD_LOGS"] == "1" { try Data(recorded).write(to: file) }
    #expect(try Data(contentsOf: file) == Data(recorded))
  }

  @Test func `the flaw shows at the second attempt with a coupon, and only there does the total go below zero`() {
    let product = Product(id: "p7", name: "", price: 300)
    let actions: [(CartAction, total: Int)] = [
      (.itemAdded(product, qty: 2), 600), (.couponApplied(Coupon(code: "", discount: 100)), 500), (.checkout(order: "o", attempt: 1), 500),
      (.checkoutFailed(order: "o", reason: ""), 500), (.checkout(order: "o", attempt: 2), -100),
    ]
    var state = CartState()
    for (action, total) in actions {
      cartReducer(&state, .cart(action), flaw: .retryTakenForPaid)
      #expect(state.total == total, "after \(action)")
    }
  }

  @Test func `the log has its causes, its failure and its retry`() async {
    let text = String(decoding: await Self.record(), as: UTF8.self)
    let lines = text.split(separator: "\n")
    #expect(lines.count { $0.contains(#""seq":"#) } >= 200)
    #expect(text.contains("抹茶茶碗"))
    #expect(text.contains(#""type":"cart.checkoutFailed""#))
    #expect(text.contains(#""type":"session.retried""#))
    #expect(lines.count { $0.contains(#""cause":"#) } > 40)
  }

  @Test func `the password and the tokens are nowhere in the log`() async {
    let text = String(decoding: await Self.record(), as: UTF8.self)
    #expect(!text.contains("correct horse"))
    #expect(!text.contains("tok-1"))
    #expect(text.contains(#"{"$redacted":"#))
  }
}
