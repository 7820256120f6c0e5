import FluxtapeJSON

/// An app as data: what its user does, what its reducers write, and what its effects dispatch. ``Simulation`` runs it on a virtual clock.
struct SimulatedApp: Sendable {
  let name: String
  /// How each store starts.
  let stores: [String: JSONObject]
  /// What the user does, in this order: an action, and how many milliseconds after the one before it.
  let script: [Follow]
  /// What an action does. An action without a rule changes nothing.
  let rules: [String: Rule]

  /// What an action writes into its store, and what it leads to.
  struct Rule: Sendable {
    var writes: [(key: String, term: Term)] = []
    var follows: [Follow] = []
  }

  /// An action that comes after another.
  struct Follow: Sendable {
    let type: String
    let store: String
    var after: ClosedRange<Int> = 0...0
    var chance = 1.0
    var times: ClosedRange<Int> = 1...1
    /// Actions after which it no longer comes.
    var unless: [String] = []
    var payload: [(key: String, term: Term)] = []
  }

  /// A value that is worked out when it is needed.
  indirect enum Term: Sendable {
    case value(JSONValue)
    /// Of the action's payload, or of the payload of the action that led to it.
    case payload(String)
    case state(String)
    case sum(Term, Term)
    case number(ClosedRange<Int>)
    case choice([JSONValue])
    /// Another one in every run.
    case id, date
  }
}

/// Shorter to write in tables of apps.
func does(
  _ type: String, _ store: String, _ after: ClosedRange<Int> = 0...0, chance: Double = 1, times: ClosedRange<Int> = 1...1,
  unless: [String] = [], _ payload: (key: String, term: SimulatedApp.Term)...
) -> SimulatedApp.Follow {
  .init(type: type, store: store, after: after, chance: chance, times: times, unless: unless, payload: payload)
}
