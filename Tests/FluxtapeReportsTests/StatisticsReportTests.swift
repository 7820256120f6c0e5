import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeReports
import Testing

struct StatisticsReportTests {
  private static let reduced = [
    #"{"seq":1,"t":0,"store":"a","type":"@@INIT","state":{"n":1}}"#,
    #"{"seq":2,"t":1,"store":"a","type":"pressed","dur":7,"patch":[{"op":"replace","path":"/n","value":2}]}"#,
  ]
  private static let worked = [
    #"{"seq":3,"t":2,"store":"a","type":"pay","effect":{"id":"pay#3","phase":"started"}}"#,
    #"{"seq":4,"t":3,"store":"a","type":"load","effect":{"id":"x","phase":"started"}}"#,
    #"{"seq":5,"t":4,"store":"a","type":"load","effect":{"id":"x","phase":"failed"},"dur":2000}"#,
    #"{"seq":6,"t":5,"store":"a","type":"pay","effect":{"id":"pay#3","phase":"finished"},"dur":385000}"#,
    #"{"seq":7,"t":6,"store":"a","type":"pay","effect":{"id":"pay#7","phase":"started"}}"#,
  ]

  private func report(_ lines: [String]) throws -> Answer {
    let history = try History.holding(lines)
    return Answer(try history.statistics(), names: RowNames(history, log: "log"))
  }

  @Test func `asynchronous work that took long is listed, apart from reducers`() throws {
    let text = try report(Self.reduced + Self.worked).text
    let reducers = try #require(text.firstIndex(of: "slowest reducers"))
    let effects = try #require(text.firstIndex(of: "slowest effects"))
    #expect(text[reducers + 1].split(separator: " ") == ["7", "µs", ":2", "pressed"] && text[reducers + 2].isEmpty)
    #expect(text[effects + 1].split(separator: " ") == ["385", "ms", ":6", "pay#3", "finished"])
    #expect(text[effects + 2].split(separator: " ") == ["2.00", "ms", ":5", "load", "x", "failed"])
    #expect(try !report(Self.reduced).text.contains("slowest effects"))
  }

  @Test func `a run without a store has a table without rows`() throws {
    let table = try report([#"{"fluxtape":1}"#]).table
    #expect(table.csv == [try report(Self.reduced).table.csv[0]])
  }

  @Test func `types that were compared the slow way are listed with the reason`() throws {
    let lines = [
      #"{"seq":1,"t":0,"store":"a","type":"@@INIT","state":{"slow":{"x":"y"}},"slow":{"Basket":"is a class"}}"#,
      #"{"seq":2,"t":1,"store":"a","type":"pressed"}"#,
      #"{"completes":2,"t":2,"store":"a","patch":[],"slow":{"any Item":"can hold a class","Basket":"is a class"}}"#,
      #"{"seq":3,"t":3,"store":"a","type":"@@STATE","patch":[],"slow":{"Box\u001b":"is a pointer","Odd":7}}"#,
    ]
    let report = try report(lines)
    let start = try #require(report.text.firstIndex(of: "types compared the slow way"))
    #expect(
      Array(report.text[(start + 1)...].prefix(3)) == [
        "  a  Basket    is a class", "  a  any Item  can hold a class", "  a  Box␛      is a pointer",
      ])
    #expect(
      report.json.filter { $0["kind"]?.string == "slowType" }.first
        == ["kind": "slowType", "store": "a", "type": "Basket", "reason": "is a class"])
    #expect(try !self.report(Self.reduced).text.contains("types compared the slow way"))
  }

  @Test func `a type has a share of the steps, and one of the time in reducers`() throws {
    let moved = #"{"seq":3,"t":2,"store":"a","type":"moved","dur":21,"patch":[]}"#
    let table = try report(Self.reduced + [moved, #"{"seq":4,"t":3,"store":"a","type":"pay","effect":{"id":"x","phase":"started"}}"#]).table
    func cell(_ title: String, of type: String) -> String? {
      let column = table.columns.firstIndex { $0.title == title }
      return column.flatMap { column in table.rows.first { $0[1] == type }?[column] }
    }
    #expect(cell("% steps", of: "pressed") == "25.0" && cell("% steps", of: "pay") == "25.0", "\(table.text)")
    #expect(cell("% time", of: "pressed") == "25.0" && cell("% time", of: "moved") == "75.0", "\(table.text)")
    #expect(cell("% time", of: "all") == "100" && cell("% time", of: "pay") == "", "\(table.text)")
  }

  @Test func `a step that comes twice makes no share more than the whole`() throws {
    let table = try report(Self.reduced + [Self.reduced[1]]).table
    let column = try #require(table.columns.firstIndex { $0.title == "% steps" })
    #expect(table.rows.map { $0[column] } == ["100", "66.7", "33.3"], "\(table.text)")
  }

  @Test func `a what-if run is called hypothetical`() throws {
    let header = #"{"fluxtape":1,"run":"r","meta":{"hypothetical":{"log":"shop.jsonl","step":1}}}"#
    #expect(try report([header] + Self.reduced).text.first?.hasPrefix("log (hypothetical): ") == true)
    #expect(try report(Self.reduced).text.first?.hasPrefix("log: ") == true)
  }

  @Test func `of many, those that took longest are listed`() throws {
    let many = (3...40).map { number in
      let effect = #"{"id":\#(number),"phase":"finished"}"#
      return #"{"seq":\#(number),"t":\#(number),"store":"a","type":"load","effect":\#(effect),"dur":\#(number * 7 % 40)}"#
    }
    let slow = try report(Self.reduced + many).json.filter { $0["kind"]?.string == "slowEffect" }
    #expect(slow.compactMap { $0["dur"]?.int } == Array((3...40).map { $0 * 7 % 40 }.sorted(by: >).prefix(10)))
  }

  @Test func `as JSON, it names the effect`() throws {
    let slow = try #require(try report(Self.reduced + Self.worked).json.first { $0["kind"]?.string == "slowEffect" })
    #expect(slow["at"]?.string == "log:6" && slow["dur"]?.int == 385_000)
    #expect(slow["effect"] == ["id": "pay#3", "phase": "finished"])
  }
}
