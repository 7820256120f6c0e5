import FluxtapeCoding

/// Unwraps values that are passed as `any P`, since all knowledge about types applies to their contents.
enum Existential {
  /// The dynamic type of `value`. `nil` if it equals the static type.
  ///
  /// Opening a value as `Any` is not enough: in a generic function that wraps one existential in another and finds the inner one. So the
  /// type is read and opened, and the value is cast to it.
  static func typeInside<Value>(_ value: Value) -> Any.Type? {
    guard TypeMetadata(Value.self).kind == .existential else { return nil }
    let type = Swift.type(of: value as Any)
    // Some boxes report the type of their contents, which may be misleading.
    return TypeMetadata(type).kind == .existential ? nil : type
  }

  /// Whether `value` reports another type than its own. Such reports may be misleading.
  static func hidesItsType(_ value: Any) -> Bool { TypeMetadata(Swift.type(of: value)).kind == .existential }
}
