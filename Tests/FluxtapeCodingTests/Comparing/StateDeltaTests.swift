import FluxtapeCoding
import FluxtapeJSON
import Foundation
import Testing

/// A previous and a new state, and the operations between them.
struct StateDeltaTests {
  @Test func `without a previous state nothing is written`() {
    let delta = ImageComparison(rules: .plain)
    var bytes: [UInt8] = []
    #expect(delta.advance(to: 1, named: "n", appendingTo: &bytes) == nil)
    #expect(delta.advance(to: "other type", named: "n", appendingTo: &bytes) == nil)
    #expect(delta.advance(to: "other name", named: "m", appendingTo: &bytes) == nil)
    delta.forget()
    #expect(delta.advance(to: "forgotten", named: "m", appendingTo: &bytes) == nil)
    #expect(bytes.isEmpty)
    #expect(delta.advance(to: "known", named: "m", appendingTo: &bytes) == StatePatch(operationCount: 1))
  }

  /// Two states of one type, and the patch between them.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let patch: String
    let check: @Sendable () throws -> String

    init<State: Sendable>(_ name: String, _ old: State, _ new: State, _ patch: String) {
      self.name = name
      self.patch = patch
      check = {
        let document = try FollowedDocument(old)
        return try document.advance(to: new)
      }
    }

    var testDescription: String { name }
  }

  @Test(arguments: scalars + containers + members + texts + lists + dictionaries)
  func `writes what changed`(_ change: Case) throws {
    let patch = try change.check()
    #expect(patch == change.patch)
  }
}

// MARK: - Cases

extension StateDeltaTests {
  struct Item: Codable, Equatable, Sendable {
    var id: Int
    var name = "milk"
    var isDone = false
  }

  struct Point: Codable, Sendable { var x: Double, y: Double }

  struct App: Codable, Sendable {
    var title = "Shop"
    var items: [Item] = []
    var notes: [String: Item] = [:]
    var selection: Int?
    var corner: Point?
  }

  enum Screen: Codable, Sendable {
    case list
    case detail(Item, depth: Int)
    case editor(text: String)
  }

  indirect enum Tree: Codable, Sendable {
    case leaf(Int)
    case node([Tree])
  }

  struct Wrapper: Codable, Sendable {
    var rawValue: Item
    init(_ item: Item) { rawValue = item }
    init(from decoder: any Decoder) throws { rawValue = try decoder.singleValueContainer().decode(Item.self) }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(rawValue)
    }
  }

  static let scalars = [
    Case("same number", 1, 1, "[]"),
    Case("number", 1, 2, #"[{"op":"replace","path":"","value":2}]"#),
    Case("truth", [true], [false], #"[{"op":"replace","path":"/0","value":false}]"#),
    Case("negative zero", [0.0], [-0.0], #"[{"op":"replace","path":"/0","value":-0}]"#),
    Case("not a number", [Double.nan], [-Double.nan], "[]"),
    Case("infinite", [1.5], [Double.infinity], #"[{"op":"replace","path":"/0","value":{"$float":"inf"}}]"#),
    Case(
      "date", Date(timeIntervalSinceReferenceDate: 0), Date(timeIntervalSinceReferenceDate: 1),
      #"[{"op":"replace","path":"","value":"2001-01-01T00:00:01.000000Z"}]"#),
    Case(
      "set", ["a": Set([1, 2])], ["a": Set([2, 3])], #"[{"op":"replace","path":"/a/0","value":2},{"op":"replace","path":"/a/1","value":3}]"#
    ),
  ]

  static let containers = [
    Case("nothing to something", App(), App(selection: 3), #"[{"op":"add","path":"/selection","value":3}]"#),
    Case("something to nothing", App(selection: 3), App(), #"[{"op":"remove","path":"/selection"}]"#),
    Case("something to something", App(selection: 3), App(selection: 4), #"[{"op":"replace","path":"/selection","value":4}]"#),
    Case("optional element", [1, nil], [nil, 2], #"[{"op":"replace","path":"/0","value":null},{"op":"replace","path":"/1","value":2}]"#),
    Case("optional root", Int?.none, 5, #"[{"op":"replace","path":"","value":5}]"#),
    Case(
      "filled", App(), App(items: [Item(id: 1)]),
      #"[{"op":"add","path":"/items/0","value":{"id":1,"name":"milk","isDone":false}}]"#),
    Case("emptied", App(items: [Item(id: 1)]), App(), #"[{"op":"remove","path":"/items/0"}]"#),
  ]

  static let members = [
    Case(
      "one field deep inside", App(items: [Item(id: 1), Item(id: 2)]), App(items: [Item(id: 1), Item(id: 2, isDone: true)]),
      #"[{"op":"replace","path":"/items/1/isDone","value":true}]"#),
    Case(
      "all fields", App(corner: Point(x: 1, y: 2)), App(corner: Point(x: 3, y: 4)),
      #"[{"op":"replace","path":"/corner/x","value":3},{"op":"replace","path":"/corner/y","value":4}]"#),
    Case(
      "payload", Screen.detail(Item(id: 1), depth: 1), Screen.detail(Item(id: 1), depth: 2),
      #"[{"op":"replace","path":"/detail/depth","value":2}]"#),
    Case(
      "inside of a payload", Screen.detail(Item(id: 1), depth: 1), Screen.detail(Item(id: 2), depth: 1),
      #"[{"op":"replace","path":"/detail/_0/id","value":2}]"#),
    Case(
      "another case", Screen.list, Screen.editor(text: "x"),
      #"[{"op":"remove","path":"/list"},{"op":"add","path":"/editor","value":{"text":"x"}}]"#),
    Case(
      "recursion", Tree.node([.leaf(1), .node([.leaf(2), .leaf(3)])]), Tree.node([.leaf(1), .node([.leaf(2), .leaf(4)])]),
      #"[{"op":"replace","path":"/node/_0/1/node/_0/1/leaf/_0","value":4}]"#),
    Case("single value", Wrapper(Item(id: 1)), Wrapper(Item(id: 2)), #"[{"op":"replace","path":"/id","value":2}]"#),
  ]

  static let texts = [
    Case("short", ["Ada"], ["Eve"], #"[{"op":"replace","path":"/0","value":"Eve"}]"#),
    Case(
      "long", String(repeating: "x", count: 100), String(repeating: "x", count: 50) + "é" + String(repeating: "x", count: 50),
      #"[{"op":"splice","path":"","at":50,"del":0,"ins":"é"}]"#),
    Case(
      "scalars are counted", String(repeating: "é", count: 60), String(repeating: "é", count: 59) + "ê",
      #"[{"op":"splice","path":"","at":59,"del":1,"ins":"ê"}]"#),
    Case("canonically equal", ["caf\u{E9}"], ["cafe\u{301}"], "[{\"op\":\"replace\",\"path\":\"/0\",\"value\":\"cafe\u{301}\"}]"),
    Case("another copy of the text", [String(repeating: "x", count: 30)], [String(repeating: "x", count: 30) + ""], "[]"),
  ]

  static let lists = [
    Case("insert", [1, 2, 3], [1, 9, 2, 3], #"[{"op":"add","path":"/1","value":9}]"#),
    Case("append", ["a"], ["a", "b"], #"[{"op":"add","path":"/1","value":"b"}]"#),
    Case("delete", ["a", "b", "c"], ["a", "c"], #"[{"op":"remove","path":"/1"}]"#),
    Case(
      "insert and delete", ["a", "b", "c", "d"], ["x", "a", "b", "c"],
      #"[{"op":"add","path":"/0","value":"x"},{"op":"remove","path":"/4"}]"#),
    Case("move", ["a", "b", "c", "d"], ["b", "c", "d", "a"], #"[{"op":"move","from":"/0","path":"/3"}]"#),
    Case("duplicate", ["a", "b", "c"], ["a", "b", "b", "c"], #"[{"op":"add","path":"/2","value":"b"}]"#),
    Case("all numbers", Array(0..<40), Array(1..<41), #"[{"op":"remove","path":"/0"},{"op":"add","path":"/39","value":40}]"#),
    Case(
      "all other numbers", Array(0..<10), Array(90..<100),
      #"[{"op":"replace","path":"","value":[90,91,92,93,94,95,96,97,98,99]}]"#),
  ]

  static let dictionaries = [
    Case("value", ["a": 1, "b": 2], ["a": 1, "b": 3], #"[{"op":"replace","path":"/b","value":3}]"#),
    Case(
      "in the order of their names", ["c": 1, "b": 2], ["a": 1, "b": 3, "d": 5],
      #"[{"op":"add","path":"/a","value":1},{"op":"replace","path":"/b","value":3},{"op":"remove","path":"/c"},{"op":"add","path":"/d","value":5}]"#
    ),
    Case(
      "escaped", ["a/b": 1, "~": 2, "$x": 3, "\"": 4], ["a/b": 5, "~": 6, "$x": 7, "\"": 8],
      #"[{"op":"replace","path":"/\"","value":8},{"op":"replace","path":"/$$x","value":7},{"op":"replace","path":"/a~1b","value":5},{"op":"replace","path":"/~0","value":6}]"#
    ),
    Case("integer keys", [10: "a", 2: "b"], [10: "a", 2: "c"], #"[{"op":"replace","path":"/2","value":"c"}]"#),
    Case("inside", App(notes: ["n": Item(id: 1)]), App(notes: ["n": Item(id: 2)]), #"[{"op":"replace","path":"/notes/n/id","value":2}]"#),
    Case(
      "canonically equal names", ["caf\u{E9}": 1], ["cafe\u{301}": 1],
      "[{\"op\":\"add\",\"path\":\"/cafe\u{301}\",\"value\":1},{\"op\":\"remove\",\"path\":\"/caf\u{E9}\"}]"),
  ]
}
