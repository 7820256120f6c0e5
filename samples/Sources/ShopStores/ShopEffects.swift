import FluxtapeStores

/// What the stores ask of the world, and of each other.
///
/// ```text
/// cart.checkout → session.refreshToken → session.tokenRefreshed → catalog.reserve → cart.reserved
///    → cart.checkoutSucceeded → catalog.sold
///    → cart.checkoutFailed    → catalog.released, session.noticeShown, session.retried → cart.checkout
/// ```
struct ShopEffects: Sendable {
  let api: FakeShopAPI
  let clock: VirtualClock
  let bus: ShopBus

  func ofCart(_ action: ShopAction, _ state: CartState) -> Effect<ShopAction> {
    guard case .cart(let action) = action else { return .none }
    switch action {
    case .checkout(let id, _):
      let pieces = Dictionary(state.items.map { ($0.id, $0.qty) }, uniquingKeysWith: +)
      let order = Order(id: id, pieces: pieces, total: state.total)
      return .run(id: "checkout") { _ in bus.dispatch(.session(.refreshToken(for: order))) }
    case .reserved(let order):
      return .run(id: "pay") { dispatch in
        do {
          try await api.pay(order)
          dispatch(.cart(.checkoutSucceeded(order: order)))
        } catch let failure as FakeShopAPI.Failure {
          dispatch(.cart(.checkoutFailed(order: order, reason: failure.reason)))
        }
      }
    case .checkoutFailed(let order, let reason):
      return .run(id: "retry") { _ in
        bus.dispatch(.catalog(.released(order: order)))
        bus.dispatch(.session(.noticeShown("Your order could not be placed: \(reason). Trying again.")))
        try await clock.sleep(for: .milliseconds(2000))
        bus.dispatch(.session(.retried(order: order, attempt: 2)))
      }
    case .checkoutSucceeded(let order):
      return .run { _ in bus.dispatch(.catalog(.sold(order: order))) }
    default: return .none
    }
  }

  func ofCatalog(_ action: ShopAction, _ state: CatalogState) -> Effect<ShopAction> {
    guard case .catalog(let action) = action else { return .none }
    switch action {
    case .loadRequested:
      return .run(id: "load") { dispatch in
        dispatch(.catalog(.loadingChanged(true)))
        do {
          let (products, stock) = try await api.products()
          dispatch(.catalog(.productsLoaded(products, stock: stock)))
        } catch let failure as FakeShopAPI.Failure {
          dispatch(.catalog(.loadFailed(reason: failure.reason)))
        }
        dispatch(.catalog(.loadingChanged(false)))
      }
    case .reserve(let order):
      return .run { _ in
        try await api.reserve(order)
        bus.dispatch(.cart(.reserved(order: order.id)))
      }
    default: return .none
    }
  }

  func ofSession(_ action: ShopAction, _ state: SessionState) -> Effect<ShopAction> {
    guard case .session(let action) = action else { return .none }
    switch action {
    case .loginRequested(let email, let password):
      return .run(id: "login") { dispatch in
        let (user, token) = try await api.logIn(email: email, password: password)
        dispatch(.session(.loggedIn(user: user, token: token)))
      }
    case .refreshToken(let order):
      return .run(id: "token") { dispatch in
        dispatch(.session(.tokenRefreshed(token: try await api.refreshToken(), for: order)))
      }
    case .tokenRefreshed(_, let order):
      return .run { _ in bus.dispatch(.catalog(.reserve(order))) }
    case .retried(let order, let attempt):
      return .run { _ in bus.dispatch(.cart(.checkout(order: order, attempt: attempt))) }
    default: return .none
    }
  }
}
