import FluxtapeHistory
import FluxtapeScreen
import Testing

@testable import FluxtapeInspector

/// Texts that leave the inspector.
struct CopyTests {
  private static let log = [
    #"{"seq":1,"t":0,"store":"a b","type":"@@INIT","state":{"items":[{"id":"p7","odd key":"x\ny"}],"n":1}}"#,
    #"{"seq":2,"t":1,"store":"a b","type":"set","payload":{"n":2},"patch":[{"op":"replace","path":"/n","value":2}]}"#,
  ]

  private func app(_ keys: String...) throws -> InspectorDriver {
    var app = try InspectorDriver(runs: [.holding(Self.log)], columns: 120, rows: 40)
    for key in keys { app.press(key) }
    return app
  }

  @Test func `a whole value can be searched, and says which of its lines changed`() throws {
    let before = (1...40).map { "line \($0)" }.joined(separator: "\\n")
    let after = before.replacing("line 20", with: "line twenty")
    let lines = [
      #"{"seq":1,"t":0,"store":"a","type":"@@INIT","state":{"text":"\#(before)"}}"#,
      #"{"seq":2,"t":1,"store":"a","type":"edit","patch":[{"op":"replace","path":"/text","value":"\#(after)"}]}"#,
    ]
    var app = try InspectorDriver(runs: [.holding(lines)], columns: 60, rows: 20)
    app.press("2g", "shift-tab", "home", "p", "/", "line 3")
    #expect(app.bottom.hasPrefix("/line 3"))
    app.press("enter", "n", "n")
    #expect(app.selection?.contains("line 23") == true)
    app.press("N", "/", "nowhere", "enter")
    #expect(app.bottom.contains("no row has 'nowhere'"))
    app.press("t")
    #expect(app.line(with: "[Value]")?.contains("lines that changed (2/2)") == true)
    #expect(app.line(with: "-line 20") != nil && app.line(with: "+line twenty") != nil && app.line(with: "@ 16 unchanged") != nil)
    app.press("/", "esc", "q")
    #expect(app.line(with: "[State]") != nil && app.step == 2)
  }

  @Test(arguments: [
    ("yy", "\"x\\ny\""), ("yp", #""a b".items[0]["odd key"]"#),
  ])
  func `a value is copied in the form that is asked for`(keys: String, text: String) throws {
    var app = try app("2g", ";", #""a b".items[0]["odd key"]"#, "enter")
    app.press(keys)
    #expect(app.copied == text)
  }

  @Test func `the path of a value in another store tells elements from members`() throws {
    let lines = [
      #"{"seq":1,"t":0,"store":"shop.stock#2","type":"@@INIT","state":{"items":[{"qty":1},{"qty":2}],"7":{"8":9}}}"#,
      #"{"seq":2,"t":1,"store":"b","type":"@@INIT","state":{"items":{"1":{"qty":5}}}}"#,
    ]
    var app = try InspectorDriver(runs: [.holding(lines)], columns: 120, rows: 40)
    app.press("2g", #":blame "shop.stock#2".items[1].qty"#, "enter")
    #expect(app.line(with: "[Blame]")?.contains(#""shop.stock#2".items[1].qty"#) == true, "\(app.lines)")
    app.press("yp")
    #expect(app.copied == #""shop.stock#2".items[1].qty"#)
  }

  @Test func `the path of a value in an action's contents tells elements from members`() throws {
    let lines = [#"{"seq":1,"t":0,"store":"a","type":"set","payload":{"items":[{"n":1},{"7":2}]},"state":1}"#]
    var app = try InspectorDriver(runs: [.holding(lines)], columns: 120, rows: 40)
    app.press("tab", "zR", "home")
    for _ in 0..<30 where app.selection?.contains("7 ") == false { app.press("j") }
    try #require(app.selection?.contains("7 ") == true, "\(app.lines)")
    app.press("yp")
    #expect(app.copied == #".payload.items[1]["7"]"#)
  }

  @Test func `the command prints what the pane shows, whatever the names are`() throws {
    var app = try app("2g")
    let log = try #require(app.inspector.state.history.files.first?.path)
    app.press("yc")
    #expect(app.copied == "fluxtape show \(log):2")
    app.press("&", "type:set it's", "enter", "yc")
    #expect(app.copied == "fluxtape list \(log) --where 'type:set it'\\''s'")
    app.press("esc", ";", #""a b".n"#, "enter", "yc")
    #expect(app.copied == "fluxtape show \(log):2 --path '\"a b\".n'")
    app.press("B", "yc")
    #expect(app.copied == "fluxtape history \(log) '\"a b\".n'")
    app.press("q", "1g", "P", "2g", "tab", "tab", "d", "yc")
  }

  @Test func `a whole value is shown with its line breaks, and what is packed in it`() throws {
    let lines = [
      #"{"seq":1,"t":0,"store":"a","type":"@@INIT","state":{"json":"{\"deep\":[1,2]}","base":"aGVsbG8sIHdvcmxk","long":"one\ntwo"}}"#
    ]
    var app = try InspectorDriver(runs: [.holding(lines)])
    app.press(";", ".long", "enter", "p")
    #expect(app.lines[3] == " one" && app.lines[4] == " two")
    app.press("yy")
    #expect(app.copied == "one\ntwo")
    app.press("q", ";", ".json", "enter", "p", "t")
    #expect(app.line(with: "JSON in it") != nil)
    #expect(app.line(with: "\"deep\": [") != nil)
    app.press("q", ";", ".base", "enter", "p", "t")
    #expect(app.lines[3] == " hello, world")
    app.press("q", "q", "q")
    #expect(app.requests.last == .quit)
  }

  @Test func `the editor and commands of the shell get the value as it is`() throws {
    var app = try app("2g", ";", #""a b".items[0]["odd key"]"#, "enter")
    app.press("v", "|", "wc -l", "enter")
    #expect(app.requests.contains(.edit("x\ny", name: "value.json")))
    #expect(app.requests.contains(.pipe("x\ny", command: "wc -l")))
  }
}
