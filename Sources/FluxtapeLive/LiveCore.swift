internal import Fluxtape
internal import FluxtapeJSON
internal import FluxtapeLiveWire
internal import FluxtapeLocking
internal import FluxtapeLog

/// What a session knows and does. Two threads work for it: one serves the sockets and never runs code of the app; the other one does what clients ask
/// for, one command after the other, and lives as long as there are any.
///
/// The log retains it, and it retains the log, until ``close()``.
final class LiveCore: Sendable {
  let recorder: Recorder
  let options: LiveOptions
  let run: String
  let listening: ListeningPlace
  let server: LiveServer
  let kept: KeptSteps
  let held = HeldActions()
  let breakpoint = Breakpoint()
  let state = Locked(Facts())
  private let origin = Fork.generation

  /// What changes in a session.
  struct Facts: Sendable {
    var stores: [any AttachedStore] = []
    /// The names of the clients.
    var clients: [Int: String] = [:]
    var driver: Int?
    /// Commands that wait for their turn.
    var requests: [Request] = []
    var isWorking = false
    var jumpedTo: Int?
    /// The step of the first jump's mark.
    var jumpedAt: Int?
    /// How the stores were before the first jump.
    var before: [String: Standing] = [:]
    var isClosed = false

    /// Forgets where a store was before the first jump. Returns that, to be let go outside of locks.
    mutating func forget(_ store: String) -> Standing? {
      defer { if before.isEmpty { jumpedTo = nil } }
      return before.removeValue(forKey: store)
    }
  }

  /// A store's state, and the steps that are left out of it.
  struct Standing: Sendable {
    let state: KeptValue
    let skipped: Set<Int>
  }

  /// A command of a client.
  struct Request: Sendable {
    let id: Int
    let client: Int
    /// The client's name.
    let by: String
    let command: LiveCommand
  }

  /// Microseconds that a command waits for a reducer.
  static let longestBusy = 250_000

  /// `nil` if there is no log, or nowhere to listen.
  init?(_ recorder: Recorder, _ options: LiveOptions) {
    guard let run = recorder.run else { return nil }
    guard let log = recorder.path else {
      SystemFacts.tell("no inspector can reach the app: a live session needs a recorder that writes a file")
      return nil
    }
    guard let wakeup = Wakeup() else { return nil }
    // It has a socket at the same place.
    recorder.closeListener()
    do {
      listening = try ListeningPlace(besideLog: log, options.place)
    } catch {
      let text = "no inspector can reach the app: nothing can be made at \(LiveAddress.path(besideLog: log)): \(error.message)"
      recorder.mark(text, level: .warning, site: nil)
      return nil
    }
    self.recorder = recorder
    self.options = options
    self.run = run
    server = LiveServer(wakeup)
    kept = KeptSteps(options)
  }

  func start() {
    recorder.listen(self)
    // Of steps from here on the session hears the outcomes.
    kept.begin(at: recorder.nextStep.rawValue)
    _ = mark(do: "listen", "an inspector can reach the app at \(listening.path)", ["path": .string(listening.path)])
    let isServed = SystemThread.start { LiveLoop(self).run() }
    if !isServed { close() }
  }

  var isListening: Bool { state.withLock { !$0.isClosed } }

  func close() {
    // What it had is let go outside of the lock.
    let previous = state.withLock { facts in
      defer { (facts.isClosed, facts.stores, facts.before, facts.requests) = (true, [], [:], []) }
      return facts
    }
    guard !previous.isClosed else { return }
    // The child of a fork has neither the threads nor the files, and the actions are its parent's.
    let isChild = origin != Fork.generation
    if !isChild { listening.remove() }
    server.stop()
    recorder.stopListening(self)
    _ = breakpoint.disarm("the session ended")
    for store in previous.stores { store.detach() }
    for action in held.end() where !isChild { action.isolation.start { action.run() } }
    kept.end()
  }
}

// MARK: - Attached stores

extension LiveCore {
  /// Call it on the isolation.
  func attach<State, Action>(_ name: String, _ access: StoreAccess<State, Action>, isolation: (any Actor)?) {
    let store = TypedStore(name, access, isolation: Isolation(actor: isolation), of: self)
    let previous = state.withLock { facts -> ((any AttachedStore)?, Standing?)? in
      guard !facts.isClosed else { return nil }
      let place = facts.stores.firstIndex { $0.name == name }
      defer { facts.stores.append(store) }
      return (place.map { facts.stores.remove(at: $0) }, facts.forget(name))
    }
    guard previous != nil else { return }
    kept.attach(name) { recorder.beginning(of: name)?.rawValue }
    // The state before the first action from here on, where it can be read safely.
    if isolation != nil || access.setHold != nil { store.keepLastState() }
    // Not weak, which would make each use of the session slower; `close()` takes it away.
    access.setHold? { [self] in
      guard held.isToHold(nil) else { return nil }
      return { [self] release in hold(nil, Isolation(actor: isolation), release) }
    }
    server.noteStatus()
  }

  /// Holds an action if the app is locked. Returns whether it did.
  ///
  /// Runs under the lock of a store of `FluxtapeStores`, if `name` is `nil`: its action is in the log already.
  func hold(_ name: String?, _ isolation: Isolation, _ body: @escaping @Sendable () -> Void) -> Bool {
    // Nobody in the child of a fork could release it.
    guard held.isToHold(name), origin == Fork.generation else { return false }
    let cause = Cause.current
    let step =
      if let name {
        mark(do: "hold", "an action of '\(name)' is held", ["store": .string(name)])?.seq
      } else {
        cause?.run == run ? cause?.seq : nil
      }
    guard let count = held.hold(HeldActions.Held(isolation: isolation, cause: cause, step: step, body: body)) else { return false }
    server.noteStatus()
    // Again and again, as the first time may have been in vain.
    if count.isMultiple(of: options.mostHeld) {
      enqueue(Request(id: 0, client: LiveServer.nobody, by: "the session, as \(count) actions are held", command: .unlock))
    }
    return true
  }
}

// MARK: - Marks

extension LiveCore {
  /// Writes the mark of a command. `nil` if the log is closed.
  ///
  /// - Parameters:
  ///   - name: The command.
  ///   - text: What is done, for people.
  ///   - by: The client's name.
  func mark(do name: String, _ text: String, _ facts: JSONObject = [:], by: String? = nil) -> Cause? {
    var json: JSONObject = ["do": .string(name)]
    for member in facts { json[member.key] = member.value }
    json["by"] = by.map(JSONValue.string)
    return recorder.mark("live: \(text)" + (by.map { " (by \($0))" } ?? ""), live: JSONValue.object(json).bytes)
  }
}

// MARK: - Status

extension LiveCore {
  var status: LiveStatus {
    var status = LiveStatus(run: run)
    let facts = state.withLock { $0 }
    status.stores = facts.stores.map(\.abilities)
    status.jumpedTo = facts.jumpedTo
    status.driver = facts.driver.flatMap { facts.clients[$0] }
    (status.isLocked, status.held) = (held.isLocked, held.count)
    (status.query, status.pausedAt) = (breakpoint.armed?.query, breakpoint.pausedAt)
    return status
  }
}

// MARK: - Listening to the log

extension LiveCore: LogListener {
  func began<Action>(_ action: Action, at step: StepNumber, of store: String, bytes: Int) {
    kept.keep(action, at: step.rawValue, of: store, bytes: bytes)
  }

  func recorded<State>(_ state: State, _ facts: StateFacts) { kept.keep(state, facts) }

  func settled(_ step: StepNumber?, of store: String, at place: OutcomePlace, isStateKnown: Bool) {
    kept.note(step?.rawValue, of: store, at: place, isStateKnown: isStateKnown)
  }

  func completed(_ step: StepNumber) {
    // In the child of a fork, nobody answers.
    guard origin == Fork.generation else { return }
    for step in breakpoint.steps(at: step.rawValue) { ask(at: step) }
  }

  private func ask(at step: Int) {
    guard let (armed, limit) = breakpoint.begin(step, within: options.longestVerdict) else { return }
    defer { breakpoint.end(step) }
    server.send(.asks(step: step), to: armed.client)
    guard let pauses = breakpoint.verdict(within: limit) else {
      let why = "no answer within \(limit)"
      // After a wait for its turn, a step has less time than the client was promised.
      if limit == options.longestVerdict, breakpoint.disarm(why) != nil { noteRemoved(armed, why) }
      return
    }
    if pauses { pause(at: step, armed) }
  }

  private func pause(at step: Int, _ armed: Breakpoint.Armed) {
    let number: JSONValue = .number(JSONNumber(step))
    _ = mark(do: "pause", "paused at step \(step): \(armed.query)", ["step": number], by: armed.name)
    server.send(.paused(step: step), to: nil)
    server.noteStatus()
    let why = breakpoint.pause(atMost: options.longestPause)
    breakpoint.end(step)
    _ = mark(do: "continue", "went on from step \(step): \(why)", ["step": number])
    server.send(.resumed(step: step, why: why), to: nil)
    server.noteStatus()
  }

  /// Tells that a breakpoint is gone, though its client did not ask for it.
  func noteRemoved(_ armed: Breakpoint.Armed, _ why: String) {
    _ = mark(do: "nobreak", "the breakpoint '\(armed.query)' is removed: \(why)", by: armed.name)
    server.noteStatus()
  }
}
