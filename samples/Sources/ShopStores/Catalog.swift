/// What the shop has, as far as the app knows.
public struct CatalogState: Codable, Equatable, Sendable {
  public var isLoading = false
  public var failure: String?
  public var products: [Product] = []
  /// Pieces left, by product.
  public var stock: [String: Int] = [:]
  /// Pieces set aside, by order and product.
  public var reservations: [String: [String: Int]] = [:]

  public init() {}
}

public struct Product: Codable, Equatable, Sendable {
  public var id: String
  public var name: String
  /// In yen.
  public var price: Int

  public init(id: String, name: String, price: Int) {
    self.id = id
    self.name = name
    self.price = price
  }
}

public enum CatalogAction: Codable, Equatable, Sendable {
  case loadRequested
  case loadingChanged(Bool)
  case productsLoaded([Product], stock: [String: Int])
  case loadFailed(reason: String)
  case reserve(Order)
  case released(order: String)
  case sold(order: String)
  case stockChanged(id: String, left: Int)
}

/// The catalog after `action`; actions of other stores leave it as it is.
public func catalogReducer(_ state: inout CatalogState, _ action: ShopAction) {
  guard case .catalog(let action) = action else { return }
  switch action {
  case .loadRequested: break
  case .loadingChanged(let isLoading): state.isLoading = isLoading
  case .productsLoaded(let products, let stock):
    state.products = products
    state.stock = stock
    state.failure = nil
  case .loadFailed(let reason): state.failure = reason
  case .reserve(let order):
    state.reservations[order.id] = order.pieces
    for (id, count) in order.pieces { state.stock[id, default: 0] -= count }
  case .released(let order):
    for (id, count) in state.reservations.removeValue(forKey: order) ?? [:] { state.stock[id, default: 0] += count }
  case .sold(let order): state.reservations[order] = nil
  case .stockChanged(let id, let left): state.stock[id] = left
  }
}
