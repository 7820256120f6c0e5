/// Everything that can happen in the shop, by the store that it happens to.
public enum ShopAction: Codable, Equatable, Sendable {
  case cart(CartAction)
  case catalog(CatalogAction)
  case session(SessionAction)
}
