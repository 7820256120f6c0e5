/// What somebody has in their basket.
struct Basket: Codable, Sendable {
  struct Item: Codable, Sendable {
    var name: String
    var cents: Int
  }

  var items: [Item] = []
  var discount = 0
  var total = 0
}

enum BasketAction: Codable, Sendable {
  case itemAdded(name: String, cents: Int)
  case itemRemoved(name: String)
  case couponEntered(cents: Int)
  case paid
}

extension Basket {
  /// The bug to stop at: a coupon may be worth more than what is in the basket.
  static func reduce(_ basket: inout Basket, _ action: BasketAction) {
    switch action {
    case .itemAdded(let name, let cents): basket.items.append(Item(name: name, cents: cents))
    case .itemRemoved(let name):
      if let place = basket.items.lastIndex(where: { $0.name == name }) { basket.items.remove(at: place) }
    case .couponEntered(let cents): basket.discount += cents
    case .paid: basket = Basket()
    }
    basket.total = basket.items.reduce(0) { $0 + $1.cents } - basket.discount
  }
}
