/// An app's rule for the values of one type.
package enum TypeHook: Sendable {
  /// Writes the result of the function instead.
  case replaced(@Sendable (Any) -> Any)
  /// Writes `{"$redacted":…}` for all values except `null` and empty ones.
  case hidden
  /// Omits the values: an object lacks the member with its key. Elsewhere `{"$opaque":…}` takes the place, so that other values keep their
  /// position.
  case leftOut
}

/// A value that is always hidden, as if its type had the hook ``TypeHook/hidden``.
package protocol HiddenValue {
  /// The input of the digest: equal inputs give equal digests.
  var hidden: Any { get }
}

extension EncodingRules {
  /// Sets the hook for the values of a type.
  ///
  /// `Bool`, `String`, and the integer and floating-point types cannot have a hook: all values consist of them, and they are written on the
  /// fast path.
  ///
  /// - Returns: Whether the type may have a hook.
  @discardableResult
  package mutating func setHook(_ hook: TypeHook, for type: Any.Type) -> Bool {
    guard !Self.isAtom(type) else { return false }
    hooks[ObjectIdentifier(type)] = hook
    return true
  }

  private static func isAtom(_ type: Any.Type) -> Bool {
    type == Bool.self || type == String.self || type is any FixedWidthInteger.Type || type is any BinaryFloatingPoint.Type
  }

  /// The hook for values of a type, set by the app or declared by the type.
  ///
  /// - Parameter isOfApp: Whether the type may declare one.
  func hook(for type: Any.Type, isOfApp: Bool) -> TypeHook? {
    if !hooks.isEmpty, let hook = hooks[ObjectIdentifier(type)] { return hook }
    return isOfApp && type is any HiddenValue.Type ? .hidden : nil
  }

  /// Whether object members of this type are left out.
  func leavesOut(_ type: Any.Type) -> Bool {
    guard !hooks.isEmpty else { return false }
    if case .leftOut = hooks[ObjectIdentifier(type)] { return true }
    guard let optional = type as? any OptionalAccess.Type else { return false }
    return leavesOut(optional.wrappedType)
  }
}
