import FluxtapeHistory
import FluxtapeJSON
import Testing

/// The first action with another result from equal inputs.
struct FirstDivergenceTests {
  private static let begin = #""store":"cart","type":"@@INIT","state":{"total":5,"note":null,"items":[]}"#
  private static let ended = #""store":"cart","type":"@@DEINIT","reduced":false"#
  private static func set(_ type: String, _ path: String, _ value: String) -> String {
    #""store":"cart","type":"\#(type)","payload":1,"patch":[{"op":"replace","path":"\#(path)","value":\#(value)}]"#
  }
  private static func add(_ type: String, _ path: String, _ value: String, _ other: String, _ more: String) -> String {
    let operations = [(path, value), (other, more)].map { #"{"op":"replace","path":"\#($0)","value":\#($1)}"# }.joined(separator: ",")
    return #""store":"cart","type":"\#(type)","payload":1,"patch":[\#(operations)]"#
  }

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
      name: "the same actions in another order: each got what the other run's did not",
      good: [begin, set("load", "/note", "1"), set("pay", "/total", "0"), ended],
      bad: [begin, set("pay", "/total", "-5"), set("load", "/note", "1"), ended], step: nil),
    Parting(
      name: "an action more, and an equal one that only passes its change on", good: [begin, add("pay", "/total", "6", "/items", "6")],
      bad: [begin, set("take", "/total", "7"), add("pay", "/total", "7", "/items", "7")], step: nil),
    Parting(
      name: "an action less in another store, and a mistake",
      good: [begin, #""store":"log","type":"shown","payload":1,"reduced":false"#, set("pay", "/total", "1")],
      bad: [begin, set("pay", "/total", "0")], step: "1 cart /total 5 0 1"),
    Parting(
      name: "another state at first, which is put right, and then a mistake",
      good: [begin, set("take", "/note", "7"), set("drop", "/note", "null"), set("pay", "/total", "1")],
      bad: [begin.replacing("null", with: "8"), set("take", "/note", "7"), set("drop", "/note", "null"), set("pay", "/total", "2")],
      step: "3 cart /total 5 2 1"),
    Parting(
      name: "another state at the beginning came from outside", good: [begin], bad: [begin.replacing("5", with: "6")], step: nil),
    Parting(
      name: "another payload came from outside", good: [begin, set("pay", "/total", "1")],
      bad: [begin, set("pay", "/total", "2").replacing(#""payload":1"#, with: #""payload":2"#)], step: nil),
    Parting(
      name: "only one of them failed", good: [begin, set("pay", "/total", "1")],
      bad: [begin, #""store":"cart","type":"pay","payload":1,"error":{"type":"E","message":"no"},"patch":[]"#], step: "1 cart"),
    Parting(
      name: "an end in flight", good: [begin, set("pay", "/total", "1")], bad: [begin, #""store":"cart","type":"pay","payload":1"#],
      step: "1 cart"),
  ]

  @Test(arguments: partings)
  func `the first different result of equal inputs is told with what it changed`(_ parting: Parting) throws {
    let comparison = try RunComparison(History.of(Self.text(parting.good)), History.of(Self.text(parting.bad)))
    let outline = comparison.firstDivergence.map { step in
      (["\(step.row)", step.store]
        + step.changes.map { "\($0.pointer) \($0.before?.text ?? "-") \($0.after?.text ?? "-") \($0.good?.text ?? "-")" }).joined(
          separator: " ")
    }
    #expect(outline == parting.step)
  }
}
