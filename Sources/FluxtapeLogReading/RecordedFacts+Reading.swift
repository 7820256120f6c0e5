internal import FluxtapeJSON
public import FluxtapeLog

// Convenience for readers of recorded facts.

extension RecordedCause {
  /// The causes within the same run.
  public var steps: [StepNumber] {
    switch self {
    case .step(let step): [step]
    case .otherRun: []
    case .several(let causes): causes.flatMap(\.steps)
    }
  }
}

extension RecordedEffect {
  /// The id as text: a string without quotes, or a number.
  package var name: String { id.string ?? id.text }
}

extension RecordedProblem {
  /// The kind; `nil` if this version does not know it.
  public var knownKind: Kind? { Kind(rawValue: kind) }
}

extension RecordedProblem.Kind {
  /// Whether the recorded states may be misleading.
  package var isProblem: Bool {
    switch self {
    case .recorder, .encoding: true
    case .encodeThrew: false
    }
  }
}
