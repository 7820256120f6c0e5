package import FluxtapeJSON

/// An app as data: the user's actions, the reducers' changes, and the effects. ``Simulation`` runs it on a virtual clock.
package struct SimulatedApp: Sendable {
  package let name: String
  /// The initial state of each store.
  let stores: [String: JSONObject]
  /// The user's actions in order, each with its delay in milliseconds after the previous one.
  let script: [Follow]
  /// The results of each action. An action without a rule changes nothing.
  let rules: [String: Rule]

  /// What an action writes to its store, and which actions it causes.
  struct Rule: Sendable {
    var writes: [(key: String, term: Term)] = []
    var follows: [Follow] = []
  }

  /// An action that follows another.
  struct Follow: Sendable {
    let type: String
    let store: String
    var after: ClosedRange<Int> = 0...0
    var chance = 1.0
    var times: ClosedRange<Int> = 1...1
    /// Actions that prevent this one.
    var unless: [String] = []
    var payload: [(key: String, term: Term)] = []
  }

  /// A value that is computed when it is needed.
  package indirect enum Term: Sendable {
    case value(JSONValue)
    /// A member of the action's payload, or else of the payload of its cause.
    case payload(String)
    case state(String)
    case sum(Term, Term)
    case number(ClosedRange<Int>)
    case choice([JSONValue])
    /// A value that differs in every run.
    case id, date
  }
}

/// Creates a `Follow`; short for the tables of apps.
func does(
  _ type: String, _ store: String, _ after: ClosedRange<Int> = 0...0, chance: Double = 1, times: ClosedRange<Int> = 1...1,
  unless: [String] = [], _ payload: (key: String, term: SimulatedApp.Term)...
) -> SimulatedApp.Follow {
  .init(type: type, store: store, after: after, chance: chance, times: times, unless: unless, payload: payload)
}
