/// What the customer wants to buy, and how far buying it has come.
public struct CartState: Codable, Equatable, Sendable {
  public struct Item: Codable, Equatable, Sendable {
    public var id: String
    public var name: String
    /// In yen.
    public var price: Int
    public var qty: Int
  }

  public enum Checkout: Codable, Equatable, Sendable {
    case idle
    case submitting(order: String, attempt: Int)
    case reserved(order: String, attempt: Int)
    case failed(reason: String)
    case done(order: String)
  }

  public var items: [Item] = []
  /// In yen, after the coupon.
  public var total = 0
  public var coupon: Coupon?
  public var note = ""
  public var checkout = Checkout.idle
  public var orders: [String] = []

  public init() {}
}

public struct Coupon: Codable, Equatable, Sendable {
  public var code: String
  /// In yen.
  public var discount: Int

  public init(code: String, discount: Int) {
    self.code = code
    self.discount = discount
  }
}

public enum CartAction: Codable, Equatable, Sendable {
  case itemAdded(Product, qty: Int)
  case qtyChanged(id: String, qty: Int)
  case itemRemoved(id: String)
  case couponApplied(Coupon)
  case noteChanged(String)
  case checkout(order: String, attempt: Int)
  case reserved(order: String)
  case checkoutFailed(order: String, reason: String)
  case checkoutSucceeded(order: String)
  case emptied
}

/// The cart after `action`; actions of other stores leave it as it is.
///
/// - Parameter flaw: A mistake to make, for practice.
public func cartReducer(_ state: inout CartState, _ action: ShopAction, flaw: CartFlaw? = nil) {
  guard case .cart(let action) = action else { return }
  switch action {
  case .itemAdded(let product, let qty):
    if let place = state.items.firstIndex(where: { $0.id == product.id }) {
      state.items[place].qty += qty
    } else {
      state.items.append(.init(id: product.id, name: product.name, price: product.price, qty: qty))
    }
  case .qtyChanged(let id, let qty):
    guard let place = state.items.firstIndex(where: { $0.id == id }) else { return }
    state.items[place].qty = qty
  case .itemRemoved(let id): state.items.removeAll { $0.id == id }
  case .couponApplied(let coupon): state.coupon = coupon
  case .noteChanged(let note): state.note = note
  case .checkout(let order, let attempt): state.checkout = .submitting(order: order, attempt: attempt)
  case .reserved(let order):
    guard case .submitting(order, let attempt) = state.checkout else { return }
    state.checkout = .reserved(order: order, attempt: attempt)
  case .checkoutFailed(_, let reason): state.checkout = .failed(reason: reason)
  case .checkoutSucceeded(let order):
    state.checkout = .done(order: order)
    state.orders.append(order)
  case .emptied:
    state.items = []
    state.coupon = nil
    state.note = ""
    state.checkout = .idle
  }
  state.total = flaw.map { $0.total(of: state) } ?? cartTotal(of: state)
}

/// The sum of all items less the coupon, never below zero.
func cartTotal(of state: CartState) -> Int {
  let sum = state.items.reduce(0) { $0 + $1.price * $1.qty }
  return max(0, sum - (state.coupon?.discount ?? 0))
}
