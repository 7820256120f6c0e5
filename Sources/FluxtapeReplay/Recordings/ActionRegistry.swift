import FluxtapeCoding

/// Reads the actions of a store that takes many types, by the names that they have in the log.
///
/// ```swift
/// var actions = ActionRegistry<any Action>()
/// actions.register(ItemAdded.self) { $0 }
/// actions.register(ItemRemoved.self, named: "cart.itemRemoved") { $0 }
/// ```
public struct ActionRegistry<Action>: Sendable {
  private var decoders: [String: @Sendable (RecordedAction) throws -> Action] = [:]

  /// Creates an empty registry.
  public init() {}

  /// Adds a type.
  ///
  /// - Parameters:
  ///   - type: The type. All cases of an enum are added at once.
  ///   - name: Its name in the log; `nil` for the one that a recorder gives it.
  ///   - action: Makes the store's kind of action of it.
  public mutating func register<Concrete: Decodable & Sendable>(
    _ type: Concrete.Type, named name: String? = nil, as action: @escaping @Sendable (Concrete) -> Action
  ) {
    decoders[name ?? TypeName.of(type)] = { action(try $0.decode(Concrete.self)) }
  }

  /// The action as the store takes it.
  ///
  /// - Throws: ``ReplayError`` if no type is registered for it, and what decoding throws.
  public func decode(_ action: RecordedAction) throws -> Action {
    guard let decoder = decoders[action.type] ?? decoders[Self.typeName(of: action)] else {
      throw ReplayError(.actionNotRegistered(step: action.step, type: action.type, known: decoders.keys.sorted()))
    }
    return try decoder(action)
  }

  /// `CartAction.itemAdded` is of the enum `CartAction`.
  private static func typeName(of action: RecordedAction) -> String {
    guard let enumCase = action.enumCase, action.type.hasSuffix("." + enumCase) else { return action.type }
    return String(action.type.dropLast(enumCase.count + 1))
  }
}
