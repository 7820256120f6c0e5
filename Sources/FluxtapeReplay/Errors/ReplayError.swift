public import FluxtapeHistory

/// Why a log cannot be replayed, or a state cannot be decoded.
public struct ReplayError: Error, Hashable, Sendable {
  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    /// The log cannot be read.
    case unreadable(HistoryError)
    /// The file holds this number of runs instead of one.
    case severalRuns(Int)
    /// The log has no such store.
    case noSuchStore(String, known: [String])
    /// The log has no such step.
    case noSuchStep(Int, last: Int?)
    /// The state at a step or at the end is not known.
    case noState(store: String, step: Int?)
    /// The state cannot be decoded, because the log lacks some values.
    case stateHasUnknownValues(store: String, step: Int?, [UnknownValue])
    /// The recorded state is not of the given type.
    case stateNotDecodable(store: String, step: Int?, DecodingProblem)
    /// The recorded action is not of the given type.
    case actionNotDecodable(step: Int, type: String, version: Int?, DecodingProblem)
    /// No type is registered for the action.
    case actionNotRegistered(step: Int, type: String, known: [String])
  }

  /// What is wrong.
  public let reason: Reason

  init(_ reason: Reason) { self.reason = reason }
}
