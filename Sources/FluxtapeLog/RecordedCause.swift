package import FluxtapeJSON

/// The cause of an action.
public enum RecordedCause: Hashable, Sendable {
  /// An action of this run.
  case step(StepNumber)
  /// An action of another run.
  case otherRun(String, StepNumber)
  /// Several actions together, in the order of the log.
  case several([RecordedCause])

  package var json: JSONValue {
    switch self {
    case .step(let step): .number(JSONNumber(step.rawValue))
    case .otherRun(let run, let step): .object(["run": .string(run), "seq": .number(JSONNumber(step.rawValue))])
    case .several(let causes): .array(causes.map(\.json))
    }
  }
}
