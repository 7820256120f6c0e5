// swift-format-ignore-file
// Made of a recorded run by `fluxtape export --to swift-test`.

import FluxtapeHistory
import FluxtapeReplay
import ShopStores
import Testing

struct NegativeTotalTests {
  @Test func `the rule is broken at no step`() throws {
    var host = ReplayHost()
    host.add("cart") { (state: inout CartState, action: ShopAction) in cartReducer(&state, action) }
    #expect(try Self.recording().steps(where: Query(parsing: "cart.total < 0"), by: &host) == [])
  }

  /// States that the stores start from, actions, and what they changed.
  private static func recording() throws -> Recording {
    try Recording(
      log: #"""
        {"fluxtape":1}
        {"t":0,"store":"cart","type":"@@STATE","state":{"items":[],"total":0,"note":"","checkout":{"idle":{}},"orders":[]}}
        {"seq":1,"t":1,"store":"cart","type":"cart.couponApplied","case":"cart.couponApplied","payload":{"_0":{"code":"風鈴300","discount":300}},"patch":[{"op":"add","path":"/coupon","value":{"code":"風鈴300","discount":300}}]}
        {"seq":2,"t":2,"store":"cart","type":"cart.checkout","case":"cart.checkout","payload":{"order":"o-4","attempt":2},"patch":[{"op":"replace","path":"/total","value":-300},{"op":"remove","path":"/checkout/idle"},{"op":"add","path":"/checkout/submitting","value":{"order":"o-4","attempt":2}}]}

        """#)
  }
}
