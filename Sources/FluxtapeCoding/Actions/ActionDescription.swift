public import FluxtapeJSON

/// The form of an action in a log: `type`, `case` and `payload` of its record.
///
/// | action | `type` | `case` | `payload` |
/// |---|---|---|---|
/// | `CartAction.itemAdded(sku: "p7")` | `CartAction.itemAdded` | `itemAdded` | `{"sku":"p7"}` |
/// | `CartAction.renamed("Ada")` | `CartAction.renamed` | `renamed` | `{"_0":"Ada"}` |
/// | `CartAction.cleared` | `CartAction.cleared` | `cleared` | – |
/// | `AppAction.cart(.rows(.qtyChanged(row: 1)))` | `cart.rows.qtyChanged` | `cart.rows.qtyChanged` | `{"row":1}` |
/// | `struct AddItem { let sku }` | `AddItem` | – | `{"sku":"p7"}` |
///
/// If the single unlabeled payload of a case is an enum named `Action`, or with a name that ends in it, its case joins the name. `case` is
/// set only if the action's encoding has the form `{case: payload}`. If an enum has a custom `encode(to:)` that writes something else, the
/// payload is its whole encoding.
public struct ActionDescription: Hashable, Sendable {
  public let type: String
  public let `case`: String?
  /// The payload; `nil` for an action without one.
  public let payload: JSONValue?

  /// Describes `action` by its dynamic type. Never fails. The cost is that of encoding the action.
  package init(of action: Any, encodedBy encode: (Any) -> JSONValue) {
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

  /// Unwraps an optional or an `AnyHashable`: the dispatched action is the value inside.
  static func unwrapped(_ action: Any) -> Any {
    let type = Swift.type(of: action)
    if type == AnyHashable.self, let hashable = action as? AnyHashable { return hashable.base }
    guard type is any OptionalValue.Type else { return action }
    return Mirror(reflecting: action).children.first?.value ?? action
  }

  /// Whether the encoding says nothing besides the type: no fields, or a function.
  private static func isEmpty(_ encoding: JSONValue, of action: Any) -> Bool {
    encoding == [:] || TaggedValue(encoding) == .opaque(typeName: TypeName.of(Swift.type(of: action)))
  }
}
