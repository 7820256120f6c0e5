public import FluxtapeJSON

/// How an action stands in a log: `type`, `case` and `payload` of its record.
///
/// | action | `type` | `case` | `payload` |
/// |---|---|---|---|
/// | `CartAction.itemAdded(sku: "p7")` | `CartAction.itemAdded` | `itemAdded` | `{"sku":"p7"}` |
/// | `CartAction.renamed("Ada")` | `CartAction.renamed` | `renamed` | `{"_0":"Ada"}` |
/// | `CartAction.cleared` | `CartAction.cleared` | `cleared` | – |
/// | `AppAction.cart(.rows(.qtyChanged(row: 1)))` | `cart.rows.qtyChanged` | `cart.rows.qtyChanged` | `{"row":1}` |
/// | `struct AddItem { let sku }` | `AddItem` | – | `{"sku":"p7"}` |
///
/// A case whose single payload without a label is an enum called `Action`, or something that ends in it, joins the name. There is
/// a `case` only where `{case: payload}` is what the action's own encoding says; an enum with an `encode(to:)` of its own that
/// writes something else has its whole encoding as payload.
public struct ActionDescription: Hashable, Sendable {
  public let type: String
  public let `case`: String?
  /// The contents; `nil` for an action that carries none.
  public let payload: JSONValue?

  /// Describes `action` by its dynamic type. Costs the encoding of the action, and never fails.
  public init(of action: Any, encodedBy encoder: ValueEncoder = ValueEncoder()) {
    self.init(of: action, encodedBy: encoder.encode)
  }

  init(of action: Any, encodedBy encode: (Any) -> JSONValue) {
    let action = Self.unwrapped(action)
    let encoding = encode(action)
    guard let path = CasePath(of: action) else {
      type = TypeName.of(Swift.type(of: action))
      self.case = nil
      payload = Self.isEmpty(encoding, of: action) ? Optional.none : encoding
      return
    }
    let contents = path.contents(in: encoding)
    type = path.actionType
    self.case = contents == nil ? Optional.none : path.names.joined(separator: ".")
    payload = contents == .some([:]) ? Optional.none : contents ?? encoding
  }

  /// The action that an optional or an `AnyHashable` holds: someone dispatched what is inside.
  static func unwrapped(_ action: Any) -> Any {
    let type = Swift.type(of: action)
    if type == AnyHashable.self, let hashable = action as? AnyHashable { return hashable.base }
    guard type is any OptionalValue.Type else { return action }
    return Mirror(reflecting: action).children.first?.value ?? action
  }

  /// Whether there is nothing to say besides the type: no fields, or a function.
  private static func isEmpty(_ encoding: JSONValue, of action: Any) -> Bool {
    encoding == [:] || TaggedValue(encoding) == .opaque(typeName: TypeName.of(Swift.type(of: action)))
  }
}
