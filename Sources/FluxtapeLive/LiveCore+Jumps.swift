internal import Fluxtape
internal import FluxtapeJSON
internal import FluxtapeLiveWire
internal import FluxtapeLocking
internal import FluxtapeLog

extension LiveCore {
  /// What a store is set to.
  private struct Target {
    let store: any AttachedStore
    let state: KeptValue
  }

  func jump(to step: Int, _ states: [String: JSONValue], _ request: Request) throws(Refusal) -> (Cause, String) {
    let last = recorder.nextStep.rawValue - 1
    guard (0...last).contains(step) else { throw Refusal("there is no step \(step); the last one is \(last)") }
    for name in states.keys { _ = try store(name) }
    let (targets, absent) = try targets(at: step, states)
    guard !targets.isEmpty else { throw Refusal("no attached store had begun by step \(step)") }
    let before = try presentStates(of: targets)
    let cause = try mark(request, "jump to step \(step)", ["step": .number(JSONNumber(step))])
    try set(targets, cause) { facts in
      // Back is where the app was before the first jump.
      if facts.jumpedTo == nil { facts.before = [:] }
      facts.before.merge(before) { first, _ in first }
      facts.jumpedTo = step
    }
    let names = absent.map { "'\($0)'" }.joined(separator: ", ")
    let rest = absent.isEmpty ? "" : "; \(names) had not begun and stay\(absent.count == 1 ? "s" : "")"
    return (cause, "the app is at step \(step)\(rest)")
  }

  func goBack(_ request: Request) throws(Refusal) -> (Cause, String) {
    let (isAway, before) = state.withLock { ($0.jumpedTo != nil, $0.before) }
    guard isAway else { throw Refusal("the app is at its newest state") }
    var targets: [Target] = []
    for (name, state) in before.sorted(by: { $0.key < $1.key }) { targets.append(Target(store: try store(name), state: state)) }
    _ = try presentStates(of: targets)
    let cause = try mark(request, "back to the states before the jump")
    try set(targets, cause) { ($0.jumpedTo, $0.before) = (nil, [:]) }
    return (cause, "the app is where it was before the jump")
  }

  /// What the attached stores were after a step, and the names of those that had not begun.
  private func targets(at step: Int, _ states: [String: JSONValue]) throws(Refusal) -> ([Target], absent: [String]) {
    var (targets, absent, missing): ([Target], [String], [String]) = ([], [], [])
    for store in state.withLock({ $0.stores }) {
      if let json = states[store.name] {
        targets.append(Target(store: store, state: try store.state(from: json)))
        continue
      }
      switch kept.state(of: store.name, after: step) {
      case .state(let state): targets.append(Target(store: store, state: state))
      case .absent: absent.append(store.name)
      case .unknown: missing.append(store.name)
      }
    }
    guard missing.isEmpty else { throw lacking(missing, at: step) }
    return (targets, absent)
  }

  private func lacking(_ missing: [String], at step: Int) -> Refusal {
    let names = missing.map { "'\($0)'" }.joined(separator: ", ")
    return Refusal(
      "the states of \(names) after step \(step) are not in memory; they can be read from the log if their types are Decodable",
      missing: missing)
  }

  /// Where the stores are. An actor that does not answer is found out here, before anything is done.
  private func presentStates(of targets: [Target]) throws(Refusal) -> [String: KeptValue] {
    var states: [String: KeptValue] = [:]
    for target in targets {
      states[target.store.name] = try checkAnswers(target.store)
    }
    return states
  }

  /// - Parameter note: Keeps account of it, once a store is set.
  private func set(_ targets: [Target], _ cause: Cause, noting note: (inout Facts) -> Void) throws(Refusal) {
    var done: [String] = []
    for target in targets {
      do throws(Refusal) {
        try target.store.set(target.state, cause: cause)
        if done.isEmpty { state.withLock { note(&$0) } }
        done.append(target.store.name)
      } catch {
        throw done.isEmpty ? error : Refusal("\(error.reason); set were: \(done.joined(separator: ", "))")
      }
    }
  }
}
