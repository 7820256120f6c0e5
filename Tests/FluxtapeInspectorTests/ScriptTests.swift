import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeScreen
import Testing

@testable import FluxtapeInspector

struct ScriptTests {
  @Test func `keys are pressed, commands run, screens saved`() throws {
    let script = try InspectorScript(
      parsing: """
        # to the failed checkout
        :size 60x20
        :goto 12
        . .
        :save-screen one
        / retry enter
        :wait idle
        :save-screen two
        q
        :save-screen never
        """)
    let inspector = try #require(Inspector(runs: [.fixture("checkout")]))
    var screens: [String: Frame] = [:]
    let requests = try script.run(on: inspector, size: Size(rows: 24, columns: 80)) { screens[$0] = $1 }
    #expect(requests.last == .quit)
    #expect(screens.keys.sorted() == ["one", "two"])
    #expect(screens["one"]?.size == Size(rows: 20, columns: 60))
    #expect(screens["one"]?.text.contains("#14/33") == true)
    #expect(screens["two"]?.text.contains("#16/33") == true)
  }

  @Test(arguments: [
    (":size 80", "line 1: expected :size and a size, such as 80x24"), ("j\n:wait", "line 2: expected :wait idle or :wait log"),
    (":save-screen", "line 1: expected :save-screen and the name of a file"),
    ("j\n:bogus 1", "line 2: no command 'bogus'; ? or :help lists them"),
    (" :goto x", "line 1: usage: :goto 214, +5, 40%, 12:03:44, +5m or @812"),
  ])
  func `what is wrong is said with its line`(text: String, words: String) {
    #expect { try InspectorScript(parsing: text) } throws: { "\($0)" == words }
  }

  @Test(arguments: [": bogus enter", "j :bogus enter", "; .items enter :bogus enter", ": blame space 4 enter"])
  func `a command that is typed key by key ends the script, too`(keys: String) throws {
    let script = try InspectorScript(parsing: "2 g\n\(keys)\n:save-screen never")
    let inspector = try #require(Inspector(runs: [.fixture("checkout")]))
    #expect {
      try script.run(on: inspector, size: Size(rows: 24, columns: 80)) { name, _ in Issue.record("\(name)") }
    } throws: {
      ["line 2: no command 'bogus'; ? or :help lists them", "line 2: usage: :blame PATH, as in :blame cart.total"].contains("\($0)")
    }
  }
}
