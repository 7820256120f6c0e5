import Foundation
import Testing

/// Rules that are learned from green runs, and the ones that a red run breaks.
struct LearnedRulesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A search that is typed and answered, and a cart that fills.
  private func write(_ name: String, number: Int, isRed: Bool = false) throws -> String {
    var lines = [#"{"fluxtape":1,"run":"\#(name)","time":"2026-11-21T09:00:00.000000Z"}"#]
    var (step, time) = (0, 0)
    func add(_ members: String) {
      step += 1
      time += 100 + step * 7 % 50
      lines.append(#"{"seq":\#(step),"t":\#(time),\#(members)}"#)
    }
    add(#""store":"search","type":"@@INIT","state":{"query":"","status":"idle","version":0}"#)
    add(#""store":"cart","type":"@@INIT","state":{"total":0,"qty":0}"#)
    for round in 0..<10 {
      let query = "query \(number) \(round)"
      add(
        #""store":"search","type":"typed","payload":{"text":"\#(query)"},"patch":[{"op":"replace","path":"/query","value":"\#(query)"},"#
          + #"{"op":"replace","path":"/status","value":"busy"}]"#)
      let answered = isRed && round == 5 ? "query of before" : query
      add(
        #""store":"search","type":"answered","cause":\#(step),"payload":{"query":"\#(answered)"},"patch":["#
          + #"{"op":"replace","path":"/status","value":"idle"},{"op":"replace","path":"/version","value":\#(round + 1)}]"#)
      let total = isRed && round == 8 ? -4 : (round + 1) * (number + 20)
      add(
        #""store":"cart","type":"added","payload":{"id":"\#(number)-\#(round)"},"patch":["#
          + #"{"op":"replace","path":"/total","value":\#(total)},{"op":"replace","path":"/qty","value":\#(1 + round % 3)}]"#)
    }
    lines.append(#"{"seq":\#(step + 1),"t":\#(time + 1),"end":"closed"}"#)
    return try folder.write(lines.map { $0 + "\n" }.joined(), to: "\(name).jsonl")
  }

  private static let learned = [
    "search answered has payload.query as in the state before: never store:search type:answered payload.query != prev.query",
    "search typed leads to search answered: after store:search type:typed, store:search type:answered within 1s",
    "cart.qty is 0 to 3: never store:cart (.qty < 0 or .qty > 3)",
    "cart.total is 0 or more: never store:cart .total < 0",
    "search.version is 0 to 10: never store:search (.version < 0 or .version > 10)",
    "cart.total never goes down: never store:cart delta(.total) < 0",
    "search.version never goes down: never store:search delta(.version) < 0",
    #"search.status is "busy" or "idle": never store:search .status != null .status != "busy" .status != "idle""#,
  ]

  @Test func `rules about a store whose name would drive a terminal do not`() throws {
    let green = try (0..<8).map { number in
      let text = try String(contentsOfFile: try write("green\(number)", number: number), encoding: .utf8)
      return try folder.write(text.replacing(#""cart""#, with: #""ca\u001b\u009brt""#), to: "hostile\(number).jsonl")
    }
    let answer = try BuiltTool.run(["check", "--learn"] + green)
    #expect(answer.status == 0, "\(answer.errors)")
    let rule = #"ca␛‹9B›rt.total never goes down: never store:"ca\u001B\u009brt" delta(.total) < 0"#
    #expect(answer.output.contains(rule), "\(answer.output)")
    #expect(!answer.output.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{9B}" })
  }

  @Test func `what held in all green runs becomes rules, which a red run breaks where it goes wrong`() throws {
    let green = try (0..<8).map { try write("green\($0)", number: $0) }
    let red = try write("red", number: 9, isRed: true)
    let rules = folder.path("learned.rules")
    let answer = try BuiltTool.run(["check", "--learn"] + green + ["-o", rules])
    #expect(answer.status == 0 && answer.output == "" && answer.errors == "", "\(answer.errors)")
    let lines = try String(contentsOfFile: rules, encoding: .utf8).split(separator: "\n").map(String.init)
    #expect(lines.filter { !$0.hasPrefix("#") } == Self.learned)
    #expect(lines[0].hasPrefix("# Learnt from 8 green runs") && lines[2] == "# tested at 80 actions of 8 runs")
    #expect(try BuiltTool.run(["check"] + green + ["--rules", rules]).status == 0)
    let check = try BuiltTool.run("check", red, "--rules", rules)
    #expect(check.status == 1)
    let addresses = check.lines.filter { $0.hasPrefix(red + ":") && !$0.contains("problems in") }.map { $0.prefix { $0 != " " } }
    #expect(addresses == ["\(red):19", "\(red):29", "\(red):29"], "\(check.output)")
  }

  /// An order whose lines have identifiers, come in time order, and add up.
  private func writeOrder(_ name: String, number: Int, isRed: Bool = false) throws -> String {
    var lines = [
      #"{"fluxtape":1,"run":"\#(name)","time":"2026-11-21T09:00:00.000000Z"}"#,
      #"{"seq":1,"t":1,"store":"order","type":"@@INIT","state":{"lines":[],"count":0,"total":0,"weight":0.5}}"#,
    ]
    var total = 0
    for round in 1...8 {
      let (price, qty) = (100 + number * 7 + round * 3 % 5, 1 + (number + round) % 3)
      total += price * qty + (isRed && round == 6 ? 1 : 0)
      let id = isRed && round == 4 ? "line-1" : "line-\(round)"
      let minute = isRed && round == 5 ? 1 : 10 + round
      let at = "2026-11-21T09:\(minute < 10 ? "0" : "")\(minute)"
      let line = #"{"id":"\#(id)","at":"\#(at)","price":\#(price),"qty":\#(qty),"note":"n\#(9 - round)"}"#
      lines.append(
        #"{"seq":\#(round + 1),"t":\#(round * 10),"store":"order","type":"lineAdded","payload":{"n":\#(round)},"patch":["#
          + #"{"op":"add","path":"/lines/-","value":\#(line)},{"op":"replace","path":"/total","value":\#(total)},"#
          + #"{"op":"replace","path":"/count","value":\#(round)}]}"#)
    }
    lines.append(#"{"seq":10,"t":100,"end":"closed"}"#)
    return try folder.write(lines.map { $0 + "\n" }.joined(), to: "\(name).jsonl")
  }

  @Test func `arrays teach that identifiers are unique, elements are sorted and numbers are sums`() throws {
    let green = try (0..<8).map { try writeOrder("green\($0)", number: $0) }
    let red = try writeOrder("red", number: 9, isRed: true)
    let learned = try BuiltTool.run(["check", "--learn"] + green).output
    let rules = learned.split(separator: "\n").map(String.init).filter { rule in
      ["len(", "sum(", "duplicates(", "descents("].contains { rule.contains($0) }
    }
    #expect(
      rules == [
        "order.count is the number of .lines: never store:order len(.lines) != .count",
        "order.lines[*].at goes up: never store:order descents(.lines[*].at) > 0",
        "order.lines[*].id is unique: never store:order duplicates(.lines[*].id) > 0",
        "order.total is the sum of price * qty in .lines: never store:order sum(.lines[*], price * qty) != .total",
      ])
    let file = try folder.write(rules.map { $0 + "\n" }.joined(), to: "learned.rules")
    #expect(try BuiltTool.run(["check"] + green + ["--rules", file]).status == 0)
    let check = try BuiltTool.run("check", red, "--rules", file)
    let addresses = check.lines.filter { $0.hasPrefix(red + ":") && !$0.contains("problems in") }.map { String($0) }
    #expect(check.status == 1 && addresses.map { $0.prefix { $0 != " " } } == ["\(red):5", "\(red):6", "\(red):7"], "\(check.output)")
  }

  @Test func `a bound that most runs do not reach is none, and what one green run breaks is no rule`() throws {
    for number in 0..<8 { _ = try write("green\(number)", number: number) }
    let text = try String(contentsOfFile: folder.path("green3.jsonl"), encoding: .utf8)
    _ = try folder.write(text.replacing(#"/status","value":"busy""#, with: #"/status","value":"waiting""#), to: "green3.jsonl")
    let rules = try BuiltTool.run("check", "--learn", folder.url.path).lines.filter { !$0.hasPrefix("#") }
    #expect(rules == Self.learned.dropLast())
  }

  @Test func `one red run among green ones is told by what it does, and not by values that each run has its own`() throws {
    for number in 0..<8 { _ = try write("green\(number)", number: number) }
    let red = try write("red", number: 9, isRed: true)
    let answer = try BuiltTool.run("compare", folder.url.path, "--never", "cart.total < 0")
    #expect(answer.status == 1)
    let facts = answer.lines.filter { $0.contains(" 1 of 1 red") }
    #expect(facts.first?.contains("search answered has payload/query unlike the state before in /query") == true, "\(answer.output)")
    #expect(facts.first?.hasSuffix("\(red):19") == true && !facts.contains { $0.contains("/id") || $0.contains("payload/text = ") })
  }

  @Test func `too few green runs teach nothing`() throws {
    let green = try (0..<4).map { try write("green\($0)", number: $0) }
    let answer = try BuiltTool.run(["check", "--learn"] + green)
    #expect(answer.status == 2 && answer.errors.contains("--learn needs 5 green runs or more; these are 4 of 4 runs"))
    #expect(try BuiltTool.run("check", green[0], "-o", folder.path("x")).errors.contains("--output is for --learn"))
    #expect(try BuiltTool.run("check", "--learn", green[0], "--never", "x.y < 0").errors.contains("--learn takes logs and --output alone"))
  }
}
