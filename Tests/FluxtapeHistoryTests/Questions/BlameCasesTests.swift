import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import Testing

/// Which row wrote a value, in small logs of one store.
struct BlameCasesTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let path: String
    /// The first state, and the patches, or whole states, that follow.
    let lines: [String]
    /// The row that wrote the value, and the value before it.
    let row: Int
    var old: JSONValue?
    var testDescription: String { "\(path) of \(lines)" }
  }

  static let cases = [
    // An element that was replaced, or spliced, keeps its row when others come and go.
    Case(path: ".l[1]", lines: [#"{"l":[1,2]}"#, replace("/l/0", "5"), add("/l/0", "7")], row: 1, old: 1),
    Case(path: ".l[1]", lines: [#"{"l":[1,2,3]}"#, replace("/l/2", "5"), remove("/l/0")], row: 1, old: 3),
    Case(path: ".l[0]", lines: [#"{"l":[1,{"n":1}]}"#, replace("/l/0", "5"), replace("/l/1/n", "2")], row: 1, old: 1),
    Case(
      path: ".l[0]",
      lines: [#"{"l":["a",{"n":1}]}"#, #"[{"op":"splice","path":"/l/0","at":1,"del":0,"ins":"b"}]"#, replace("/l/1/n", "2")], row: 1,
      old: "a"),
    // A patch that restores what it has overwritten or removed at the same place changes nothing.
    Case(
      path: ".o.k",
      lines: [#"{"o":{"k":1,"m":5}}"#, all(remove("/o"), add("/o", #"{"k":2,"m":5}"#), replace("/o", #"{"k":1,"m":5}"#))], row: 0),
    Case(path: ".o.k", lines: [#"{"o":{"k":1}}"#, all(replace("/o", #"{"k":2}"#), replace("/o", #"{"k":1}"#))], row: 0),
    Case(path: ".b.x", lines: [#"{"b":{"x":1},"l":[]}"#, all(remove("/b/x"), add("/l/-", "1"), add("/b/x", "1"))], row: 0),
    Case(path: ".b.x", lines: [#"{"b":{"x":1},"l":[]}"#, all(replace("/b/x", "9"), add("/l/-", "1"), replace("/b/x", "1"))], row: 0),
    Case(path: ".b.x", lines: [#"{"b":{"x":1},"l":[]}"#, all(replace("/b/x", "9"), replace("/b/x", "8"))], row: 1, old: 1),
    Case(path: ".l[0]", lines: [#"{"l":[1]}"#, all(replace("/l/0", "9"), add("/l/-", "3"), replace("/l/0", "1"))], row: 0),
    Case(
      path: ".o.l[1]",
      lines: [
        #"{"o":{"l":[1,2]}}"#, all(remove("/o"), add("/o", #"{"l":[1]}"#), replace("/o", #"{"l":[1,2]}"#)), add("/o/l/-", "3"),
      ], row: 0),
    // Arrays beside the value grow while nobody follows them.
    Case(
      path: ".a.b",
      lines: [
        #"{"a":{"b":1,"x":[1]}}"#, replace("/a", #"{"b":1,"x":[1,2]}"#), add("/a/x/-", "3"), replace("/a", #"{"b":1,"x":[1,2,3,4]}"#),
      ], row: 0),
    Case(path: ".a", lines: [#"{"a":1,"x":[1]}"#, #"{"a":1,"x":[1,2]}"#, add("/x/-", "3"), #"{"a":1,"x":[1,2,3,4]}"#], row: 0),
    // An element that moves keeps its row, also into the value that is asked about; under a member's name, it is a new value.
    Case(path: ".b[0]", lines: [#"{"a":[1],"b":[]}"#, replace("/a/0", "2"), move("/a/0", "/b/-")], row: 1, old: 1),
    Case(path: ".b", lines: [#"{"a":[1]}"#, replace("/a/0", "2"), move("/a/0", "/b")], row: 2),
  ]

  @Test(arguments: cases) func `a value is blamed on the row that wrote it, alone and with all others`(_ one: Case) throws {
    let lines = one.lines.enumerated().map { place, told in
      let outcome = told.hasPrefix("[") ? "patch" : "state"
      return #"{"seq":\#(place + 1),"t":\#(place),"store":"s","type":"x","\#(outcome)":\#(told)}"# + "\n"
    }
    let history = try History.of(lines.joined())
    let path = try StatePath(parsing: one.path)
    let state = try #require(history.state(of: "s", after: lines.count - 1).value)
    let alone = try #require(try history.blame(path)?.first)
    let pointer = try #require(path.pointer(in: state))
    let together = try #require(try history.blame(StatePath())?.first { $0.pointer == pointer })
    #expect(alone == together)
    #expect(alone.origin.row == one.row && alone.old == one.old, "\(alone)")
  }

  private static func add(_ path: String, _ value: String) -> String { #"[{"op":"add","path":"\#(path)","value":\#(value)}]"# }
  private static func replace(_ path: String, _ value: String) -> String { #"[{"op":"replace","path":"\#(path)","value":\#(value)}]"# }
  private static func remove(_ path: String) -> String { #"[{"op":"remove","path":"\#(path)"}]"# }
  private static func move(_ from: String, _ path: String) -> String { #"[{"op":"move","from":"\#(from)","path":"\#(path)"}]"# }
  private static func all(_ patches: String...) -> String { "[" + patches.map { $0.dropFirst().dropLast() }.joined(separator: ",") + "]" }
}
