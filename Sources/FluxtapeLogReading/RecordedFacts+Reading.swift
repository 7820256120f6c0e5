internal import FluxtapeJSON
public import FluxtapeLog

// What readers ask of the facts that a line tells.

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
  /// The id as it is read: a text without quotes, or a number.
  package var name: String { id.string ?? id.text }
}

extension RecordedProblem {
  /// `nil` for a kind that this version does not know.
  public var knownKind: Kind? { Kind(rawValue: kind) }
}

extension RecordedProblem.Kind {
  /// Whether the states in the log may not be what a person takes them for.
  package var isProblem: Bool {
    switch self {
    case .recorder, .encoding: true
    case .encodeThrew: false
    }
  }
}
