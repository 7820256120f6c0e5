internal import FluxtapeLocking
import FluxtapeJSON
import FluxtapeLog

/// A dispatcher's action while stores handle it.
struct OpenDispatch: Sendable {
  let step: StepNumber
  let thread: UInt
  let contents: Contents

  struct Contents: Hashable, Sendable {
    let type: String
    let enumCase: String?
    let payload: JSONValue?
  }
}

extension RunLog {
  /// The dispatch that the running thread is in, the innermost of several.
  var innermostDispatch: OpenDispatch? {
    let thread = SystemFacts.currentThread
    return dispatches.withLock { dispatches in dispatches.last { $0.thread == thread } }
  }
}
