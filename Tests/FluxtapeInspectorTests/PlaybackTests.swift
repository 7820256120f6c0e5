import FluxtapeHistory
import FluxtapeScreen
import Testing

@testable import FluxtapeInspector

/// Steps that are shown one after another in their own time.
struct PlaybackTests {
  private static func log(_ times: [Int]) -> [String] {
    times.enumerated().map { number, time in
      #"{"seq":\#(number + 1),"t":\#(time),"store":"a","type":"tick\#(number)","state":\#(number)}"#
    }
  }

  @Test(arguments: [
    (0, 0, 100_000), (0, 250_000, 250_000), (0, 9_000_000, 1_000_000), (0, -5, 100_000), (1, 250_000, 125_000), (-1, 250_000, 500_000),
    (6, 1_000_000, 16_000),
  ])
  func `a step stays as long as it did, but is seen and does not tire`(_ power: Int, _ gap: Int, _ stay: Int) {
    #expect(Playback(power: power).stay(before: gap) == stay)
  }

  @Test func `steps are played to the last one`() throws {
    var app = try InspectorDriver(runs: [.holding(Self.log([0, 10, 20, 30]))])
    app.press("g", "space")
    #expect(app.step == 1 && app.line(with: "PLAYING 1x") != nil)
    app.wait()
    #expect(app.step == 2)
    app.wait()
    app.wait()
    #expect(app.step == 4 && app.line(with: "PLAYING") == nil && app.bottom == " played to the last step")
    app.wait()
    #expect(app.step == 4)
    app.press("space")
    #expect(app.bottom == " this is the last step; g goes to the first" && app.line(with: "PLAYING") == nil)
  }

  @Test func `nothing moves while it is paused, and filters hold`() throws {
    var app = try InspectorDriver(runs: [.holding(Self.log([0, 10, 20, 30, 40]))])
    app.press("&", "type:/tick[024]/", "enter", "g", "space")
    app.wait()
    #expect(app.step == 3)
    app.press("space")
    app.wait()
    #expect(app.step == 3 && app.line(with: "PLAYING") == nil)
    app.press("space")
    app.wait()
    #expect(app.step == 5)
  }

  @Test func `what a step changed flashes in the state, but only while steps are played`() throws {
    let lines = [
      #"{"seq":1,"t":0,"store":"a","type":"@@INIT","state":{"n":0,"m":{"k":0},"o":"x"}}"#,
      #"{"seq":2,"t":10,"store":"a","type":"x","patch":[{"op":"replace","path":"/n","value":1}]}"#,
      #"{"seq":3,"t":20,"store":"a","type":"x","patch":[{"op":"replace","path":"/m/k","value":1}]}"#,
      #"{"seq":4,"t":30,"store":"a","type":"x","patch":[{"op":"replace","path":"/o","value":"y"}]}"#,
    ]
    var app = try InspectorDriver(runs: [.holding(lines)])
    app.press("2g", "tab", "tab", "tab")
    #expect(Self.flashing(in: app).isEmpty && app.line(with: "was 0") != nil)
    app.press("space")
    #expect(Self.flashing(in: app) == app.lines.filter { $0.contains("was 0") })
    app.wait()
    #expect(app.step == 3 && app.line(with: "was 0")?.contains(" k ") == true)
    #expect(Self.flashing(in: app) == app.lines.filter { $0.contains("was 0") })
    app.press("space")
    #expect(Self.flashing(in: app).isEmpty)
  }

  /// The rows with a cell in the style of a flash.
  private static func flashing(in app: InspectorDriver) -> [String] {
    let styles = app.frame.styleText.split(separator: "\n", omittingEmptySubsequences: false)
    return zip(app.lines, styles).filter { row in row.1.contains("g") || row.1.contains("G") }.map(\.0)
  }

  @Test func `other keys go on working, and Ctrl-C pauses`() throws {
    var app = try InspectorDriver(runs: [.holding(Self.log([0, 10, 20, 30, 40]))])
    app.press("g", "space", ")", ")", ")", ")", ")", ")", ")", "tab", "3g")
    #expect(app.line(with: "PLAYING 64x") != nil)
    app.wait()
    #expect(app.step == 4)
    app.press("ctrl-c")
    #expect(app.bottom == " paused")
    app.press("space", "g", "esc")
    #expect(app.bottom == " paused" && app.line(with: "PLAYING") == nil)
    app.press("(", "(", "(", "(", "(", "(", "(", "(", "(", "(")
    #expect(app.bottom == " speed 1/8x; space plays")
  }
}
