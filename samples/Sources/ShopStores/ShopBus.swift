import FluxtapeStores
import Synchronization

/// Takes an action to the store that it belongs to, so that the effects of one store can speak to the others.
final class ShopBus: Sendable {
  private struct Stores {
    weak var cart: Store<CartState, ShopAction>?
    weak var catalog: Store<CatalogState, ShopAction>?
    weak var session: Store<SessionState, ShopAction>?
  }

  private let stores = Mutex(Stores())

  func connect(
    cart: Store<CartState, ShopAction>, catalog: Store<CatalogState, ShopAction>, session: Store<SessionState, ShopAction>
  ) {
    stores.withLock { $0 = Stores(cart: cart, catalog: catalog, session: session) }
  }

  func dispatch(_ action: ShopAction, fileID: StaticString = #fileID, line: UInt = #line) {
    // No lock while a store works: its subscribers and effects come back here.
    switch action {
    case .cart: stores.withLock(\.cart)?.dispatch(action, fileID: fileID, line: line)
    case .catalog: stores.withLock(\.catalog)?.dispatch(action, fileID: fileID, line: line)
    case .session: stores.withLock(\.session)?.dispatch(action, fileID: fileID, line: line)
    }
  }
}
