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
    /// The steps that are left out of the state; of the app's own states, none.
    var skipped: Set<Int> = []
  }

  func jump(to step: Int, _ logged: LoggedStates, _ request: Request) throws(Refusal) -> (Cause?, String) {
    let last = recorder.nextStep.rawValue - 1
    guard (0...last).contains(step) else { throw Refusal("there is no step \(step); the last one is \(last)") }
    for name in logged.states.keys { _ = try store(name) }
    let (targets, absent) = try targets(at: step, logged)
    guard !targets.isEmpty else { throw Refusal("no attached store had begun by step \(step)") }
    for target in targets { try checkAnswers(target.store) }
    let cause = try mark(request, "jump to step \(step)", ["step": .number(JSONNumber(step))])
    try set(targets, cause) { facts, name, before in
      // Back is where the app was before the first jump.
      facts.before[name] = facts.before[name] ?? before
      (facts.jumpedTo, facts.jumpedAt) = (step, facts.jumpedTo == nil ? cause.seq : facts.jumpedAt)
      return nil
    }
    let names = absent.map { "'\($0)'" }.joined(separator: ", ")
    let rest = absent.isEmpty ? "" : "; \(names) had not begun and stay\(absent.count == 1 ? "s" : "")"
    return (cause, "the app is at step \(step)\(held.isLocked ? "" : " and goes on from there")\(rest)")
  }

  func goBack(_ request: Request) throws(Refusal) -> (Cause?, String) {
    let (jump, before) = state.withLock { ($0.jumpedTo == nil ? nil : $0.jumpedAt, $0.before) }
    guard let jump else { throw Refusal("no jump to go back from") }
    var targets: [Target] = []
    for (name, standing) in before.sorted(by: { $0.key < $1.key }) {
      targets.append(Target(store: try store(name), state: standing.state, skipped: standing.skipped))
    }
    for target in targets { try checkAnswers(target.store) }
    let (lost, isAll) = kept.ownChanges(of: before.keys.sorted(), after: jump)
    let cause = try mark(request, "back to the states before the jump", ["lost": .number(JSONNumber(lost))])
    try set(targets, cause) { facts, name, _ in facts.forget(name) }
    let changes = "\(isAll ? "" : "at least ")\(lost) change\(lost == 1 ? "" : "s")"
    let rest = lost == 0 ? "" : "; \(changes) that it made since \(lost == 1 ? "is" : "are") lost"
    return (cause, "the app is where it was before the jump\(rest)")
  }

  /// What the attached stores were after a step, and the names of those that had not begun.
  private func targets(at step: Int, _ logged: LoggedStates) throws(Refusal) -> ([Target], absent: [String]) {
    var (targets, absent, missing): ([Target], [String], [String]) = ([], [], [])
    for store in state.withLock({ $0.stores }) {
      if let json = logged.states[store.name] {
        targets.append(Target(store: store, state: try store.state(from: json)))
        continue
      }
      switch kept.state(of: store.name, after: step) {
      case .state(let state): targets.append(Target(store: store, state: state))
      case .absent: absent.append(store.name)
      case .unknown where logged.absent.contains(store.name): absent.append(store.name)
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

  /// - Parameter note: Keeps account of a store that was set, with how it was before. Returns what is to be let go outside of the lock.
  private func set(
    _ targets: [Target], _ cause: Cause, noting note: (inout Facts, _ store: String, _ before: Standing) -> Standing?
  ) throws(Refusal) {
    var done: [String] = []
    for target in targets {
      do throws(Refusal) {
        let name = target.store.name
        let skipped = kept.skipped(of: name)
        let before = Standing(state: try target.store.set(target.state, cause: cause), skipped: skipped)
        kept.setSkipped(target.skipped, of: name)
        _ = state.withLock { note(&$0, name, before) }
        done.append(name)
      } catch {
        throw done.isEmpty ? error : Refusal("\(error.reason); set were: \(done.joined(separator: ", "))")
      }
    }
  }
}
