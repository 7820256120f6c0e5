public import FluxtapeHistory

/// Why a log cannot be replayed, or no state be made of it.
public struct ReplayError: Error, Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    case unreadable(HistoryError)
    case severalRuns(Int)
    case noSuchStore(String, known: [String])
    case noSuchStep(Int, last: Int?)
    /// The log does not tell the state, at a step or at the end.
    case noState(store: String, step: Int?)
    /// The state is not of the type, since the log does not hold all of it.
    case stateHasUnknownValues(store: String, step: Int?, [UnknownValue])
    case stateNotDecodable(store: String, step: Int?, DecodingProblem)
    case actionNotDecodable(step: Int, type: String, version: Int?, DecodingProblem)
    case actionNotRegistered(step: Int, type: String, known: [String])
  }

  public let reason: Reason

  init(_ reason: Reason) { self.reason = reason }
}
