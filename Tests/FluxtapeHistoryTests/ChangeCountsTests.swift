import FluxtapeDocuments
import FluxtapeLogReading
import Testing

@testable import FluxtapeHistory

/// How many changes a row shows, counted on its bytes, compared with its patch.
struct ChangeCountsTests {
  private static let operations = [
    #"{"op":"add","path":"/a","value":{"op":"remove","b":["]}",{}]}}"#, #"{"op":"remove","path":"/a"}"#,
    #"{"op":"replace","path":"/\"}]","value":[[],[1]]}"#, #"{"op":"move","from":"/a","path":"/b"}"#,
    #"{"op":"copy","from":"/a","path":"/b"}"#, #"{"op":"test","path":"/a","value":1}"#,
    #"{"op":"splice","path":"/a","at":1,"del":0,"ins":"\\"}"#,
  ]
  /// Forms that no recorder writes.
  private static let unusual = [
    #"{"path":"/a","op":"remove"}"#, #" { "op" : "add" , "path" : "/a" , "value" : 1 } "#, #"{"op":"\u0061dd","path":"/a","value":{}}"#,
    #"{"op":"remove","path":"/a","more":{"op":"add"}}"#,
  ]

  private static let patches =
    [""] + operations + unusual + operations.map { "\($0),\($0)" } + unusual.map { "\(operations[0]),\($0)" }
    + [operations.joined(separator: ","), (operations + unusual).joined(separator: ","), String(repeating: "[", count: 300)]

  private static func line(_ step: Int, _ patch: String, _ rest: String = "") -> String {
    #"{"seq":\#(step),"t":\#(step),"store":"s","type":"x","payload":{"patch":[{"op":"add"}]},"patch":[\#(patch)]\#(rest)}"# + "\n"
  }

  private static func log(_ rest: String = "") -> String {
    patches.enumerated().map { line($0 + 1, $1, rest) }.joined() + #"{"seq":90,"t":90,"store":"s","type":"x","reduced":false}"# + "\n"
      + #"{"seq":91,"t":91,"store":"s","type":"y"}"# + "\n" + #"{"completes":91,"t":92,"store":"s","patch":[\#(operations[0])]}"# + "\n"
      + line(92, operations[1]).dropLast(12)
  }

  @Test(arguments: ["", #","state":{"patch":[]}"#, #","more":1"#])
  func `as many changes are counted as the patch has`(rest: String) throws {
    let history = try History.of(Self.log(rest))
    let expected = try history.rows.indices.map { row in
      try history.action(at: row)?.outcome.patch.map { ChangeCounts(NodePatch($0)) } ?? ChangeCounts()
    }
    #expect(history.changes(ofRows: history.rows.indices) == expected)
    #expect(history.rows.map(\.changes) == expected)
    #expect(expected.filter { $0 != ChangeCounts() }.count > Self.operations.count)
  }
}
