/// A bug that kills the app, for practice: the log then ends inside the action that did it.
struct Trap: Sendable {
  let type: String?

  func before<State>(_ reducer: @escaping @Sendable (inout State, ShopAction) -> Void) -> @Sendable (inout State, ShopAction) -> Void {
    guard let type else { return reducer }
    return { state, action in
      if action.type == type { fatalError("trapped in \(type), as asked for by --trap-in") }
      reducer(&state, action)
    }
  }
}

extension ShopAction {
  /// The type as the log shows it: `cart.checkout`.
  fileprivate var type: String {
    let store = Mirror(reflecting: self).children.first
    guard let store, let name = store.label else { return "\(self)" }
    return name + "." + (Mirror(reflecting: store.value).children.first?.label ?? "\(store.value)")
  }
}
