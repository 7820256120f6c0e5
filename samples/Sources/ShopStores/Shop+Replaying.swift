import FluxtapeReplay

extension ReplayHost {
  /// The shop's reducers, to be asked what a run would have been.
  ///
  /// - Parameter cartFlaw: A mistake that the cart's reducer makes.
  public static func shop(cartFlaw: CartFlaw? = nil) -> ReplayHost {
    var host = ReplayHost()
    host.add("cart") { (state: inout CartState, action: ShopAction) in cartReducer(&state, action, flaw: cartFlaw) }
    host.add("catalog") { (state: inout CatalogState, action: ShopAction) in catalogReducer(&state, action) }
    host.add("session") { (state: inout SessionState, action: ShopAction) in sessionReducer(&state, action) }
    return host
  }
}
