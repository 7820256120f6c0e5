/// Something that looks wrong in a run, and that a log alone can show.
///
/// Each is a note: a log tells what an app did, and not what it was meant to do. Its rows are the proof (``Finding/proof``).
public enum Suspicion: Hashable, Sendable {
  /// An answer came after the answer to a later request of the same kind, and overwrote or changed what that one had brought. Changes count
  /// if the state says that the later request is the one whose answer is wanted. Proof: the request, the later request, its answer.
  case staleAnswer
  /// The same action on the same state led to another state before. Proof: that row, in this run or in the one of ``Finding/elsewhere``.
  case impureReducer
  /// A store still reacts beside the one that took its place. The row is the first reaction since. Proof: the rows with which both began, the
  /// last reaction.
  case leakedStore(successor: String)
  /// Work completed after its store had ended. Proof: the store's end, and where the answer is a row of its own, the request.
  case lateAnswer
  /// A dispatcher's action to which nothing reacts, so often in the run. The row is the first.
  case unhandledAction(count: Int)
  /// The same request with the same contents was made again before the first one was answered, and both brought something. Proof: the first
  /// request, the two answers.
  case doubleSubmit
  /// An error is still there although the same request succeeded since. Proof: the row that brought the error, the request that succeeded.
  case keptError
  /// A value changed and changed back in one action, so often in the run. Proof: the row before, the row of the other value.
  case glitch(count: Int)
}
