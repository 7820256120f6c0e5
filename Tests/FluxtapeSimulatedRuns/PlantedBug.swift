import FluxtapeHistory
package import FluxtapeJSON

/// A bug as data: a change to an app's behavior, planted into the red runs.
package struct PlantedBug: Sendable {
  package let name: String
  package let app: SimulatedApp
  package let fault: Fault

  /// The fault. With `nth`, it affects only that occurrence, counted from 1.
  package enum Fault: Sendable {
    /// A store starts with a different value.
    case start(store: String, key: String, JSONValue)
    /// An action is never dispatched: it is missing, a teardown is forgotten (a leak), or an effect is cancelled.
    case missing(String, nth: Int? = nil)
    /// An action is dispatched twice.
    case doubled(String, nth: Int? = nil, after: Int = 5)
    /// An action is this many milliseconds late.
    case late(String, nth: Int? = nil, by: ClosedRange<Int>)
    /// An action follows its cause after another time: a timer has the wrong length.
    case timed(String, after: ClosedRange<Int>)
    /// An action waits for another one.
    case held(String, until: String)
    /// The first answer arrives after the second.
    case stale(String)
    /// An action has a wrong payload; with `stale`, that of the previous one.
    case payload(String, key: String, SimulatedApp.Term, nth: Int? = nil)
    /// A reducer writes a wrong value.
    case writes(String, key: String, SimulatedApp.Term, nth: Int? = nil)
    /// A reducer forgets to write.
    case forgets(String, key: String, nth: Int? = nil)
    /// An action goes to another store.
    case wrongStore(String, to: String)
    /// An effect is not cancelled, so its action is dispatched anyway.
    case uncancelled(String)
    /// An effect is cancelled by an action that has nothing to do with it.
    case cancelled(String, by: String)
  }
}

extension PlantedBug {
  /// The types that identify the true step; for the start of a store, with the store's name.
  var step: Set<String> {
    switch fault {
    case .start(let store, _, _): ["\(store) @@INIT"]
    case .held(let type, let other), .cancelled(let type, let other): [type, other]
    case .missing(let type, _), .doubled(let type, _, _), .late(let type, _, _), .timed(let type, _), .stale(let type),
      .payload(let type, _, _, _),
      .writes(let type, _, _, _), .forgets(let type, _, _), .wrongStore(let type, _), .uncancelled(let type):
      [type]
    }
  }

  /// The types of the direct causes of the true step.
  private var directCauses: Set<String> { Set(app.rules.filter { $0.value.follows.contains { step.contains($0.type) } }.keys) }

  /// Whether a fact names the true step or its direct cause.
  func isNamed(in fact: FailureFact) -> Bool {
    let wanted = step.union(directCauses)
    return [fact.action, fact.other].compactMap(\.self).contains { wanted.contains($0.type) || wanted.contains("\($0.store) \($0.type)") }
  }
}
