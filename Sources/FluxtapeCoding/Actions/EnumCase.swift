/// The case of an enum value, as far as documented reflection shows it.
struct EnumCase {
  /// The name in the source. `nil` if only the author's `description` is known: no mirror shows the name of a case without payload.
  let name: String?
  /// The name, or what the author calls the case.
  let description: String
  /// The associated value, a tuple if there are several or labeled ones.
  let payload: Any?

  /// `nil` if `value` is not an enum, or shows something else in a mirror of its own, or has no names at run time.
  init?(of value: Any) {
    self.init(of: value, Mirror(reflecting: value))
  }

  init?(of value: Any, _ mirror: Mirror) {
    guard mirror.displayStyle == .enum, !(value is any CustomReflectable) else { return nil }
    if let child = mirror.children.first, let label = child.label {
      name = StorageName.withoutBackticks(label)
      (description, payload) = (name ?? "", child.value)
      return
    }
    payload = nil
    description = StorageName.withoutBackticks(String(describing: value))
    let isDescribed = value is any CustomStringConvertible || value is any CustomDebugStringConvertible || value is any TextOutputStreamable
    name = isDescribed ? nil : description
    // An enum imported from C prints as its type.
    if !isDescribed, value is any RawRepresentable, description == _typeName(type(of: value), qualified: false) { return nil }
  }
}
