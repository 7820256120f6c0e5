internal import Fluxtape
internal import FluxtapeJSON
internal import FluxtapeLiveWire
internal import FluxtapeLocking

// What the thread of the commands does, one after the other.

extension LiveCore {
  func work() {
    while let request = nextRequest() {
      do throws(Refusal) {
        if let step = breakpoint.pausedAt, request.client != LiveServer.nobody {
          throw Refusal("the app waits at step \(step): 'continue' first")
        }
        let gone = forgetGoneStores().map { "'\($0)'" }.joined(separator: ", ")
        let (mark, text) = try perform(request)
        reply(request, mark?.seq, gone.isEmpty ? text : "\(text); no longer there: \(gone)")
      } catch {
        refuse(request.id, request.client, error)
      }
      server.noteStatus()
    }
  }

  private func nextRequest() -> Request? {
    state.withLock { facts in
      guard !facts.requests.isEmpty else {
        facts.isWorking = false
        return nil
      }
      return facts.requests.removeFirst()
    }
  }

  /// Nothing is asked of a store that was released. Returns the names.
  private func forgetGoneStores() -> [String] {
    state.withLock { $0.stores }.filter(\.isGone).compactMap { store in
      // What is kept may hold objects: it is let go outside of the lock.
      let forgotten = state.withLock { facts -> (KeptStates?, Standing?)? in
        guard let place = facts.stores.firstIndex(where: { $0 === store }) else { return nil }
        facts.stores.remove(at: place)
        return (kept.detach(store.name), facts.forget(store.name))
      }
      return forgotten == nil ? nil : store.name
    }
  }

  private func perform(_ request: Request) throws(Refusal) -> (mark: Cause?, text: String) {
    switch request.command {
    case .jump(let step, let states): try jump(to: step, states, request)
    case .now: try goBack(request)
    case .unlock: try unlock(request)
    case .drop: try drop(request)
    case .repeatStep(let step): try repeatAction(at: step, request)
    case .dispatch(let name, let json): try dispatch(json, to: name, request)
    case .skip(let step): try recompute(from: step, skips: true, request)
    case .replay(let step): try recompute(from: step, skips: false, request)
    case .status, .lock, .arm, .disarm, .verdict, .resume: throw Refusal("this is no command of this thread")
    }
  }

  /// Marks what a command is about to do. All that can be refused was looked at before.
  func mark(_ request: Request, _ text: String, _ facts: JSONObject = [:]) throws(Refusal) -> Cause {
    guard let cause = mark(do: request.command.name, text, facts, by: request.by) else { throw Self.noLog }
    return cause
  }

  static let noLog = Refusal("the app has closed its log, and nothing is done without a record")

  /// Finds out, before anything is done, that a store's actor does not answer.
  func checkAnswers(_ store: any AttachedStore) throws(Refusal) {
    guard store.answers() else { throw Refusal("nothing was done: the actor of '\(store.name)' does not answer") }
  }

  func store(_ name: String) throws(Refusal) -> any AttachedStore {
    let stores = state.withLock { $0.stores }
    if let store = stores.first(where: { $0.name == name }) { return store }
    throw Refusal("no store '\(name)' is attached; attached are: \(stores.map(\.name).joined(separator: ", "))")
  }
}

// MARK: - Held actions

extension LiveCore {
  private func unlock(_ request: Request) throws(Refusal) -> (Cause?, String) {
    guard held.isLocked else { throw Refusal("the app is not locked") }
    // Also if the log is closed: the app must go on.
    let cause = mark(do: request.command.name, "held actions go on", ["held": .number(JSONNumber(held.count))], by: request.by)
    let count = held.release()
    return (cause, "\(count) held action\(count == 1 ? " goes" : "s go") on")
  }

  private func drop(_ request: Request) throws(Refusal) -> (Cause?, String) {
    guard held.isLocked else { throw Refusal("the app is not locked") }
    let actions = held.actions
    let steps = actions.compactMap(\.step)
    let count = "\(actions.count) held action\(actions.count == 1 ? " is" : "s are") dropped"
    let names = steps.prefix(10).map { "#\($0)" }.joined(separator: ", ") + (steps.count > 10 ? " and \(steps.count - 10) more" : "")
    let facts: JSONObject = [
      "held": .number(JSONNumber(actions.count)), "steps": .array(steps.map { .number(JSONNumber($0)) }),
    ]
    let cause = try mark(request, steps.isEmpty ? count : "\(count): \(names)", facts)
    held.drop(actions.count)
    // What came since the mark goes on.
    _ = held.release()
    return (cause, "\(count), and the app is not locked any more")
  }
}

// MARK: - Actions

extension LiveCore {
  private func repeatAction(at step: Int, _ request: Request) throws(Refusal) -> (Cause?, String) {
    guard let (name, action) = kept.action(at: step) else {
      throw Refusal(
        "step \(step) has no action that is kept; its store has to be attached, and the step among the last \(options.keptSteps)")
    }
    let store = try store(name)
    guard store.abilities.takesActions else { throw Refusal("'\(name)' is attached without 'send'") }
    try checkAnswers(store)
    let cause = try mark(request, "repeat step \(step) of '\(name)'", ["step": .number(JSONNumber(step)), "store": .string(name)])
    try store.send(action, cause: cause)
    return (cause, "step \(step) was dispatched again")
  }

  private func dispatch(_ json: JSONValue, to name: String, _ request: Request) throws(Refusal) -> (Cause?, String) {
    let store = try store(name)
    let action = try store.action(from: json)
    try checkAnswers(store)
    let cause = try mark(request, "dispatch to '\(name)'", ["store": .string(name)])
    try store.send(action, cause: cause)
    return (cause, "the action was dispatched to '\(name)'")
  }

  private func recompute(from step: Int, skips: Bool, _ request: Request) throws(Refusal) -> (Cause?, String) {
    guard let name = kept.store(changedBy: step) else {
      throw Refusal("step \(step) changed no attached store, or its state is no longer kept")
    }
    let store = try store(name)
    guard store.abilities.recomputes else { throw Refusal("'\(name)' is attached without 'reduce'") }
    let before = kept.skipped(of: name)
    if skips, before.contains(step) { throw Refusal("step \(step) is left out of '\(name)' already; 'replay' from it brings it back") }
    let skipped = skips ? before.union([step]) : before.filter { $0 < step }
    let plan = { @Sendable [kept] in kept.recomputation(of: name, from: step, skipping: skipped) }
    _ = try plan().get()
    try checkAnswers(store)
    let text = skips ? "skip step \(step) of '\(name)'" : "replay '\(name)' from step \(step)"
    let cause = try mark(request, text, ["step": .number(JSONNumber(step)), "store": .string(name)])
    try store.recompute(cause: cause, plan)
    kept.setSkipped(skipped, of: name)
    if skips { return (cause, "'\(name)' is as if \(Self.words(skipped)) had not been") }
    let back = before.subtracting(skipped)
    return (cause, "'\(name)' is recomputed from step \(step)" + (back.isEmpty ? "" : ", again with \(Self.words(back))"))
  }

  private static func words(_ steps: Set<Int>) -> String {
    "step\(steps.count == 1 ? "" : "s") " + steps.sorted().map(String.init).joined(separator: ", ")
  }
}
