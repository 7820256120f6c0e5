import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeRandomCases
import Foundation
import Testing

/// A folder of green and red runs names what made the red ones red, whatever else the app does.
struct CausesInFolderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  struct Case: CustomTestStringConvertible {
    let bug: PlantedRuns.Bug
    let background: PlantedRuns.Background
    /// A fact as `kind store.type`.
    let fact: String
    var testDescription: String { "\(bug), background: \(background)" }
  }

  /// Each bug with each background, or with one of them.
  static let cases = PlantedRuns.Background.allCases.enumerated().flatMap { place, background in
    let cases = [
      Case(bug: .answerOrder, background: background, fact: "overtaken search.answered"),
      Case(bug: .startValue, background: background, fact: "wrote cart.@@INIT"),
      Case(bug: .missingAction, background: background, fact: "times cart.reserved"),
      Case(bug: .slowAnswer, background: background, fact: "gapLeast cart.priced"),
    ]
    return triesAll ? cases : cases.enumerated().filter { $0.offset % 3 == place }.map(\.element)
  }

  /// Writes green runs, then red ones of each bug.
  @discardableResult private func write(
    green: Int = 20, red: KeyValuePairs<PlantedRuns.Bug, Int>, background: PlantedRuns.Background
  ) throws -> [String] {
    var runs = PlantedRuns(background)
    let bugs = Array(repeating: nil, count: green) + red.flatMap { Array(repeating: Optional($0.key), count: $0.value) }
    return try bugs.enumerated().map { place, bug in
      let name = "OrderTests.pays.\(place + 1)-\(bug == nil ? "passed" : "failed").jsonl"
      return try folder.write(runs.log(attempt: place + 1, bug: bug), to: name)
    }
  }

  private func compare(_ arguments: String...) throws -> [JSONValue] {
    try BuiltTool.run(["compare", folder.url.path, "--json"] + arguments).lines.map { try JSONValue(parsing: $0) }
  }

  private static func facts(_ answer: [JSONValue]) -> [JSONValue] { answer.filter { $0["kind"] == "fact" } }

  private static func name(_ fact: JSONValue) -> String {
    [fact["fact"], fact["store"], fact["type"]].map { $0?.string ?? "" }.joined(separator: " ").replacing(#/ (\S*)$/#) { ".\($0.output.1)" }
  }

  @Test(arguments: cases) func `the planted cause is among the first three facts`(_ planted: Case) throws {
    try write(red: [planted.bug: 5], background: planted.background)
    let answer = try compare()
    let facts = Self.facts(answer)
    #expect(facts.prefix(3).map(Self.name).contains(planted.fact), "\(facts.map(Self.name))")
    #expect(facts.prefix(3).allSatisfy { $0["store"] != "poll" }, "\(facts.map(Self.name))")
    #expect(facts.first?["red"] == 5 && facts.first?["green"] == 0, "\(facts.map(\.text))")
    #expect(answer.first { $0["kind"] == "signature" }?["decided"] == true)
  }

  /// Writes a run that searches for unique texts. In a red run, one answer is for another text.
  private func writeSearches(_ number: Int, isRed: Bool) throws -> String {
    var actions = [
      #""store":"search","type":"@@INIT","state":{"query":"","version":0}"#, #""store":"cart","type":"@@INIT","state":{"total":0}"#,
    ]
    for round in 0..<10 {
      let query = "query \(number) \(round)"
      let answered = isRed && round == 5 ? "query of before" : query
      actions += [
        #""store":"search","type":"typed","payload":{"text":"\#(query)"},"patch":[{"op":"replace","path":"/query","value":"\#(query)"}]"#,
        #""store":"search","type":"answered","cause":\#(actions.count + 1),"payload":{"query":"\#(answered)"},"patch":["#
          + #"{"op":"replace","path":"/version","value":\#(round + 1)}]"#,
        #""store":"cart","type":"added","payload":{"id":"\#(number)-\#(round)"},"patch":["#
          + #"{"op":"replace","path":"/total","value":\#(isRed && round == 8 ? -4 : (round + 1) * (number + 20))}]"#,
      ]
    }
    let records = actions.enumerated().map { #"{"seq":\#($0 + 1),"t":\#($0 * 100),\#($1)}"# }
    return try folder.write(
      ([PlantedRuns.header(attempt: number)] + records + [#"{"seq":33,"t":4000,"end":"closed"}"#]).map { $0 + "\n" }.joined(),
      to: "run\(number).jsonl")
  }

  @Test func `one red run among green ones is told by what it does, and not by values that differ in every run`() throws {
    for number in 0..<8 { _ = try writeSearches(number, isRed: false) }
    let red = try writeSearches(9, isRed: true)
    let answer = try BuiltTool.run("compare", folder.url.path, "--never", "cart.total < 0")
    #expect(answer.status == 1)
    let facts = answer.lines.filter { $0.contains(" 1 of 1 red") }
    #expect(facts.first?.contains("search answered has payload/query unlike the state before in /query") == true, "\(answer.output)")
    #expect(facts.first?.hasSuffix("\(red):19") == true && !facts.contains { $0.contains("/id") || $0.contains("payload/text = ") })
  }

  @Test func `runs that differ in nothing but what goes on beside have no cause`() throws {
    let logs = try write(green: 25, red: [:], background: .jittered)
    for log in logs.suffix(5) {
      let text = try String(contentsOfFile: log, encoding: .utf8)
      try Data(text.replacing(#""end":"passed""#, with: #""end":"failed""#).utf8).write(to: URL(filePath: log))
    }
    let answer = try BuiltTool.run("compare", folder.url.path)
    #expect(answer.status == 1 && answer.output.contains("nothing separates the red runs from the green ones"), "\(answer.output)")
  }

  @Test func `two causes are two groups, each with facts and runs of its own`() throws {
    try write(green: 40, red: [.answerOrder: 10, .missingAction: 10], background: .jittered)
    let answer = try compare()
    let signatures = answer.filter { $0["kind"] == "signature" }
    #expect(signatures.map { $0["red"]?.array?.count } == [10, 10], "\(answer.map(\.text))")
    let firsts = answer.enumerated().filter { $0.element["kind"] == "signature" }.map { Self.name(answer[$0.offset + 1]) }
    #expect(Set(firsts) == ["overtaken search.answered", "leadsToFewest cart.added"], "\(firsts)")
    // Each has a page, on which those facts stand, and the summary has both.
    let pages = folder.path("pages")
    #expect(try BuiltTool.run("report", folder.url.path, "-o", pages).status == 0)
    for name in ["report.html", "report-2.html"] {
      #expect(try Self.data(pages + "/" + name)["causes"]?["heading"]?.string?.hasPrefix("what separates 10 red runs") == true)
    }
    #expect(try BuiltTool.run("report", folder.url.path, "-o", folder.path("summary.md")).status == 0)
    let summary = try String(contentsOfFile: folder.path("summary.md"), encoding: .utf8)
    #expect(summary.components(separatedBy: "what separates 10 red runs").count == 3, "\(summary)")
  }

  @Test func `what varies among green runs is named nowhere, as text, Markdown, JSON or on the page`() throws {
    try write(red: [.missingAction: 5], background: .jittered)
    for format in ["text", "md", "json", "csv"] {
      let answer = try BuiltTool.run("compare", folder.url.path, "--format", format)
      #expect(answer.output.contains("reserved") && !answer.output.contains("battery"), "\(answer.output)")
      #expect(!answer.output.lowercased().contains("the runs part"), "\(answer.output)")
    }
    #expect(try BuiltTool.run("report", folder.url.path, "-o", folder.path("pages")).status == 0)
    let beside = try #require(Self.data(folder.path("pages/report.html"))["beside"])
    #expect(beside["words"] == .null && beside["differences"] == [], "\(beside["words"]?.text ?? "") \(beside["differences"]?.text ?? "")")
  }

  @Test func `runs that failed at different lines are told apart, also where one cause has few of them`() throws {
    let logs = try write(red: [.answerOrder: 8, .startValue: 3], background: .jittered)
    for log in logs.suffix(3) {
      let text = try String(contentsOfFile: log, encoding: .utf8)
      let other = text.replacing("order.isPaid", with: "cart.isEmpty").replacing("OrderTests.swift:12", with: "OrderTests.swift:15")
      try Data(other.utf8).write(to: URL(filePath: log))
    }
    let answer = try compare()
    #expect(answer.filter { $0["kind"] == "signature" }.map { $0["red"]?.array?.count } == [8, 3], "\(answer.map(\.text))")
    let firsts = answer.enumerated().filter { $0.element["kind"] == "signature" }.map { Self.name(answer[$0.offset + 1]) }
    #expect(firsts == ["overtaken search.answered", "wrote cart.@@INIT"], "\(firsts)")
    let text = try BuiltTool.run("compare", folder.url.path).output
    #expect(text.components(separatedBy: "Expectation failed: order.isPaid").count == 2, "\(text)")
    #expect(text.components(separatedBy: "Expectation failed: cart.isEmpty").count == 2, "\(text)")
  }

  @Test func `one cause that fails at two lines is one group`() throws {
    let logs = try write(red: [.missingAction: 10], background: .jittered)
    for log in logs.suffix(5) {
      let text = try String(contentsOfFile: log, encoding: .utf8).replacing("OrderTests.swift:12", with: "OrderTests.swift:15")
      try Data(text.utf8).write(to: URL(filePath: log))
    }
    #expect(try compare().filter { $0["kind"] == "signature" }.map { $0["red"]?.array?.count } == [10])
  }

  @Test func `paths that are ignored make no fact`() throws {
    try write(red: [.startValue: 5], background: .fixed)
    #expect(Self.facts(try compare()).contains { $0["path"] == "/total" })
    let ignored = try compare("--ignore", "cart.total")
    #expect(!Self.facts(ignored).contains { $0["path"] == "/total" }, "\(ignored.map(\.text))")
  }

  @Test(arguments: sampled([true, false], step: 2)) func `rules that only some runs break make these red`(_ isFromFile: Bool) throws {
    let logs = try write(red: [.startValue: 5], background: .jittered)
    for log in logs {
      // Nothing failed in any: the rule alone tells.
      let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").filter { !$0.contains(#""mark""#) }
      let text = (lines.joined(separator: "\n") + "\n").replacing(#""end":"failed""#, with: #""end":"passed""#)
      try Data(text.utf8).write(to: URL(filePath: log))
    }
    #expect(try BuiltTool.run("compare", folder.url.path).output == "no red run\n")
    let rules = try folder.write("empty at first: never cart.total > 10\n", to: "shop.rules")
    let arguments = isFromFile ? ["--rules", rules] : ["--never", "cart.total > 10"]
    let answer = try BuiltTool.run(["compare", folder.url.path, "--json"] + arguments)
    #expect(answer.status == 1)
    let facts = Self.facts(try answer.lines.map { try JSONValue(parsing: $0) })
    #expect(facts.prefix(3).map(Self.name).contains("wrote cart.@@INIT"), "\(answer.output)")
    let pages = folder.path("pages")
    #expect(try BuiltTool.run(["report", folder.url.path, "-o", pages] + arguments).status == 0)
    #expect(try Self.data(pages + "/report.html")["causes"]?["facts"]?.array?.isEmpty == false)
  }

  @Test func `the action that wrote a value is named before those that passed it on`() throws {
    for number in 0..<24 {
      let sample = BuiltTool.package.appendingPathComponent("samples/logs/\(number < 6 ? "shop-negative-total" : "shop").jsonl")
      let text = try String(contentsOf: sample, encoding: .utf8)
      _ = try folder.write(text.replacing(#/"run":"[^"]*"/#, with: "\"run\":\"\(number)\""), to: "shop-\(number + 10).jsonl")
    }
    let answer = try BuiltTool.run("compare", folder.url.path, "--never", "cart.total < 0")
    let first = try #require(answer.lines.first { $0.hasPrefix("    1  ") })
    #expect(first.hasPrefix("    1  cart cart.checkout writes /total  ") && first.hasSuffix("shop-10.jsonl:56"), "\(answer.output)")
  }

  @Test func `a red run that has only its header is compared and reported as others are`() throws {
    try write(green: 5, red: [:], background: .none)
    let header = PlantedRuns.header(attempt: 6)
    _ = try folder.write(header + "\n", to: "OrderTests.pays.6-unfinished.jsonl")
    let answer = try BuiltTool.run("compare", folder.url.path)
    #expect(answer.status == 1 && answer.errors == "", "\(answer.errors)")
    #expect(answer.output.contains("6-unfinished.jsonl") && answer.output.contains("the most similar green run: "), "\(answer.output)")
    let report = try BuiltTool.run("report", folder.url.path, "-o", folder.path("pages"))
    #expect(report.status == 0 && report.errors == "", "\(report.errors)")
    #expect(try Self.data(folder.path("pages/report.html"))["causes"]?["facts"]?.array?.isEmpty == false)
    for form in ["md", "txt", "json"] {
      #expect(try BuiltTool.run("report", folder.url.path, "-o", folder.path("runs.\(form)")).status == 0)
    }
  }

  // MARK: - The page of a red run

  private static func data(_ page: String) throws -> JSONValue {
    let html = try String(contentsOfFile: page, encoding: .utf8)
    let start = try #require(html.firstRange(of: #"<script type="application/json" id="data">"#)).upperBound
    let end = try #require(html[start...].firstRange(of: "</script>")).lowerBound
    return try JSONValue(parsing: String(html[start..<end]))
  }

  @Test func `the page of a red run opens at the step of the cause, not where an expectation failed`() throws {
    let logs = try write(red: [.answerOrder: 5], background: .jittered)
    #expect(try BuiltTool.run("report", folder.url.path, "-o", folder.path("pages")).status == 0)
    let data = try Self.data(folder.path("pages/report.html"))
    let run = try #require(data["runs"]?.array?.first)
    let start = try #require(data["start"]?.int)
    let row = try #require(run["rows"]?.array?[start].array)
    let type = try #require(row[3].int)
    #expect(run["texts"]?.array?[type] == "answered", "\(row)")
    let fact = try #require(data["causes"]?["facts"]?.array?.first)
    #expect(fact["counts"]?.string?.hasPrefix("5 of 5 red, 0 of 20 green") == true, "\(fact.text)")
    #expect(fact["row"]?.int == start)
    #expect(logs.contains { fact["address"]?.string?.hasPrefix($0) == true })
    // The failed expectation stands above all the same, and a green run beside.
    #expect(data["findings"]?.array?.first?["title"]?.string?.contains("Expectation failed") == true)
    #expect(data["beside"]?["pairs"]?.array?.isEmpty == false)
  }
}
