import FluxtapeStores

/// A customer who always does the same.
public struct ScriptedUser: Sendable {
  private let shop: Shop
  private let clock: VirtualClock

  public init(of shop: Shop, clock: VirtualClock) {
    self.shop = shop
    self.clock = clock
  }

  /// Opens the app, logs in, and places six orders; the payments of the first and the fourth need a second try.
  public func play() async {
    await open()
    await logIn()
    await order("o-1", ["p1": 1, "p7": 2, "p3": 1], coupon: nil, note: "ギフト包装をお願いします")
    await order("o-2", ["p5": 6], coupon: Coupon(code: "WELCOME", discount: 500), note: "two bags, please")
    await order("o-3", ["p4": 1, "p8": 3], coupon: nil, note: "")
    await order("o-4", ["p6": 1, "p2": 4, "p7": 1], coupon: Coupon(code: "風鈴300", discount: 300), note: "ring the bell 🎐 twice")
    await order("o-5", ["p3": 2, "p8": 1], coupon: nil, note: "玄関前に置いてください")
    await order("o-6", ["p2": 3, "p5": 2], coupon: Coupon(code: "THANKS", discount: 100), note: "same as last time")
    shop.dispatch(.session(.loggedOut))
    await clock.run()
  }

  private func open() async {
    shop.dispatch(.catalog(.loadRequested))
    await clock.run()
    await clock.advance(by: .milliseconds(900))
    shop.dispatch(.catalog(.loadRequested))  // pulled down to refresh, as the first load failed
    await clock.run()
  }

  private func logIn() async {
    await clock.advance(by: .milliseconds(3100))
    shop.dispatch(.session(.loginRequested(email: "hanako@example.jp", password: "correct horse battery")))
    await clock.run()
  }

  private func order(_ id: String, _ pieces: [String: Int], coupon: Coupon?, note: String) async {
    for (product, count) in pieces.sorted(by: { $0.key < $1.key }) { await add(product, count) }
    await hesitate(over: pieces.keys.min() ?? "")
    await tryOut(notIn: pieces)
    await type(note)
    if let coupon {
      await clock.advance(by: .milliseconds(640))
      shop.dispatch(.cart(.couponApplied(coupon)))
    }
    await clock.advance(by: .milliseconds(1250))
    shop.dispatch(.cart(.checkout(order: id, attempt: 1)))
    await clock.run()
    if !shop.session.state.notices.isEmpty { shop.dispatch(.session(.noticeDismissed)) }
    await clock.advance(by: .milliseconds(4000))
    shop.dispatch(.cart(.emptied))
  }

  private func add(_ id: String, _ count: Int) async {
    guard let product = shop.catalog.state.products.first(where: { $0.id == id }) else { return }
    await clock.advance(by: .milliseconds(1700))
    shop.dispatch(.cart(.itemAdded(product, qty: 1)))
    for qty in 2..<max(count + 1, 2) {
      await clock.advance(by: .milliseconds(260))
      shop.dispatch(.cart(.qtyChanged(id: id, qty: qty)))
    }
  }

  /// One more, and back again; meanwhile somebody else buys one.
  private func hesitate(over id: String) async {
    guard let item = shop.cart.state.items.first(where: { $0.id == id }) else { return }
    for qty in [item.qty + 1, item.qty, item.qty] {
      await clock.advance(by: .milliseconds(480))
      shop.dispatch(.cart(.qtyChanged(id: id, qty: qty)))
    }
    shop.dispatch(.catalog(.stockChanged(id: id, left: (shop.catalog.state.stock[id] ?? 1) - 1)))
  }

  /// Something else comes into the cart and goes again.
  private func tryOut(notIn pieces: [String: Int]) async {
    guard let product = shop.catalog.state.products.first(where: { pieces[$0.id] == nil }) else { return }
    await add(product.id, 1)
    await clock.advance(by: .milliseconds(2200))
    shop.dispatch(.cart(.itemRemoved(id: product.id)))
  }

  /// Key by key.
  private func type(_ note: String) async {
    for end in note.indices {
      await clock.advance(by: .milliseconds(120))
      shop.dispatch(.cart(.noteChanged(String(note[...end]))))
    }
  }
}
