import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLiveWire
import Foundation
import Testing

/// `fluxtape live` with a session that a test plays.
struct LiveToolTests {
  private let folder: TemporaryFolder
  private let log: String

  init() throws {
    folder = try TemporaryFolder()
    log = try folder.drivenLog()
  }

  private func run(_ words: String..., input: String? = nil) throws -> BuiltTool.Answer {
    try BuiltTool.run(["live", log] + words, input: input)
  }

  @Test func `a command is sent, and its reply printed`() throws {
    let session = try FakeSession(besideLog: log) { command, id in [.done(id: id, mark: 7, text: "did \(command.name)")] }
    defer { session.end() }
    let jump = try run("jump", "3")
    #expect(jump.output == "did jump  (\(log):7)\n" && jump.status == 0, "\(jump)")
    for words in [["now"], ["lock"], ["unlock"], ["drop"], ["continue"], ["repeat", "2"], ["skip", "2"], ["replay", "2"]] {
      #expect(try BuiltTool.run(["live", log] + words).status == 0)
    }
    #expect(
      try run("dispatch", "cart", #"{"itemAdded":{"_0":"tea","price":6}}"#, "--json").output == #"{"done":"did dispatch","mark":7}"# + "\n")
    #expect(try run("dispatch", "cart", "-", input: "\"load\"\n").status == 0)
    #expect(
      session.commands == [
        .jump(to: 3, states: [:]), .now, .lock, .unlock, .drop, .resume, .repeatStep(2), .skip(2), .replay(from: 2),
        .dispatch(store: "cart", action: ["itemAdded": ["_0": "tea", "price": 6]]), .dispatch(store: "cart", action: "load"),
      ])
  }

  @Test func `states that the session has dropped come from the log`() throws {
    let session = try FakeSession(besideLog: log) { command, id in
      guard case .jump(_, let states) = command, states.isEmpty else { return [.done(id: id, mark: nil, text: "jumped")] }
      return [.refused(id: id, reason: "no longer kept", missing: ["cart"])]
    }
    defer { session.end() }
    #expect(try run("jump", "2").output == "jumped\n")
    let state: JSONValue = ["items": ["tea"], "total": 5, "isLoading": false]
    #expect(session.commands == [.jump(to: 2, states: [:]), .jump(to: 2, states: ["cart": state])])
    let beyond = try run("jump", "99")
    #expect(beyond.status == 1 && beyond.errors == "fluxtape: \(log):99 is not in the log; its last step is 6\n", "\(beyond)")
  }

  @Test func `the status says what there is`() throws {
    var cart = LiveStatus.Store("cart")
    (cart.firstKept, cart.lastKept, cart.recomputes, cart.skipped) = (2, 6, true, [3, 5])
    var status = LiveStatus(run: "r")
    (status.stores, status.jumpedTo, status.isLocked, status.held, status.driver) = ([cart], 3, true, 2, "fluxtape inspector")
    let session = try FakeSession(besideLog: log) { [status] _, id in [.status(id: id, status)] }
    defer { session.end() }
    #expect(
      try run("status").lines == [
        "jumped to 3", "without 3, 5", "locked, 2 held", "driven by fluxtape inspector",
        "cart  keeps the states of steps 2 to 6, recomputes, leaves out #3 #5",
      ])
    #expect(try JSONValue(parsing: run("status", "--json").output) == ["status": status.json])
  }

  @Test func `without a session it says what is needed`() throws {
    let none = try run("now")
    #expect(none.status == 3 && none.errors == "fluxtape: \(log) has no live session: the app must link FluxtapeLive and run\n")
    _ = try LiveSocket.listening(at: log + ".live")
    let stale = try run("now")
    #expect(stale.status == 3 && stale.errors.contains("\(log).live was left behind by a program that no longer runs"), "\(stale)")
  }

  @Test func `a refusal has its reason, and another protocol its version`() throws {
    var session = try FakeSession(besideLog: log) { _, id in [.refused(id: id, reason: "fluxtape inspector drives", missing: [])] }
    let refused = try run("lock")
    #expect(refused.status == 1 && refused.errors == "fluxtape: \(log): not done: fluxtape inspector drives\n")
    session.end()
    try FileManager.default.removeItem(atPath: log + ".live")
    session = try FakeSession(besideLog: log, greeting: ["live": 2, "run": "r"]) { _, _ in [] }
    #expect(try run("lock").errors.contains("the live session speaks version 2 of the protocol, and this program version 1"))
    session.end()
  }

  @Test(arguments: [
    (["jmp", "3"], "unknown command 'jmp'; did you mean 'jump'?"), (["jump"], "usage: fluxtape live LOG jump N"),
    (["now", "3"], "usage: fluxtape live LOG now"), (["dispatch", "cart", "{"], "the action is not JSON: "),
    (["break", "cart.total <"], "expected "), (["now", "--for", "1"], "--for and --within are for 'break'"),
  ])
  func `wrong usage is told before anybody connects`(words: [String], says: String) throws {
    let answer = try BuiltTool.run(["live", log] + words)
    #expect(answer.status == 2 && answer.errors.contains(says), "\(answer.errors)")
  }

  @Test func `an action can be edited and sent`() throws {
    #expect(try run("action", "2").output == #"{"itemAdded":{"_0":"tea","price":5}}"# + "\n")
    #expect(try run("action", "5").status == 1)
  }

  // MARK: - Breakpoints

  /// Asks about steps 2, 3 and 4 in turn, and pauses where the client says so.
  private func asking() throws -> FakeSession {
    try FakeSession(besideLog: log) { command, id in
      switch command {
      case .arm(let query):
        var status = LiveStatus(run: "r")
        status.query = query
        return [.done(id: id, mark: 7, text: "armed"), .status(id: nil, status), .asks(step: 2)]
      case .verdict(let step, true): return [.paused(step: step)]
      case .verdict(let step, false): return step < 4 ? [.asks(step: step + 1)] : []
      default: return [.done(id: id, mark: nil, text: "")]
      }
    }
  }

  @Test func `the app stops where the query holds, and goes on at the end of the input`() throws {
    let session = try asking()
    defer { session.end() }
    let answer = try run("break", "cart.total < 0")
    #expect(answer.status == 0 && answer.lines.count == 1, "\(answer)")
    #expect(answer.output.hasPrefix("\(log):4  ") && answer.output.contains("Cart.loaded"), "\(answer)")
    #expect(
      session.commands == [
        .arm(query: "cart.total < 0"), .verdict(step: 2, pauses: false), .verdict(step: 3, pauses: false), .verdict(step: 4, pauses: true),
        .resume, .disarm,
      ])
  }

  @Test func `Enter lets it go on to the next step`() throws {
    let session = try asking()
    defer { session.end() }
    let answer = try run("break", "cart.total", ">", "0", "--within", "0.3", input: "\n")
    #expect(answer.status == 0 && answer.output.contains(":2  "), "\(answer)")
    #expect(session.commands.suffix(2) == [.resume, .disarm])
  }

  @Test func `a thread that waits meanwhile is let go on, too`() throws {
    let session = try FakeSession(besideLog: log) { command, id in
      switch command {
      case .arm: [.done(id: id, mark: 7, text: "armed"), .paused(step: 2), .paused(step: 4)]
      default: [.done(id: id, mark: nil, text: "")]
      }
    }
    defer { session.end() }
    let answer = try run("break", "cart.total > 0", "--within", "0.3", input: "\n")
    #expect(answer.lines.map { $0.contains(":2  ") } == [true, false] && answer.lines[1].contains(":4  "), "\(answer)")
    #expect(session.commands.dropFirst() == [.resume, .resume, .disarm])
  }

  @Test func `a step that the app leaves by itself is not waited for`() throws {
    let session = try FakeSession(besideLog: log) { command, id in
      switch command {
      case .arm: [.done(id: id, mark: 7, text: "armed"), .paused(step: 2), .resumed(step: 2, why: "nobody answered for 60 s")]
      default: [.done(id: id, mark: nil, text: "")]
      }
    }
    defer { session.end() }
    let answer = try run("break", "cart.total > 0", "--within", "0.3", "--for", "60", input: "")
    #expect(answer.status == 0 && answer.lines.count == 1, "\(answer)")
  }

  @Test func `the end of the input ends the command, but not with --for`() throws {
    let session = try FakeSession(besideLog: log) { command, id in
      switch command {
      case .arm: [.done(id: id, mark: 7, text: "armed"), .paused(step: 2), .paused(step: 4)]
      default: [.done(id: id, mark: nil, text: "")]
      }
    }
    defer { session.end() }
    #expect(try run("break", "cart.total > 0", input: "").lines.count == 1)
    #expect(try run("break", "cart.total > 0", "--within", "0.3", "--for", "0.1", input: "").lines.count == 2)
  }

  @Test func `a query that never holds ends when it was told to`() throws {
    let session = try asking()
    defer { session.end() }
    let answer = try run("break", "cart.total > 99", "--within", "0.3")
    #expect(
      answer.status == 1 && answer.output == "" && session.commands.last == .disarm
        && answer.errors.hasSuffix("'cart.total > 99' held at no step for 0.3 s\n"), "\(answer)")
  }
}
