/// An action while it is looked at: its own type, and where it lies.
///
/// Sound as it is handed to a closure only, during which the action stays where it is. It may be kept meanwhile where other threads see
/// it, and only the thread that runs the closure looks at the action: therefore it is Sendable without the compiler's proof.
@safe
package struct ActionSubject: @unchecked Sendable {
  /// The type that the action has itself, whatever the type it was passed as.
  package let type: Any.Type
  let address: UnsafeRawPointer
  private let size: Int

  /// Calls `body` with `action`.
  package static func with<Action, Result, Failure: Error>(
    _ action: Action, _ body: (ActionSubject) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if let type = Existential.typeInside(action) {
      var outcome: Swift.Result<Result, Failure>?
      func run(_ subject: ActionSubject) {
        do throws(Failure) { outcome = .success(try body(subject)) } catch { outcome = .failure(error) }
      }
      func open<Contents>(_ type: Contents.Type) {
        guard let contents = action as? Contents else { return }
        unsafe withUnsafePointer(to: contents) { unsafe run(ActionSubject(of: contents, at: $0)) }
      }
      _openExistential(type, do: open)
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
}

extension ActionSubject {
  /// Whether both have the same type and the same bytes: then it is the same action, passed on. If not, it may still be.
  package func hasSameBytes(as other: ActionSubject) -> Bool {
    guard type == other.type, size == other.size else { return false }
    return unsafe UnsafeRawBufferPointer(start: address, count: size).elementsEqual(
      UnsafeRawBufferPointer(start: other.address, count: size))
  }

  /// Whether both are the same but for bytes that mean nothing. If not, they may still be equal.
  package func isProvenEqual(to other: ActionSubject) -> Bool {
    guard type == other.type else { return false }
    let layout = ValueLayout.of(type)
    return layout.isProven && layout.size == size && (unsafe layout.areEqual(address, other.address))
  }

  /// The action in a box.
  var boxed: Any { unsafe TypePlan.of(type).memory.boxed(address) }
}
