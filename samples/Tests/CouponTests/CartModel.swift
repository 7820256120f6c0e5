import Fluxtape
import FluxtapeStores

/// A cart that gives a discount, with a mistake in it: it may give it before it knows the prices.
struct Cart: Encodable, Sendable {
  var items: [String] = []
  var prices: [String: Int] = [:]
  var discount = 0
  var total = 0
}

enum CartAction: Sendable {
  case itemAdded(String)
  case pricesLoaded([String: Int])
  case couponEntered(String)
  case discounted(by: Int)
}

func cartReducer(_ cart: inout Cart, _ action: CartAction) {
  switch action {
  case .itemAdded(let item): cart.items.append(item)
  case .pricesLoaded(let prices):
    cart.prices = prices
    cart.total = cart.items.reduce(-cart.discount) { $0 + prices[$1, default: 0] }
  case .couponEntered: break
  case .discounted(let amount):
    cart.discount = amount
    // Right only if the prices are there.
    cart.total -= amount
  }
}

/// A cart whose prices come at once if they were asked for before, and late if not.
func cartStore(_ prices: PriceList, _ clock: VirtualClock) -> Store<Cart, CartAction> {
  Store(
    initial: Cart(), reducer: cartReducer,
    effects: { action, _ in
      switch action {
      case .itemAdded:
        .run(id: "prices") { dispatch in
          try await clock.sleep(for: prices.isCached ? .milliseconds(10) : .milliseconds(200))
          dispatch(.pricesLoaded(prices.load()))
        }
      case .couponEntered:
        .run(id: "coupon") { dispatch in
          try await clock.sleep(for: .milliseconds(50))
          dispatch(.discounted(by: 10))
        }
      case .pricesLoaded, .discounted: .none
      }
    },
    runner: clock, recording: Recorder.current.store("cart"))
}
