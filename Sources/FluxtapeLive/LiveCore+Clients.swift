internal import Fluxtape
internal import FluxtapeDocuments
internal import FluxtapeJSON
internal import FluxtapeLiveWire
internal import FluxtapeLocking

// What the thread of the sockets does. It runs no code of the app, and waits for nothing.

extension LiveCore {
  /// Commands of one client that may wait for their turn.
  private static let mostRequests = 64
  private static let longestName = 80

  func connect(_ client: Int, named name: String) {
    let name = recorder.redacted(String(name.prefix(Self.longestName)))
    state.withLock { $0.clients[client] = name }
    server.send(.session(run: run), to: client)
    server.send(.status(id: nil, status), to: client)
  }

  func disconnect(_ client: Int) {
    let isKnown = state.withLock { facts in
      facts.requests.removeAll { $0.client == client }
      if facts.driver == client { facts.driver = nil }
      return facts.clients.removeValue(forKey: client) != nil
    }
    let why = "its client is gone"
    if let armed = breakpoint.disarm(why, by: client) { noteRemoved(armed, why) }
    if isKnown { server.noteStatus() }
  }

  func receive(_ line: [UInt8], from client: Int) {
    guard !line.isEmpty else { return }
    let json = try? JSONValue(parsing: line)
    let id = json?["id"]?.int ?? 0
    guard let command = json.flatMap(LiveCommand.init) else {
      return refuse(id, client, Refusal("unknown command"))
    }
    if case .status = command { return server.send(.status(id: id, status), to: client) }
    guard let by = drive(client, id, command) else { return }
    take(Request(id: id, client: client, by: by, command: command))
  }

  /// Whether no other client waits for the thread of the sockets to answer about a breakpoint.
  func hasTime(for client: Int) -> Bool { breakpoint.armed.map { $0.client == client } ?? true }

  /// Makes a client the one that drives, unless another one has a breakpoint: then it may only let the app go on. Returns its name.
  private func drive(_ client: Int, _ id: Int, _ command: LiveCommand) -> String? {
    let stopping = breakpoint.armed?.client
    let isRefused = command != .resume && stopping.map { $0 != client } == true
    let (isNew, names) = state.withLock { facts in
      let driver = stopping ?? client
      defer { facts.driver = driver }
      return (facts.driver != driver, facts.clients)
    }
    if isNew { server.noteStatus() }
    guard let stopping, isRefused else { return names[client] ?? "a client" }
    let name = names[stopping] ?? "another client"
    refuse(id, client, Refusal("'\(name)' stops the app at a breakpoint, and drives it until it ends; others get 'status' and 'continue'"))
    return nil
  }

  private func take(_ request: Request) {
    switch request.command {
    case .status: break
    case .verdict(let step, let pauses):
      if breakpoint.answer(step, pauses: pauses) {
        reply(request, nil, pauses ? "pauses" : "passes")
      } else {
        refuse(request.id, request.client, Refusal("the app does not wait for a verdict about step \(step)"))
      }
    case .resume:
      if let step = breakpoint.resume("continued by '\(request.by)'") {
        reply(request, nil, "goes on from step \(step)")
      } else {
        refuse(request.id, request.client, Refusal("the app does not wait at a breakpoint"))
      }
    case .arm(let query): arm(query, request)
    case .disarm:
      guard let armed = breakpoint.armed else { return reply(request, nil, "there is no breakpoint") }
      let mark = mark(do: request.command.name, "the breakpoint '\(armed.query)' is removed", by: request.by)
      _ = breakpoint.disarm("the breakpoint is removed")
      server.noteStatus()
      reply(request, mark?.seq, "stops no more at '\(armed.query)'")
    case .lock:
      guard !held.isLocked else { return reply(request, nil, "the app is locked already") }
      guard let mark = mark(do: request.command.name, "new actions are held", by: request.by) else {
        return refuse(request.id, request.client, Self.noLog)
      }
      held.lock()
      server.noteStatus()
      reply(request, mark.seq, "new actions are held")
    case .jump, .now, .unlock, .drop, .repeatStep, .dispatch, .skip, .replay: enqueue(request)
    }
  }

  private func arm(_ query: String, _ request: Request) {
    let query = recorder.redacted(query)
    let facts: JSONObject = ["query": .string(query)]
    guard let mark = mark(do: request.command.name, "stops where \(query)", facts, by: request.by) else {
      return refuse(request.id, request.client, Self.noLog)
    }
    breakpoint.arm(Breakpoint.Armed(client: request.client, name: request.by, query: query))
    server.noteStatus()
    reply(request, mark.seq, "stops where \(query)")
  }

  /// Has the other thread do a command in its turn.
  func enqueue(_ request: Request) {
    if let step = breakpoint.pausedAt, request.client != LiveServer.nobody {
      return refuse(request.id, request.client, Refusal("the app waits at step \(step): 'continue' first"))
    }
    enum Turn { case tooMany, later, now }
    let turn = state.withLock { facts -> Turn in
      guard !facts.isClosed else { return .later }
      guard facts.requests.count < Self.mostRequests || request.client == LiveServer.nobody else { return .tooMany }
      facts.requests.append(request)
      defer { facts.isWorking = true }
      return facts.isWorking ? .later : .now
    }
    switch turn {
    case .tooMany: refuse(request.id, request.client, Refusal("too many commands wait; wait for the replies"))
    case .later: break
    case .now:
      guard !SystemThread.start({ self.work() }) else { return }
      state.withLock { ($0.isWorking, $0.requests) = (false, []) }
      refuse(request.id, request.client, Refusal("the system has no thread for it"))
    }
  }

  func reply(_ request: Request, _ mark: Int?, _ text: String) {
    server.send(.done(id: request.id, mark: mark, text: text), to: request.client)
  }

  func refuse(_ id: Int, _ client: Int, _ refusal: Refusal) {
    server.send(.refused(id: id, reason: refusal.reason, missing: refusal.missing), to: client)
  }
}
