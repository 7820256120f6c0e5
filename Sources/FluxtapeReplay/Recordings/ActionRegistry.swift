import FluxtapeCoding

/// Decodes the actions of a store with many action types, by their names in the log.
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
  ///   - name: Its name in the log; `nil` for the recorder's default.
  ///   - action: Converts the value to the store's action type.
  public mutating func register<Concrete: Decodable & Sendable>(
    _ type: Concrete.Type, named name: String? = nil, as action: @escaping @Sendable (Concrete) -> Action
  ) {
    decoders[name ?? TypeName.of(type)] = { action(try $0.decode(Concrete.self)) }
  }

  /// Decodes an action.
  ///
  /// - Throws: ``ReplayError`` if no type is registered for it. Rethrows errors of decoding.
  public func decode(_ action: RecordedAction) throws -> Action {
    guard let decoder = decoders[action.type] ?? decoders[Self.typeName(of: action)] else {
      throw ReplayError(.actionNotRegistered(step: action.step, type: action.type, known: decoders.keys.sorted()))
    }
    return try decoder(action)
  }

  /// Returns the enum of a case: `CartAction` for `CartAction.itemAdded`.
  private static func typeName(of action: RecordedAction) -> String {
    guard let enumCase = action.enumCase, action.type.hasSuffix("." + enumCase) else { return action.type }
    return String(action.type.dropLast(enumCase.count + 1))
  }
}
