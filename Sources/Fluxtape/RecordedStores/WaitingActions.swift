#if !RECORDING_COMPILED_OUT
import FluxtapeLog

/// Actions that ended before a reducer got them, the latest ones. A middleware may have kept one, and pass it on later.
///
/// Thunks, which are never passed on, are among them. So an action may be forgotten while it waits. What was forgotten is remembered by its
/// identity, as another one that is described the same would look like the only one.
struct WaitingActions {
  private var actions: [(step: StepNumber, identity: Int)] = []
  private var forgotten: Set<Int> = []
  private var knowsForgotten = true

  private static let mostActions = 32
  private static let mostForgotten = 1024

  var isEmpty: Bool { actions.isEmpty }

  /// - Parameter identity: See ``ActionComposer/latestIdentity``.
  mutating func add(_ step: StepNumber, _ identity: Int) {
    if actions.count == Self.mostActions { forget(actions.removeFirst().identity) }
    actions.append((step, identity))
  }

  private mutating func forget(_ identity: Int) {
    if forgotten.count == Self.mostForgotten { (forgotten, knowsForgotten) = ([], false) }
    if knowsForgotten { forgotten.insert(identity) }
  }

  /// Takes out those of an identity. `nil` if there may be one more.
  mutating func take(_ identity: Int) -> [StepNumber]? {
    let steps = actions.filter { $0.identity == identity }.map(\.step)
    if !steps.isEmpty { actions.removeAll { $0.identity == identity } }
    return knowsForgotten && !forgotten.contains(identity) ? steps : nil
  }
}
#endif
