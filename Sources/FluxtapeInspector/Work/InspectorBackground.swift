/// Background threads of the program that runs an inspector.
package struct InspectorBackground: Sendable {
  let start: @Sendable (_ lane: InspectorWork.Lane, _ time: InspectorWork.Start, _ work: @escaping @Sendable () -> Void) -> Void
  let wake: @Sendable () -> Void

  /// - Parameters:
  ///   - start: Runs work on another thread, at its time. A lane never runs two pieces of work at once.
  ///   - wake: Called from any thread when ``Inspector/work()`` has answers to apply.
  package init(
    start: @escaping @Sendable (_ lane: Int, _ time: InspectorWork.Start, _ work: @escaping @Sendable () -> Void) -> Void,
    wake: @escaping @Sendable () -> Void
  ) {
    self.start = { start($0.rawValue, $1, $2) }
    self.wake = wake
  }
}
