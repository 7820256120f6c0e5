import FluxtapeStores

/// Somebody who shops without end, the same way in every run.
struct Visitor {
  private static let wares = [("tea", 450), ("milk", 120), ("sugar", 190), ("mug", 990)]
  private var steps = 0

  mutating func act(on basket: Store<Basket, BasketAction>) {
    steps += 1
    let (name, cents) = Self.wares[steps * 7 % 4]
    switch steps % 9 {
    case 4: basket.dispatch(.itemRemoved(name: name))
    case 6: basket.dispatch(.couponEntered(cents: steps % 4 * 400))
    case 8: basket.dispatch(.paid)
    default: basket.dispatch(.itemAdded(name: name, cents: cents))
    }
  }
}
