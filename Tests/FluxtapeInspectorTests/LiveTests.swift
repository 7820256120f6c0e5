import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLiveWire
import FluxtapeLogReading
import FluxtapeScreen
import Testing

@testable import FluxtapeInspector

/// The running app behind a log: what is asked of it, and what its news do.
struct LiveTests {
  private static func status(_ change: (inout LiveStatus) -> Void = { _ in }) -> LiveStatus {
    var status = LiveStatus(run: "r")
    change(&status)
    return status
  }

  /// An inspector of the log `checkout`, whose run is live.
  private func app(_ columns: Int = 120) throws -> InspectorDriver {
    var app = try InspectorDriver(log: "checkout", columns: columns, rows: 40)
    let run = app.inspector.state.history.files.first?.header?.run
    app.hear(.status(LiveStatus(run: run ?? "r")))
    return app
  }

  @Test func `without a session each command says what is needed`() throws {
    var app = try InspectorDriver(log: "checkout")
    for keys in [
      ["@"], ["z", "@"], [":lock", "enter"], [":dispatch", "enter"], [":break cart.total < 0", "enter"], [":continue", "enter"],
    ] {
      for key in keys { app.press(key) }
      #expect(app.bottom == " there is no live session: the app must link FluxtapeLive and run", "\(keys)")
    }
    #expect(app.commands.isEmpty && !app.lines[0].contains("live"))
    app.press(":ju")
    #expect(app.line(with: "jump  ") == nil)
  }

  @Test func `keys and commands are sent, about the cursor's step or a typed one`() throws {
    var app = try app()
    app.press("18g", "@", "4", "@", "z@", ":jump 7", "enter", ":lock", "enter", ":unlock", "enter", ":drop", "enter")
    app.press("9g", ":repeat", "enter", ":repeat 12", "enter", ":skip", "enter", ":replay", "enter", ":continue", "enter")
    app.press(":nobreak", "enter")
    #expect(
      app.commands == [
        .jump(to: 18, states: [:]), .jump(to: 4, states: [:]), .now, .jump(to: 7, states: [:]), .lock, .unlock, .drop,
        .repeatStep(9), .repeatStep(12), .skip(9), .replay(from: 9), .resume, .disarm,
      ])
    app.press(":ju")
    #expect(app.line(with: "jump  ") != nil)
  }

  @Test func `a session of another run of the log is not driven`() throws {
    var app = try InspectorDriver(runs: [.holding([#"{"fluxtape":1,"run":"a"}"#, #"{"seq":1,"t":0,"store":"s","type":"x"}"#])])
    app.hear(.status(Self.status()))
    app.press("@")
    #expect(app.bottom == " the live session is that of another run of this log" && app.commands.isEmpty)
    app.hear(.status(LiveStatus(run: "a")))
    app.press("@")
    #expect(app.commands == [.jump(to: 1, states: [:])])
  }

  @Test func `the title tells where the session stands`() throws {
    var app = try app()
    #expect(app.lines[0].contains("│ live │"), "\(app.lines[0])")
    let run = try #require(app.inspector.state.live?.run)
    for (change, words): (@Sendable (inout LiveStatus) -> Void, String) in [
      ({ $0.jumpedTo = 40 }, "live, jumped to 40"), ({ ($0.isLocked, $0.held) = (true, 3) }, "live, locked, 3 held"),
      ({ $0.stores = [LiveStatus.Store("cart", skipped: [7, 9, 12, 30])] }, "live, without 7, 9, 12 …"),
      ({ $0.pausedAt = 41 }, "live, waits at 41"), ({ $0.query = "cart.total < 0" }, "live, stops where cart.total < 0"),
    ] {
      var status = LiveStatus(run: run)
      change(&status)
      app.hear(.status(status))
      #expect(app.lines[0].contains("│ \(words) │"), "\(app.lines[0])")
    }
    app.hear(.lost)
    #expect(!app.lines[0].contains("live") && app.bottom == " the live session has ended")
  }

  @Test func `an action is edited, and a mistake shown at its place`() throws {
    var app = try app()
    app.press("9g", ":dispatch", "enter")
    let line = try #require(app.inspector.state.prompt?.line.text)
    #expect(line.hasPrefix(#"dispatch cart {""#), "\(line)")
    app.press("esc", ":dispatch cart {\"a\" 1}", "enter")
    #expect(app.bottom.hasPrefix(":dispatch cart {\"a\" 1}") && app.line(with: " not JSON: ") != nil, "\(app.lines)")
    #expect(app.inspector.state.prompt?.line.caret == #"dispatch cart {"a" "#.count && app.commands.isEmpty)
    app.press("backspace", ":", "enter")
    #expect(app.commands == [.dispatch(store: "cart", action: ["a": 1])])
    app.hear(.refused(.dispatch(store: "cart", action: ["a": 1]), "a is no action"))
    #expect(app.bottom.hasPrefix(#":dispatch cart {"a":1}"#) && app.line(with: " not done: a is no action") != nil, "\(app.lines)")
    app.press("esc")
    let action: JSONValue = ["added": ["_0": ["tea"], "price": "much"]]
    for (pointer, before) in [
      ("/added/price", #"dispatch cart {"added":{"_0":["tea"],"price":"#), ("/added/_0", #"dispatch cart {"added":{"_0":"#),
      ("/gone", #"dispatch cart {"added":{"_0":["tea"],"price":"much"}}"#),
    ] {
      app.hear(.refused(.dispatch(store: "cart", action: action), "the action of 'cart' cannot be read: '\(pointer)': expected Int"))
      #expect(app.inspector.state.prompt?.line.caret == before.count, "\(pointer)")
      app.press("esc")
    }
    app.hear(.refused(.dispatch(store: "cart", action: action), "the action of 'cart' cannot be read: expected one case of CartAction"))
    #expect(app.inspector.state.prompt?.line.caret == "dispatch cart ".count)
  }

  @Test func `another client's breakpoint is told, and the cursor stays`() throws {
    var app = try app()
    app.press("9g")
    app.hear(.status(Self.status { $0.driver = "fluxtape live" }))
    app.hear(.paused(step: 12))
    #expect(app.step == 9 && app.bottom.hasPrefix(" the app waits at #12: "), "\(app.bottom)")
    app.hear(.status(Self.status { $0.driver = "fluxtape inspector" }))
    app.hear(.paused(step: 12))
    #expect(app.step == 12)
  }

  @Test func `a name in a breakpoint that no step has is told`() throws {
    var app = try app()
    app.press(":break cart.totl < 0", "enter")
    app.hear(.done("stops where cart.totl < 0"))
    app.hear(.status(Self.status { $0.query = "cart.totl < 0" }))
    app.wait()
    #expect(app.bottom.contains("cart.totl") && app.bottom.contains("did you mean"), "\(app.bottom)")
  }

  @Test func `a query with a mistake opens again`() throws {
    var app = try app()
    app.press(":break cart.total <", "enter")
    #expect(app.bottom.hasPrefix(":break cart.total <") && app.line(with: "not a query at character 13") != nil, "\(app.lines)")
    app.press(" 0", "enter")
    #expect(app.commands == [.arm(query: "cart.total < 0")])
    app.press(":break nosuch.total < 0", "enter")
    #expect(app.bottom.hasPrefix(":break nosuch.total < 0") && app.commands.count == 1, "\(app.lines)")
  }

  @Test func `where the app waits, the cursor goes there, as soon as that is read`() throws {
    let log = try WrittenLog(steps: 3)
    defer { log.remove() }
    var app = try InspectorDriver(opening: [log.path], columns: 120)
    app.hear(.status(Self.status { $0.query = ".n == 5" }))
    app.hear(.paused(step: 5))
    #expect(app.step == 1 && app.bottom.hasPrefix(" the app waits at #5: :continue lets it go on"), "\(app.bottom)")
    try log.append(steps: 4...4)
    app.wait()
    #expect(app.step == 1)
    try log.append(steps: 5...5)
    app.wait()
    #expect(app.step == 5 && app.lines[0].contains("live, waits at 5"), "\(app.lines)")
    app.press("esc", ":continue", "enter")
    #expect(app.commands == [.resume])
    app.hear(.resumed(step: 5, why: "continued"))
    #expect(app.bottom == " the app goes on from #5: continued" && !app.lines[0].contains("waits"))
  }

  @Test func `changes by the inspector are shown as such`() throws {
    var app = try InspectorDriver(
      runs: [
        .holding([
          #"{"seq":1,"t":0,"store":"s","type":"@@INIT","state":{"n":1}}"#,
          #"{"seq":2,"t":1,"mark":"live: jump to step 1 (by me)","level":"info","live":{"do":"jump","step":1,"by":"me"}}"#,
          #"{"seq":3,"t":2,"store":"s","type":"@@STATE","cause":2,"patch":[{"op":"replace","path":"/n","value":2}]}"#,
        ])
      ], columns: 120, rows: 30)
    app.press("3g", "tab")
    #expect(app.line(with: "The inspector made this change, by a live command.") != nil, "\(app.lines)")
    #expect(app.line(with: "@@STATE s by the inspector") != nil)
    app.press(",")
    #expect(app.line(with: "live    jump by me") != nil, "\(app.lines)")
  }
}

extension InspectorDriver {
  /// The commands that were asked for.
  var commands: [LiveCommand] { requests.compactMap { if case .live(let command) = $0 { command } else { nil } } }
}
