import FluxtapeCoding

/// Values that are passed as `any P`. What is found out about types is found out about what such a value holds.
enum Existential {
  /// The type that `value` has itself. `nil` if it is passed as that.
  ///
  /// To open a value as `Any` is not enough: in a generic function that makes one existential of another, and finds the inner one. So
  /// the type is asked for, opened, and the value cast to it.
  static func typeInside<Value>(_ value: Value) -> Any.Type? {
    guard TypeMetadata(Value.self).kind == .existential else { return nil }
    let type = Swift.type(of: value as Any)
    // Some say of themselves what they hold, and may be wrong.
    return TypeMetadata(type).kind == .existential ? nil : type
  }

  /// Whether `value` says of itself that it holds something else. Some do, and what they say may be wrong.
  static func hidesItsType(_ value: Any) -> Bool { TypeMetadata(Swift.type(of: value)).kind == .existential }
}
