/// An action while it is looked at: its own type, and where it lies.
///
/// Sound as it is handed to a closure only, during which the action stays where it is.
@safe
package struct ActionSubject {
  /// The type that the action has itself, whatever the type it was passed as.
  package let type: Any.Type
  let address: UnsafeRawPointer
  private let size: Int

  /// Calls `body` with `action`.
  package static func with<Action, Result, Failure: Error>(
    _ action: Action, _ body: (ActionSubject) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if TypeMetadata(Action.self).kind == .existential {
      var outcome: Swift.Result<Result, Failure>?
      func run(_ subject: ActionSubject) {
        do throws(Failure) { outcome = .success(try body(subject)) } catch { outcome = .failure(error) }
      }
      func open<Contents>(_ contents: Contents) {
        unsafe withUnsafePointer(to: contents) { unsafe run(ActionSubject(of: contents, at: $0)) }
      }
      _openExistential(contents(of: action), do: open)
      if let outcome { return try outcome.get() }
    }
    return try unsafe withUnsafePointer(to: action) { (pointer) throws(Failure) in try unsafe body(ActionSubject(of: action, at: pointer)) }
  }

  private init<Contents>(of contents: Contents, at address: UnsafePointer<Contents>) {
    // An object's own class may be one below.
    type = Swift.type(of: contents)
    unsafe self.address = UnsafeRawPointer(address)
    size = MemoryLayout<Contents>.size
  }

  /// What lies in an existential. A mere conversion would put the existential into another one.
  private static func contents<Existential>(of value: Existential) -> Any {
    func cast<Wanted>(to type: Wanted.Type) -> Wanted? { value as? Wanted }
    return cast(to: Any.self) ?? value
  }
}

extension ActionSubject {
  /// Whether both have the same type and the same bytes: then it is the same action, passed on. If not, it may still be.
  package func hasSameBytes(as other: ActionSubject) -> Bool {
    guard type == other.type, size == other.size else { return false }
    return unsafe UnsafeRawBufferPointer(start: address, count: size).elementsEqual(
      UnsafeRawBufferPointer(start: other.address, count: size))
  }

  /// The action in a box.
  var boxed: Any { unsafe TypePlan.of(type).memory.boxed(address) }
}
