import FluxtapeHistory
import Testing

@testable import FluxtapeInspector

/// The orders of the list of runs.
struct RunOrderTests {
  /// Three runs that each order lists otherwise.
  private static func unsortedRun(_ name: String, minute: Int, steps: Int, duration: Int, errors: Int) -> [String] {
    let meta = #""meta":{"test":"\#(name)()","id":"T.\#(name)()"}"#
    let header = #"{"fluxtape":1,"run":"\#(name)","time":"2026-01-01T00:0\#(minute):00.000000Z",\#(meta)}"#
    let changes = (1...steps).map { #"{"seq":\#($0),"t":0,"store":"a","type":"\#($0 == 1 ? "@@INIT" : "set")","state":\#($0)}"# }
    let marks = (0..<errors).map { #"{"seq":\#(steps + 1 + $0),"t":1,"mark":"wrong \#($0)","level":"error"}"# }
    return [header] + changes + marks + [#"{"seq":\#(steps + errors + 1),"t":\#(duration),"end":"\#(errors > 0 ? "failed" : "passed")"}"#]
  }

  private func unsorted() throws -> InspectorDriver {
    let app = try InspectorDriver(
      runs: [
        .holding(Self.unsortedRun("Beta", minute: 2, steps: 9, duration: 9000, errors: 0)),
        .holding(Self.unsortedRun("alpha", minute: 1, steps: 1, duration: 5000, errors: 2)),
        .holding(Self.unsortedRun("Gamma", minute: 3, steps: 5, duration: 2000, errors: 1)),
      ], columns: 120, rows: 24)
    app.inspector.showRunsFirst()
    while app.inspector.isBusy { app.inspector.work() }
    return app
  }

  private func names(_ app: InspectorDriver) -> [String] {
    app.listed.compactMap { line in ["alpha", "Beta", "Gamma"].first { line.contains($0 + "()") } }
  }

  @Test(arguments: [
    ("name", ["alpha", "Beta", "Gamma"]), ("time", ["Gamma", "Beta", "alpha"]), ("duration", ["Beta", "alpha", "Gamma"]),
    ("steps", ["Beta", "Gamma", "alpha"]), ("problems", ["alpha", "Gamma", "Beta"]), ("verdict", ["Gamma", "alpha", "Beta"]),
  ])
  func `the list is sorted by what is named, and the selected run stays selected`(_ order: String, _ expected: [String]) throws {
    var app = try unsorted()
    app.press("home", "/", "beta", "enter")
    app.press(":sort \(order)", "enter")
    #expect(names(app) == expected, "\(app.lines)")
    #expect(app.selection?.contains("Beta()") == true && app.bottom.hasPrefix(" runs sorted by \(order): "), "\(app.lines)")
    #expect((app.line(with: "[Runs]")?.contains(" by \(order) ") == true) == (order != "verdict"), "\(app.lines)")
  }

  @Test func `a key goes through the orders, and an order can be completed`() throws {
    var app = try unsorted()
    let asListed = names(app)
    #expect(app.bottom.contains(" s sort "))
    for order in ["name", "time", "duration", "steps", "problems", "verdict"] {
      app.press("s")
      #expect(app.bottom.hasPrefix(" runs sorted by \(order): "), "\(app.bottom)")
    }
    #expect(names(app) == asListed)
    app.press(":sort du", "tab")
    #expect(app.bottom.hasPrefix(":sort duration"))
    app.press("enter", ":sort size", "enter")
    #expect(app.bottom.hasPrefix(" usage: :sort ORDER, one of "), "\(app.bottom)")
  }

  @Test func `the list is sorted from the timeline, too, and stays so when it is read again`() throws {
    var app = try unsorted()
    app.press("enter", ":sort name", "enter")
    #expect(app.line(with: "[Runs]") != nil && names(app) == ["alpha", "Beta", "Gamma"])
    app.press("enter", "L")
    #expect(names(app) == ["alpha", "Beta", "Gamma"])
  }
}
