/// The threads of the program that runs an inspector: where reading and searching is done while keys are taken.
package struct InspectorBackground: Sendable {
  let start: @Sendable (_ lane: InspectorWork.Lane, _ isDeferred: Bool, _ work: @escaping @Sendable () -> Void) -> Void
  let wake: @Sendable () -> Void

  /// - Parameters:
  ///   - start: Runs work on another thread. The same lane never has two at once. What is deferred looks again at something that was looked
  ///     at just now: it is to wait some tenths of a second, and longer the longer the last work of its lane took.
  ///   - wake: Called from any thread when there is something for ``Inspector/work()`` to take.
  package init(
    start: @escaping @Sendable (_ lane: Int, _ isDeferred: Bool, _ work: @escaping @Sendable () -> Void) -> Void,
    wake: @escaping @Sendable () -> Void
  ) {
    self.start = { start($0.rawValue, $1, $2) }
    self.wake = wake
  }
}
