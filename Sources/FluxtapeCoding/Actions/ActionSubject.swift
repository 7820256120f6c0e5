#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A pointer to an action, with its dynamic type, for the duration of a call.
///
/// Sound as long as the action stays at its address: code that makes a subject keeps the action there, and discards the subject first.
/// Other threads may see a stored subject, but only the thread that owns the action reads through it. Therefore it is Sendable without the
/// compiler's proof.
@safe
package struct ActionSubject: @unchecked Sendable {
  /// The dynamic type of the action, whatever its static type was.
  package let type: Any.Type
  private let passedAs: Any.Type
  private let isExistential: Bool
  private let address: UnsafeRawPointer
  private let size: Int

  /// - Parameters:
  ///   - address: The address of the action.
  ///   - passedAs: The static type at that address: the action's type, a superclass or an existential.
  ///   - size: The size of a value of that type in bytes.
  package init(at address: UnsafeRawPointer, passedAs: Any.Type, size: Int) {
    unsafe self.address = address
    self.passedAs = passedAs
    self.size = size
    func dynamicType<Passed>(_ type: Passed.Type) -> Any.Type {
      unsafe Swift.type(of: address.assumingMemoryBound(to: Passed.self).pointee as Any)
    }
    let dynamic = _openExistential(passedAs, do: dynamicType)
    let isObject = passedAs is AnyObject.Type
    // Some boxes report the dynamic type of their contents, which may be misleading.
    isExistential = dynamic != passedAs && !isObject && !SystemType.isExistential(dynamic)
    type = isExistential || isObject ? dynamic : passedAs
  }

  /// Calls `body` with a subject for `action`.
  package static func with<Action, Result>(_ action: Action, _ body: (ActionSubject) -> Result) -> Result {
    unsafe withUnsafePointer(to: action) { pointer in
      unsafe body(ActionSubject(at: UnsafeRawPointer(pointer), passedAs: Action.self, size: MemoryLayout<Action>.size))
    }
  }
}

// MARK: - Access

extension ActionSubject {
  /// Calls `body` with the address of the action itself, which is valid during the call only.
  func withAddress<Result>(_ body: (_ address: UnsafeRawPointer, _ size: Int) -> Result) -> Result {
    guard isExistential else { return unsafe body(address, size) }
    var result: Result?
    func openPassed<Passed>(_ passed: Passed.Type) {
      let value = unsafe address.assumingMemoryBound(to: Passed.self).pointee
      func openContents<Contents>(_ type: Contents.Type) {
        guard let contents = value as? Contents else { return }
        result = unsafe withUnsafePointer(to: contents) { unsafe body(UnsafeRawPointer($0), MemoryLayout<Contents>.size) }
      }
      _openExistential(type, do: openContents)
    }
    _openExistential(passedAs, do: openPassed)
    return result ?? (unsafe body(address, size))
  }

  /// The action as an existential.
  var boxed: Any {
    unsafe withAddress { address, _ in
      func box<Value>(_ type: Value.Type) -> Any { unsafe address.assumingMemoryBound(to: Value.self).pointee }
      return _openExistential(type, do: box)
    }
  }
}

// MARK: - Comparing

extension ActionSubject {
  /// Whether both have the same type and the same bytes: then the action was forwarded unchanged. If not, they may still be equal.
  package func hasSameBytes(as other: ActionSubject) -> Bool {
    guard type == other.type else { return false }
    if passedAs == other.passedAs, unsafe memcmp(address, other.address, size) == 0 { return true }
    guard isExistential || other.isExistential else { return false }
    return unsafe withAddress { mine, count in unsafe other.withAddress { theirs, _ in unsafe memcmp(mine, theirs, count) == 0 } }
  }
}
