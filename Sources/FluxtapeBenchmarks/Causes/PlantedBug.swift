import FluxtapeHistory
import FluxtapeJSON

/// A bug as data: a change of how an app runs, planted into the runs that are to be red.
struct PlantedBug: Sendable {
  let name: String
  let app: SimulatedApp
  let fault: Fault

  /// What goes wrong. Where `nth` is given, only with that occurrence, counted from 1.
  enum Fault: Sendable {
    /// A store starts with another value.
    case start(store: String, key: String, JSONValue)
    /// An action never comes: a missing one, a teardown that is forgotten (a leak), an effect that is cancelled.
    case missing(String, nth: Int? = nil)
    /// An action comes twice.
    case doubled(String, nth: Int? = nil, after: Int = 5)
    /// An action comes so many milliseconds later.
    case late(String, nth: Int? = nil, by: ClosedRange<Int>)
    /// An action waits until another has come.
    case held(String, until: String)
    /// The first answer comes after the second.
    case stale(String)
    /// An action has another payload; with `stale`, that of the one before.
    case payload(String, key: String, SimulatedApp.Term, nth: Int? = nil)
    /// A reducer writes something else.
    case writes(String, key: String, SimulatedApp.Term, nth: Int? = nil)
    /// A reducer forgets to write.
    case forgets(String, key: String, nth: Int? = nil)
    /// An action goes to another store.
    case wrongStore(String, to: String)
    /// What should keep an action from coming does not: an effect that is not cancelled.
    case uncancelled(String)
  }
}

extension PlantedBug {
  /// What a reader has to look at: the types of the true step, of a store's start with the store.
  var step: Set<String> {
    switch fault {
    case .start(let store, _, _): ["\(store) @@INIT"]
    case .held(let type, let other): [type, other]
    case .missing(let type, _), .doubled(let type, _, _), .late(let type, _, _), .stale(let type), .payload(let type, _, _, _),
      .writes(let type, _, _, _), .forgets(let type, _, _), .wrongStore(let type, _), .uncancelled(let type):
      [type]
    }
  }

  /// The types of what leads to the true step directly.
  private var directCauses: Set<String> { Set(app.rules.filter { $0.value.follows.contains { step.contains($0.type) } }.keys) }

  /// Whether a fact names the true step or its direct cause.
  func isNamed(in fact: FailureFact) -> Bool {
    let wanted = step.union(directCauses)
    return [fact.action, fact.other].compactMap(\.self).contains { wanted.contains($0.type) || wanted.contains("\($0.store) \($0.type)") }
  }
}
