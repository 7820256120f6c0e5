import FluxtapeHistory
import FluxtapeReplay
import FluxtapeScreen
import Foundation
import Testing

@testable import FluxtapeInspector

/// A log that is cut, emptied, removed or replaced while it is shown.
struct ReplacedLogTests {
  @Test func `a log that was cut off is read anew, and it is said`() throws {
    let log = try WrittenLog(steps: 9)
    defer { log.remove() }
    var app = try InspectorDriver(opening: [log.path])
    app.press("G", ",")
    try log.cut(to: 130)
    app.wait()
    #expect(app.bottom == " the log was truncated; reading it again")
    #expect(app.line(with: "  9 ") == nil)
    try log.append("\n")
    app.wait()
    #expect(app.line(with: "tick") != nil || app.line(with: "@@INIT") != nil)
  }

  @Test func `a log that another one replaced stays as a run of its own`() throws {
    let log = try WrittenLog(steps: 5)
    defer { log.remove() }
    var app = try InspectorDriver(opening: [log.path])
    app.press("G")
    try log.replace(steps: 2)
    app.wait()
    #expect(app.line(with: "the log was replaced") != nil)
    #expect(app.lines[0].contains("/2  "))
    #expect(app.step == 2)
    app.press(":", "run 1", "enter")
    #expect(app.lines[0].contains("/5  "))
  }

  @Test func `a replaced log keeps its skipped steps, and a truncated one drops only its own`() throws {
    let log = try WrittenLog(steps: 1)
    defer { log.remove() }
    let counter = try String(contentsOfFile: TestFolder.path("Fixtures", "counter.jsonl"), encoding: .utf8)
    try Data(counter.utf8).write(to: URL(fileURLWithPath: log.path), options: .atomic)
    var app = try InspectorDriver(opening: [log.path], replayer: CounterReplayer.replayer)
    app.press("2g", "X")
    let shorter = counter.split(separator: "\n").prefix(4).map { $0 + "\n" }.joined()
    try Data(shorter.utf8).write(to: URL(fileURLWithPath: log.path), options: .atomic)
    app.wait()
    #expect(app.line(with: "the log was replaced: showing the new one, the old one is run 1") != nil && app.line(with: "dropped") == nil)
    #expect(app.inspector.state.whatIf.skipped.isEmpty)
    app.press("3g", "X")
    #expect(app.inspector.state.whatIf.skipped == [3])
    try log.cut(to: UInt64(counter.split(separator: "\n").prefix(2).map { $0.utf8.count + 1 }.reduce(0, +)))
    app.wait()
    #expect(app.line(with: "the log was truncated; reading it again; its skipped steps are dropped") != nil)
    #expect(app.inspector.state.whatIf.skipped.isEmpty)
    app.press(":run 1", "enter")
    #expect(app.inspector.state.whatIf.skipped == [2] && app.line(with: "WHAT IF without #2") != nil)
  }

  @Test func `a log that was removed stays readable, and it is said until another one has the path`() throws {
    let log = try WrittenLog(steps: 9)
    defer { log.remove() }
    var app = try InspectorDriver(opening: [log.path])
    app.press("3g")
    log.remove()
    app.wait()
    #expect(app.bottom.contains("the log was removed; what was read stays readable"))
    #expect(app.lines[0].contains("REMOVED"))
    app.wait()
    app.press("7g")
    #expect(app.line(with: "~ n")?.contains("6 → 7") == true && app.lines[0].contains("REMOVED"))
    app.size = Size(rows: 10, columns: 40)
    #expect(app.lines.contains { $0.contains("REMOVED") })
    app.size = Size(rows: 24, columns: 80)
    try log.replace(steps: 4)
    app.wait()
    #expect(app.lines[0].contains("/4  ") && !app.lines[0].contains("REMOVED"))
    app.press(":run 1", "enter", "8g")
    #expect(app.line(with: "~ n")?.contains("7 → 8") == true)
  }

  @Test func `a log that was moved away and back is there again`() throws {
    let log = try WrittenLog(steps: 2)
    defer { log.remove() }
    var app = try InspectorDriver(opening: [log.path])
    try FileManager.default.moveItem(atPath: log.path, toPath: log.path + ".1")
    app.wait()
    #expect(app.lines[0].contains("REMOVED"))
    try FileManager.default.moveItem(atPath: log.path + ".1", toPath: log.path)
    app.wait()
    #expect(app.line(with: "the log is back") != nil && !app.lines[0].contains("REMOVED"))
  }

  @Test func `a log whose path an empty file has taken stays, and is a run of its own when something is written there`() throws {
    let log = try WrittenLog(steps: 5)
    defer { log.remove() }
    var app = try InspectorDriver(opening: [log.path])
    app.press("5g")
    try Data().write(to: URL(fileURLWithPath: log.path), options: .atomic)
    app.wait()
    #expect(app.bottom.contains("the log was replaced by a file that is not a log yet") && app.lines[0].contains("REPLACED"))
    app.press("4g")
    #expect(app.line(with: "~ n")?.contains("3 → 4") == true)
    try log.append(steps: 1...2)
    app.wait()
    #expect(app.line(with: "the log was replaced: ") != nil && app.lines[0].contains("/2  "))
    app.press(":run 1", "enter")
    #expect(app.lines[0].contains("/5  "))
    app.press(":run 2", "enter")
    try log.cut(to: 0)
    app.wait()
    try log.append(steps: 1...3)
    app.wait()
    #expect(app.lines[0].contains("run 2 of 2") && app.lines[0].contains("/3  "))
    app.press(":run 1", "enter", "4g")
    #expect(app.lines[0].contains("/5  ") && app.line(with: "~ n")?.contains("3 → 4") == true)
  }

  @Test func `a log that was emptied says so, and is read anew when something is written`() throws {
    let log = try WrittenLog(steps: 5)
    defer { log.remove() }
    var app = try InspectorDriver(opening: [log.path])
    app.press("5g")
    try log.cut(to: 0)
    app.wait()
    #expect(app.bottom.contains("the log was emptied") && app.lines[0].contains("EMPTIED"))
    try log.append(steps: 1...3)
    app.wait()
    #expect(app.line(with: "truncated") != nil && app.lines[0].contains("/3  ") && !app.lines[0].contains("EMPTIED"))
    #expect(app.step == 3 || app.step == 1)
  }
}
