package import FluxtapeDocuments
package import FluxtapeLog

/// The part of an outcome that the index keeps.
package struct OutcomeSummary: Equatable {
  package var duration: Int?
  package var hasError = false
  package var isUnreduced = false
  package var isOmitted = false
  package var hasState = false
  package var hasPatch = false
  package var isPatchEmpty = false

  package init() {}

  package init(_ outcome: Outcome) {
    duration = outcome.duration
    hasError = outcome.error != nil
    isUnreduced = outcome.isUnreduced
    isOmitted = outcome.omitted != nil
    hasState = outcome.state != nil
    hasPatch = outcome.patch != nil
    isPatchEmpty = outcome.patch?.isEmpty == true
  }
}

/// What ``LineReader`` finds on the line of an action, a completion or a state. Places count in the bytes that it was given.
package struct LineFacts: Sendable {
  package enum Subject: Equatable, Sendable {
    case action(step: Int)
    case completion(step: Int)
    /// A state with a step is a change that no action explains.
    case state(step: Int?)
  }

  package var subject = Subject.state(step: nil)
  package var time = 0
  package var store = TextPlace()
  package var type: TextPlace?
  package var cause: RecordedCause?
  package var outcome = OutcomeSummary()
  package var effect: RecordedEffect?

  /// The places of values, empty if the line has none; strings with their quotation marks.
  package var enumCase = 0..<0
  package var site = 0..<0
  package var thread = 0..<0
  package var trace = 0..<0
  package var span = 0..<0
  package var payload = 0..<0
  package var patch = 0..<0
  package var state = 0..<0
}
