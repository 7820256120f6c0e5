import FluxtapeHistory
import FluxtapeJSON
import Testing

/// The first step that went wrong.
struct BadStepTests {
  private static let begin = #""store":"cart","type":"@@INIT","state":{"total":5,"note":null,"items":[]}"#
  private static let ended = #""store":"cart","type":"@@DEINIT","reduced":false"#
  private static func set(_ type: String, _ path: String, _ value: String) -> String {
    #""store":"cart","type":"\#(type)","payload":1,"patch":[{"op":"replace","path":"\#(path)","value":\#(value)}]"#
  }
  private static let failed = #""mark":"no","level":"error""#

  private static func text(_ records: [String]) -> String {
    // A record without an outcome ends a log whose process died.
    records.enumerated().map { "{\"seq\":\($0 + 1),\"t\":\($0),\($1)" + ($1.hasSuffix("\"payload\":1") ? "" : "}\n") }.joined()
  }

  struct Parting: CustomTestStringConvertible {
    let name: String
    let good: [String]
    let bad: [String]
    let step: String?
    var testDescription: String { name }
  }

  static let partings = [
    Parting(name: "the same", good: [begin], bad: [begin], step: nil),
    Parting(
      name: "the same action, another state", good: [begin, set("pay", "/total", "3")], bad: [begin, set("pay", "/total", "-5")],
      step: "1 cart /total 5 -5 3"),
    Parting(
      name: "another order, and the stores have ended", good: [begin, set("load", "/note", "1"), set("pay", "/total", "0"), ended],
      bad: [begin, set("pay", "/total", "-5"), set("load", "/note", "1"), failed, set("reset", "/total", "0"), ended],
      step: "1 cart /total 5 -5 0"),
    Parting(
      name: "an action more, without a trace", good: [begin, set("pay", "/total", "1")],
      bad: [begin, set("look", "/note", "null"), set("pay", "/total", "1")],
      step: nil),
    Parting(
      name: "an action more, that changed something", good: [begin, set("pay", "/total", "1")],
      bad: [begin, set("take", "/note", "7"), set("pay", "/total", "1")], step: "1 cart /note null 7 null"),
    Parting(
      name: "an action less: its neighbour has done nothing wrong",
      good: [begin, set("take", "/note", "7"), set("look", "/items", "[]"), set("pay", "/total", "1")],
      bad: [begin, set("look", "/items", "[]"), set("pay", "/total", "0")], step: "2 cart /total 5 0 1"),
    Parting(
      name: "an action less, without a trace", good: [begin, set("look", "/note", "null"), set("pay", "/total", "1")],
      bad: [begin, set("pay", "/total", "1")], step: nil),
    Parting(
      name: "an end in flight", good: [begin, set("pay", "/total", "1")], bad: [begin, #""store":"cart","type":"pay","payload":1"#],
      step: "1 cart"),
  ]

  @Test(arguments: partings)
  func `the first bad step is told with what it did`(_ parting: Parting) throws {
    let comparison = try RunComparison(History.of(Self.text(parting.good)), History.of(Self.text(parting.bad)))
    let outline = comparison.firstDivergence.map { step in
      (["\(step.row)", step.store]
        + step.changes.map { "\($0.pointer) \($0.before?.text ?? "-") \($0.after?.text ?? "-") \($0.good?.text ?? "-")" }).joined(
          separator: " ")
    }
    #expect(outline == parting.step)
  }
}
