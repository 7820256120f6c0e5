/// The cause of an action.
public enum RecordedCause: Hashable, Sendable {
  /// An action of this run.
  case step(StepNumber)
  /// An action of another run.
  case otherRun(String, StepNumber)
  /// Several actions together, in the order of the log.
  case several([RecordedCause])

  /// Appends `,"cause":7`.
  func writeMember(into bytes: inout [UInt8]) {
    bytes.append(literal: ",\"cause\":")
    write(into: &bytes)
  }

  package func write(into bytes: inout [UInt8]) {
    switch self {
    case .step(let step): bytes.append(decimal: step.rawValue)
    case .otherRun(let run, let step):
      bytes.append("{\"run\":", string: run)
      bytes.append(",\"seq\":", decimal: step.rawValue)
      bytes.append(literal: "}")
    case .several(let causes):
      var start: StaticString = "["
      for cause in causes {
        bytes.append(literal: start)
        cause.write(into: &bytes)
        start = ","
      }
      bytes.append(literal: causes.isEmpty ? "[]" : "]")
    }
  }
}
