/// What an app says about the values of one type.
package enum TypeHook: Sendable {
  /// They are written as what the function makes of them.
  case replaced(@Sendable (Any) -> Any)
  /// They are written as `{"$redacted":…}`, whatever they are, but for `null` and what is empty.
  case hidden
  /// They are not written: a member of an object is left out with its key. Elsewhere, where others would move up, stands `{"$opaque":…}`.
  case leftOut
}

/// A value that is hidden wherever it stands, as if there were a ``TypeHook/hidden`` for its type.
package protocol HiddenValue {
  /// What is digested: equal ones have equal digests.
  var hidden: Any { get }
}

extension EncodingRules {
  /// Sets what becomes of the values of a type.
  ///
  /// Values of `Bool`, `String` and the integers and floating-point numbers are what everything else is made of, and are written as fast
  /// as can be: there is no hook for those.
  ///
  /// - Returns: Whether there is one for this type.
  @discardableResult
  package mutating func setHook(_ hook: TypeHook, for type: Any.Type) -> Bool {
    guard !Self.isAtom(type) else { return false }
    hooks[ObjectIdentifier(type)] = hook
    return true
  }

  private static func isAtom(_ type: Any.Type) -> Bool {
    type == Bool.self || type == String.self || type is any FixedWidthInteger.Type || type is any BinaryFloatingPoint.Type
  }

  /// The hook for values of a type, whether the app or the type has it.
  func hook(for type: Any.Type) -> TypeHook? {
    if !hooks.isEmpty, let hook = hooks[ObjectIdentifier(type)] { return hook }
    return type is any HiddenValue.Type ? .hidden : nil
  }

  /// Whether a member of an object that has this type is left out.
  func leavesOut(_ type: Any.Type) -> Bool {
    guard !hooks.isEmpty else { return false }
    if case .leftOut = hooks[ObjectIdentifier(type)] { return true }
    guard let optional = type as? any OptionalValue.Type else { return false }
    return leavesOut(optional.wrappedType)
  }
}

/// `Optional`, whatever it wraps.
protocol OptionalValue {
  static var wrappedType: Any.Type { get }
}

extension Optional: OptionalValue {
  static var wrappedType: Any.Type { Wrapped.self }
}
