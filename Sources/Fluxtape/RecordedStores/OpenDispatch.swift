#if !RECORDING_COMPILED_OUT
internal import FluxtapeCoding
internal import FluxtapeLocking
import FluxtapeLog

/// A dispatcher's action while stores handle it.
struct OpenDispatch: Sendable {
  let step: StepNumber
  let thread: UInt
  let contents: Contents

  /// What stores that handle it need not repeat.
  struct Contents: Sendable {
    let name: ActionName
    let payload: [UInt8]
  }
}

extension RunLog {
  /// What the running thread is handling for a dispatcher, if that is what `cause` is.
  func dispatch(causing cause: RecordedCause) -> OpenDispatch.Contents? {
    guard case .step(let step) = cause else { return nil }
    let thread = SystemFacts.currentThread
    return dispatches.withLock { dispatches in
      guard let innermost = dispatches.last(where: { $0.thread == thread }), innermost.step == step else { return nil }
      return innermost.contents
    }
  }
}
#endif
