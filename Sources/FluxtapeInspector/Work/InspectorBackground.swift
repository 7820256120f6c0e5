/// Background threads of the program that runs an inspector.
package struct InspectorBackground: Sendable {
  let start: @Sendable (_ lane: InspectorWork.Lane, _ isDeferred: Bool, _ work: @escaping @Sendable () -> Void) -> Void
  let wake: @Sendable () -> Void

  /// - Parameters:
  ///   - start: Runs work on another thread. A lane never runs two pieces of work at once. Deferred work repeats a check, so it should wait
  ///     some tenths of a second, and longer if the lane's last work took long.
  ///   - wake: Called from any thread when ``Inspector/work()`` has answers to apply.
  package init(
    start: @escaping @Sendable (_ lane: Int, _ isDeferred: Bool, _ work: @escaping @Sendable () -> Void) -> Void,
    wake: @escaping @Sendable () -> Void
  ) {
    self.start = { start($0.rawValue, $1, $2) }
    self.wake = wake
  }
}
