import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeRandomCases
import Testing

/// What changed in states, value by value.
struct LeafChangeTests {
  struct Case: CustomTestStringConvertible {
    let testDescription: String
    let old: String
    /// The patch, or the whole state after it.
    let new: String
    let changes: [String]

    init(_ name: String, _ old: String, _ new: String, _ changes: String...) {
      (testDescription, self.old, self.new, self.changes) = (name, old, new, changes)
    }
  }

  static let cases = [
    Case("a number", #"{"a":1,"b":2}"#, #"{"a":1,"b":3}"#, "replaced /b 2 3"),
    Case("nothing", #"{"a":1}"#, #"{"a":1}"#),
    Case(
      "a subtree at once", #"{"a":null}"#, #"{"a":{"x":1,"y":[2,{"z":3}]}}"#, "removed /a null -", "added /a/x - 1", "added /a/y/0 - 2",
      "added /a/y/1/z - 3"),
    Case("a subtree that goes", #"{"a":{"x":1,"y":{}}}"#, #"{}"#, "removed /a/x 1 -", "removed /a/y {} -"),
    Case("a subtree that another one replaces", #"{"a":{"x":1,"y":2}}"#, #"{"a":{"x":1,"y":3}}"#, "replaced /a/y 2 3"),
    Case(
      "an element before others", #"{"l":[{"id":"a","n":1},{"id":"b","n":2}]}"#,
      #"{"l":[{"id":"c","n":0},{"id":"a","n":1},{"id":"b","n":5}]}"#,
      #"added /l/0/id - "c""#, "added /l/0/n - 0", "replaced /l/2/n 2 5"),
    Case(
      "an element that moves", #"{"l":[{"id":"a"},{"id":"b"},{"id":"c"}]}"#, #"{"l":[{"id":"c"},{"id":"a"},{"id":"b"}]}"#, "moved /l/0 /l/2"
    ),
    Case("a secret", #"{"t":null}"#, #"{"t":{"$redacted":"aa"}}"#, #"replaced /t null {"$redacted":"aa"}"#),
    Case(
      "another secret", #"{"t":{"$redacted":"aa"}}"#, #"{"t":{"$redacted":"bb"}}"#,
      #"replaced /t {"$redacted":"aa"} {"$redacted":"bb"}"#),
    Case(
      "another value that was too large", #"{"t":{"$truncated":{"bytes":1,"digest":"a"}}}"#,
      #"{"t":{"$truncated":{"bytes":2,"digest":"b"}}}"#,
      #"replaced /t {"$truncated":{"bytes":1,"digest":"a"}} {"$truncated":{"bytes":2,"digest":"b"}}"#),
    Case("a key that begins with $", #"{"$$t":1}"#, #"{"$$t":2}"#, "replaced /$$t 1 2"),
    Case("the whole state", "1", "[]", "replaced  1 []"),
  ]

  /// A log of a first state, and of a step with a whole state or a patch.
  private static func steps(_ old: String, then member: String) throws -> [LeafChanges] {
    try steps([#"{"t":0,"store":"s","type":"@@STATE","state":\#(old)}"#, #"{"seq":1,"t":1,"store":"s","type":"x",\#(member)}"#])
  }

  private static func steps(_ lines: [String], atMost limit: Int = .max) throws -> [LeafChanges] {
    var steps: [LeafChanges] = []
    _ = try History.of(lines.map { $0 + "\n" }.joined()).check(
      Checklist(),
      tellingChanges: { step in
        steps.append(step)
        return steps.count < limit
      })
    return steps
  }

  private static func words(_ change: LeafChange) -> String {
    func text(_ node: JSONNode?) -> String { node?.text ?? "-" }
    if let from = change.from { return "\(change.kind) \(change.pointer) \(from)" }
    return "\(change.kind) \(change.pointer) \(text(change.old)) \(text(change.new))"
  }

  @Test(arguments: cases) func `a step is told by the values that it changed`(_ one: Case) throws {
    let steps = try Self.steps(one.old, then: #""state":\#(one.new)"#)
    #expect(steps.count == 2 && steps.first?.changes.allSatisfy { $0.kind == .added } == true)
    #expect(steps.last?.changes.map(Self.words) == one.changes)
    #expect(steps.last?.isCertain == true)
  }

  @Test(arguments: [
    (#"[{"op":"splice","path":"/t","at":1,"del":1,"ins":"öö"}]"#, [#"replaced /t "abc" "aööc""#]),
    (
      #"[{"op":"remove","path":"/l/0"},{"op":"replace","path":"/l/0/n","value":9}]"#,
      [#"removed /l/0/id "a" -"#, "removed /l/0/n 1 -", "replaced /l/0/n 2 9"]
    ),
    (#"[{"op":"replace","path":"/t","value":"abc"}]"#, []),
    (#"[{"op":"copy","from":"/l/1/n","path":"/m"}]"#, ["added /m - 2"]),
  ]) func `patches are told by what they lead to`(_ patch: String, _ changes: [String]) throws {
    let steps = try Self.steps(#"{"t":"abc","l":[{"id":"a","n":1},{"id":"b","n":2}]}"#, then: #""patch":\#(patch)"#)
    #expect(steps.last?.changes.map(Self.words) == changes)
  }

  @Test func `what may be the doing of lost steps is not certain`() throws {
    let lines = [
      #"{"seq":1,"t":0,"store":"s","type":"@@INIT","state":{"n":1}}"#, #"{"seq":4,"t":3,"store":"s","type":"x","state":{"n":2}}"#,
    ]
    let steps = try Self.steps(lines)
    #expect(steps.map(\.isCertain) == [true, false])
    #expect(steps.last?.changes.map(Self.words) == ["replaced /n 1 2"])
    #expect(try Self.steps(lines, atMost: 1).map(\.row) == [0])
  }

  /// Values by their places, of a state without arrays.
  private static func leaves(_ value: JSONValue, at place: JSONPointer = JSONPointer()) -> [JSONPointer: JSONValue] {
    guard case .object(let members) = value, !members.isEmpty else { return [place: value] }
    return members.reduce(into: [:]) { $0.merge(leaves($1.value, at: place.appending($1.key))) { $1 } }
  }

  private static func random(_ random: inout SplitMix64, depth: Int) -> JSONValue {
    guard depth > 0, Int.random(in: 0..<3, using: &random) > 0 else { return .number(JSONNumber(Int.random(in: 0..<3, using: &random))) }
    var object: JSONObject = [:]
    for key in ["a", "b", "c"] where Bool.random(using: &random) { object[key] = Self.random(&random, depth: depth - 1) }
    return .object(object)
  }

  @Test(arguments: seeds(80)) func `the changes lead from the values before to those after`(seed: Int) throws {
    var random = SplitMix64(seed: seed)
    let (old, new) = (Self.random(&random, depth: 4), Self.random(&random, depth: 4))
    var values = Self.leaves(old)
    for change in try #require(Self.steps(old.text, then: #""state":\#(new.text)"#).last).changes {
      #expect(change.kind == .added || values[change.pointer] == change.old?.value)
      values[change.pointer] = change.new?.value
    }
    // An object that became empty, or is not any more, is no value of its own.
    let isValue = { (entry: (key: JSONPointer, value: JSONValue)) in entry.value.object?.isEmpty != true }
    #expect(values.filter(isValue) == Self.leaves(new).filter(isValue))
  }
}
