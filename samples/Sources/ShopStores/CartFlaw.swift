/// A mistake in the cart's reducer, for practice: `samples/logs/shop-negative-total.jsonl` is recorded with it.
public enum CartFlaw: Sendable {
  /// At the second attempt of an order its items are taken for paid, and the coupon is taken off what is left: nothing.
  /// Without a coupon the total is only zero, which nobody noticed.
  case retryTakenForPaid

  func total(of state: CartState) -> Int {
    switch state.checkout {
    case .submitting(_, let attempt) where attempt > 1, .reserved(_, let attempt) where attempt > 1: -(state.coupon?.discount ?? 0)
    default: cartTotal(of: state)
    }
  }
}
