internal import Fluxtape

/// The names and contents of one type's actions in a log.
struct ActionNaming<Outcome: Sendable>: Sendable {
  let name: String
  /// Whether handlers get a request's result. Any other action is named by its type and case.
  private let isOfRequest: Bool

  init<Action: FluxAction>(of type: Action.Type) where Action.Outcome == Outcome {
    name = String(describing: type)
    isOfRequest = Outcome.self is any OutcomeOfRequest.Type
  }

  /// Returns the name and the contents of a request's result.
  private func describe(_ value: Outcome) -> (name: String, contents: Any)? {
    guard isOfRequest, let outcome = value as? any OutcomeOfRequest else { return nil }
    return (name + (outcome.isSuccess ? ".succeeded" : ".failed"), outcome.contents)
  }

  /// Records a dispatch of `value`.
  func record(_ value: Outcome, by tap: DispatcherTap, from site: CallSite, _ body: () -> Void) {
    if let (name, contents) = describe(value) {
      tap.record(name, contents, fileID: site.fileID, line: site.line, body)
    } else {
      tap.record(action: value, fileID: site.fileID, line: site.line, body)
    }
  }

  /// Records how `reducer` changes `state`.
  func reduce<State>(
    _ value: Outcome, into state: inout State, recordedBy tap: StoreTap, from site: CallSite, _ reducer: (inout State, Outcome) -> Void
  ) {
    if let (name, contents) = describe(value) {
      tap.reduce(name, contents, into: &state, fileID: site.fileID, line: site.line) { reducer(&$0, value) }
    } else {
      tap.reduce(value, into: &state, by: reducer)
    }
  }
}

/// A result of any types.
private protocol OutcomeOfRequest {
  var isSuccess: Bool { get }
  var contents: Any { get }
}

extension Result: OutcomeOfRequest {
  fileprivate var isSuccess: Bool { if case .success = self { true } else { false } }

  fileprivate var contents: Any {
    switch self {
    case .success(let value): value
    case .failure(let error): error
    }
  }
}
