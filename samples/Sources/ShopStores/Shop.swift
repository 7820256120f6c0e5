import Fluxtape
import FluxtapeStores

/// The whole app: three stores that feed each other, each recorded with one argument.
public final class Shop: Sendable {
  public let cart: Store<CartState, ShopAction>
  public let catalog: Store<CatalogState, ShopAction>
  public let session: Store<SessionState, ShopAction>
  private let bus: ShopBus

  /// - Parameters:
  ///   - typeToTrapIn: The type of an action, such as `cart.checkout`, in whose reducer the app dies.
  ///   - cartFlaw: A mistake that the cart's reducer makes.
  public init(clock: VirtualClock, recorder: Recorder, typeToTrapIn: String? = nil, cartFlaw: CartFlaw? = nil) {
    let trap = Trap(type: typeToTrapIn)
    let bus = ShopBus()
    let effects = ShopEffects(api: FakeShopAPI(clock: clock), clock: clock, bus: bus)
    session = Store(
      initial: SessionState(), reducer: trap.before(sessionReducer), effects: effects.ofSession, runner: clock,
      recording: recorder.store("session"))
    catalog = Store(
      initial: CatalogState(), reducer: trap.before(catalogReducer), effects: effects.ofCatalog, runner: clock,
      recording: recorder.store("catalog"))
    cart = Store(
      initial: CartState(), reducer: trap.before { cartReducer(&$0, $1, flaw: cartFlaw) }, effects: effects.ofCart, runner: clock,
      recording: recorder.store("cart"))
    bus.connect(cart: cart, catalog: catalog, session: session)
    self.bus = bus
  }

  /// Sends an action to the store that it belongs to.
  public func dispatch(_ action: ShopAction, fileID: StaticString = #fileID, line: UInt = #line) {
    bus.dispatch(action, fileID: fileID, line: line)
  }
}
