import FluxtapeHistory
import FluxtapeReplay
import FluxtapeScreen
import Foundation
import Testing

@testable import FluxtapeInspector

/// A log that changes while it is shown.
struct FollowTests {
  @Test func `what a check found is not said of a log that has grown since`() throws {
    let log = try WrittenLog(steps: 3)
    defer { log.remove() }
    var app = try InspectorDriver(opening: [log.path], columns: 120)
    app.press("!")
    #expect(app.lines[0].contains("│ 1 note") && app.line(with: "before the log grew") == nil, "\(app.lines)")
    try log.append(#"{"seq":4,"t":4000,"store":"a","type":"boom","error":{"type":"E","message":"no"}}"# + "\n")
    app.wait()
    #expect(app.lines[0].contains("│ 1 red row ") && !app.lines[0].contains("note"), "\(app.lines)")
    #expect(app.line(with: "[Problems]")?.contains("1 note  before the log grew") == true, "\(app.lines)")
    app.press("!")
    #expect(app.lines[0].contains("│ 1 problem, 1 note") && app.line(with: "before the log grew") == nil, "\(app.lines)")
  }

  @Test func `what is written is shown, and the cursor stays where it is`() throws {
    let log = try WrittenLog(steps: 3)
    defer { log.remove() }
    var app = try InspectorDriver(opening: [log.path])
    #expect(app.step == 1)
    try log.append(steps: 4...6)
    app.wait()
    #expect(app.step == 1)
    #expect(app.lines[0].contains("/6  ") && app.lines[0].contains("+3 new (G)"))
    #expect(app.line(with: "  6 ")?.contains("tick") == true)
  }

  @Test func `from the last step on the cursor follows, until it moves away`() throws {
    let log = try WrittenLog(steps: 3)
    defer { log.remove() }
    var app = try InspectorDriver(opening: [log.path])
    app.press("G")
    #expect(app.lines[0].contains("FOLLOW"))
    try log.append(steps: 4...5)
    app.wait()
    #expect(app.step == 5)
    app.press(",")
    try log.append(steps: 6...7)
    app.wait()
    #expect(app.step == 4)
    #expect(app.lines[0].contains("+2 new (G)"))
    app.press("G")
    #expect(app.step == 7)
    #expect(!app.lines[0].contains("new"))
  }

  @Test func `with a filter the cursor follows the last step that passes`() throws {
    let log = try WrittenLog(steps: 5)
    defer { log.remove() }
    var app = try InspectorDriver(opening: [log.path], isFollowing: true, columns: 120)
    app.press("&", ".n == 2 or .n == 7", "enter")
    #expect(app.step == 2 && app.lines[0].contains("FOLLOW"), "\(app.lines)")
    try log.append(steps: 6...6)
    app.wait()
    #expect(app.step == 2 && app.lines[0].contains("FOLLOW"), "\(app.lines)")
    try log.append(steps: 7...8)
    app.wait()
    #expect(app.step == 7 && app.lines[0].contains("FOLLOW"), "\(app.lines)")
    app.press("k")
    #expect(app.step == 2 && !app.lines[0].contains("FOLLOW"), "\(app.lines)")
    app.press("G")
    #expect(app.step == 7 && app.lines[0].contains("FOLLOW"), "\(app.lines)")
    app.press("esc")
    #expect(app.step == 8 && app.lines[0].contains("FOLLOW"), "\(app.lines)")
  }

  @Test func `what a prompt shows while one types does not end following, and a hit does`() throws {
    let log = try WrittenLog(steps: 5)
    defer { log.remove() }
    var app = try InspectorDriver(opening: [log.path], isFollowing: true, columns: 120)
    app.press("/", ".n == 2")
    #expect(app.step == 2)
    app.press("esc")
    #expect(app.step == 5 && app.lines[0].contains("FOLLOW"), "\(app.lines)")
    app.press("/", ".n == 2", "enter")
    try log.append(steps: 6...6)
    app.wait()
    #expect(app.step == 2 && app.lines[0].contains("+1 new (G)"), "\(app.lines)")
  }

  @Test func `a filter on a store that has not begun yet is taken while the log grows`() throws {
    let log = try WrittenLog(steps: 3)
    defer { log.remove() }
    var app = try InspectorDriver(opening: [log.path], isFollowing: true, columns: 120)
    app.press("&", "store:session", "enter")
    #expect(app.line(with: "[store:session] 0 of 3 steps") != nil && app.bottom.contains("no step has the store 'session'"), "\(app.lines)")
    try log.append(#"{"seq":4,"t":4000,"store":"session","type":"@@INIT","state":1}"# + "\n")
    app.wait()
    #expect(app.line(with: "[store:session] 1 of 4 steps") != nil && app.step == 4, "\(app.lines)")
    app.press("k")
    try log.append(steps: 5...5)
    app.press("esc", ",", "&", "store:sesion", "enter")
    #expect(app.line(with: "not a query at character 7: did you mean 'session'?") != nil, "\(app.lines)")
  }

  @Test func `a run that was closed is not followed any more`() throws {
    let log = try WrittenLog(steps: 3)
    defer { log.remove() }
    var app = try InspectorDriver(opening: [log.path], isFollowing: true)
    #expect(app.lines[0].contains("FOLLOW") && !app.lines[0].contains("ended"))
    try log.append(#"{"seq":4,"t":4000,"end":"closed"}"# + "\n")
    app.wait()
    #expect(app.step == 4 && app.lines[0].contains("ended") && !app.lines[0].contains("FOLLOW"))
  }

  @Test func `a log that is opened to be followed opens at its end`() throws {
    let log = try WrittenLog(steps: 3)
    defer { log.remove() }
    var app = try InspectorDriver(opening: [log.path], isFollowing: true)
    #expect(app.step == 3)
    try log.append(steps: 4...4)
    app.wait()
    #expect(app.step == 4)
    #expect(app.line(with: "~ n")?.contains("3 → 4") == true)
  }

  @Test func `what came of a step whose line is not whole yet is lost, and then is there`() throws {
    let log = try WrittenLog(steps: 2)
    defer { log.remove() }
    var app = try InspectorDriver(opening: [log.path], isFollowing: true)
    try log.append(#"{"seq":3,"t":3000,"store":"a","type":"tick","pat"#)
    app.wait()
    #expect(app.line(with: " lost") != nil && app.line(with: "in flight") == nil)
    try log.append(#"ch":[{"op":"replace","path":"/n","value":3}]}"# + "\n")
    app.wait()
    #expect(app.line(with: " lost") == nil)
    #expect(app.step == 3)
    #expect(app.line(with: "~ n")?.contains("2 → 3") == true)
  }

  @Test func `frozen, nothing is read until it is wanted again`() throws {
    let log = try WrittenLog(steps: 2)
    defer { log.remove() }
    var app = try InspectorDriver(opening: [log.path])
    app.press("=")
    app.wait()
    try log.append(steps: 3...9)
    app.wait()
    #expect(app.lines[0].contains("/2  ") && app.lines[0].contains("FROZEN"))
    app.press("=")
    app.wait()
    #expect(app.lines[0].contains("/9  "))
  }

  @Test func `news that went astray while reading was being stopped comes again`() throws {
    let log = try WrittenLog(steps: 2)
    defer { log.remove() }
    let watch = try LogWatch(HistoryOpening([log.path])) { () throws(HistoryError) in try HistoryOpening([log.path]) }
    func look(knowing known: FixedRun) throws -> FixedRun? {
      try watch.news(since: LogCheck(run: 0, isFirst: true, known: known, absence: nil), waits: true)?.runs[0]
    }
    let first = watch.runs[0]
    #expect(try look(knowing: first)?.rows.count == 2)
    #expect(try look(knowing: first) == nil)
    try log.append(steps: 3...4)
    let second = try #require(try look(knowing: first))
    #expect(second.rows.count == 4)
    #expect(try look(knowing: first) == second)
    #expect(try look(knowing: second) == nil)
  }

  @Test func `a filter and a search go on with what is written`() throws {
    let log = try WrittenLog(steps: 6)
    defer { log.remove() }
    var app = try InspectorDriver(opening: [log.path])
    app.press("&", ".n > 4", "enter", "/", "tick", "enter")
    #expect(app.lines.joined().contains("2 of 6"))
    #expect(app.inspector.state.search?.hits.count == 5)
    try log.append(steps: 7...9)
    app.wait()
    #expect(app.lines.joined().contains("5 of 9"))
    #expect(app.inspector.state.search?.hits.count == 8)
  }

  @Test(arguments: [60, 66, 74, 90]) func `for the news of a log the title gives up the time`(columns: Int) throws {
    let log = try WrittenLog(steps: 3)
    defer { log.remove() }
    var app = try InspectorDriver(opening: [log.path], columns: columns)
    try log.append(steps: 4...12_345)
    app.wait()
    #expect(app.lines[0].contains(" +12,342 new (G)  #1/12,345"), "\(app.lines)")
  }

  @Test(arguments: [(120, 40), (80, 24), (55, 12), (40, 10)])
  func `another run of watched logs is drawn before it has been looked at`(columns: Int, rows: Int) throws {
    let samples = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../samples/logs")
    let paths = ["flux-typed", "shop", "flux-subjects-stuck-loading"].map {
      samples.appendingPathComponent($0 + ".jsonl").standardized.path
    }
    var app = try InspectorDriver(opening: paths, columns: columns, rows: rows)
    for run in 1...3 {
      app.pressHastily(":")
      app.pressHastily("run \(run)")
      app.pressHastily("enter")
      #expect(app.inspector.state.run == run - 1)
      #expect(!app.lines[0].contains(" new "), "what another run holds more is nothing new")
      for key in [".", "}", "tab", "C", "S", "q", "Z", "g", "G", ","] {
        #expect(app.lines.count == rows)
        app.pressHastily(key)
      }
      app.pressHastily("g")
      #expect(app.lines.count == rows)
    }
    app.press("g")
    #expect(app.lines.count == rows)
  }

  @Test func `while standard input is open the screen says so, and when it has ended`() throws {
    let pipe = Pipe()
    let input = try LiveInput(reading: pipe.fileHandleForReading.fileDescriptor, into: NSTemporaryDirectory())
    func write(_ steps: ClosedRange<Int>) throws {
      let count = input.byteCount
      try pipe.fileHandleForWriting.write(contentsOf: Data(WrittenLog.lines(steps).map { $0 + "\n" }.joined().utf8))
      while input.byteCount == count { sched_yield() }
    }
    try write(1...2)
    for columns in [80, 40] {
      var app = try InspectorDriver(reading: input, columns: columns)
      #expect(app.lines.contains { $0.contains("READING…") })
      app.press("G")
      #expect(app.lines.contains { $0.contains("READING…") })
    }
    var app = try InspectorDriver(reading: input)
    try write(3...5)
    app.wait()
    #expect(app.lines[0].contains("/5  ") && app.lines[0].contains("READING…  +3 new (G)"))
    try pipe.fileHandleForWriting.close()
    while input.isOpen { sched_yield() }
    app.wait()
    #expect(app.line(with: "standard input has ended") != nil)
    #expect(!app.lines.contains { $0.contains("READING") })
  }
}
