internal import Fluxtape

/// What the values of a subject are called in a log, and what is told of them.
struct EventNaming<Value: Sendable>: Sendable {
  let name: String
  private let description: Description

  private enum Description {
    /// The value is an action: its type and case are its name.
    case action
    /// An event that has a name, and the value is its contents.
    case contents
    /// An event whose name and contents depend on the value.
    case chosen(@Sendable (Value) -> (name: String, contents: Any))
  }

  /// The values of a subject with a name.
  init(name: String) {
    self.name = name
    description = .contents
  }

  /// What handlers of an action are given.
  init<Action: FluxAction>(of type: Action.Type) where Action.Outcome == Value {
    name = String(describing: type)
    description = (Value.self as? any OutcomeOfRequest.Type) == nil ? .action : .chosen { [name] in Self.described($0, name) }
  }

  private static func described(_ value: Value, _ name: String) -> (name: String, contents: Any) {
    guard let outcome = value as? any OutcomeOfRequest else { return (name, value) }
    return (name + (outcome.isSuccess ? ".succeeded" : ".failed"), outcome.contents)
  }
}

/// A result, whatever its types.
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

// MARK: - Recording

extension EventNaming {
  /// Records that a dispatcher hands `value` over.
  func record(_ value: Value, by tap: DispatcherTap, from site: CallSite, _ body: () -> Void) {
    switch description {
    case .action: tap.record(action: value, fileID: site.fileID, line: site.line, body)
    case .contents: tap.record(name, value, fileID: site.fileID, line: site.line, body)
    case .chosen(let describe):
      let (name, contents) = describe(value)
      tap.record(name, contents, fileID: site.fileID, line: site.line, body)
    }
  }

  /// Records what `reducer` makes of `state`.
  func reduce<State>(
    _ value: Value, into state: inout State, recordedBy tap: StoreTap, from site: CallSite, _ reducer: (inout State, Value) -> Void
  ) {
    switch description {
    case .action: tap.reduce(value, into: &state, by: reducer)
    case .contents: tap.reduce(name, value, into: &state, fileID: site.fileID, line: site.line) { reducer(&$0, value) }
    case .chosen(let describe):
      let (name, contents) = describe(value)
      tap.reduce(name, contents, into: &state, fileID: site.fileID, line: site.line) { reducer(&$0, value) }
    }
  }
}
