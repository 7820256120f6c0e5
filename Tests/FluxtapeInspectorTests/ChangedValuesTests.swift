import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeScreen
import Testing

@testable import FluxtapeInspector

/// What a step changed, on its row.
struct ChangedValuesTests {
  private static let tested =
    #"{"op":"test","path":"/items/2/qty","value":3},{"op":"replace","path":"/items/2/qty","value":2},"#
    + #"{"op":"replace","path":"/total","value":4860}"#
  private static let failed =
    #"{"op":"add","path":"/checkout/failed","value":{"reason":"the payment was not answered in time"}}"#
  private static let removed = #"{"op":"remove","path":"/reserved"},{"op":"remove","path":"/items/1"}"#
  private static let ribbon = #"{"op":"replace","path":"/note","value":"gift box with a long blue ribbon"}"#
  private static let secret = #"{"op":"replace","path":"/token","value":{"$redacted":"51aa0c3e9b7714d2"}}"#

  private func text(_ operations: String, _ width: Int, _ typesetting: Typesetting = .unicode) throws -> StyledText {
    let patch = try NodePatch(decoding: JSONNode(parsing: "[\(operations)]"))
    return ChangedValues(width: width, typesetting: typesetting).text(of: patch)
  }

  @Test(arguments: [
    (tested, 30, "items[2].qty 3 → 2, total 4860"), (tested, 29, "items[2].qty 2, total 4860"), (tested, 25, "[2].qty 2, total 4860"),
    (tested, 20, "[2].qty 2, …"), (tested, 11, ""),
    (failed, 65, #"+checkout.failed {reason: "the payment was not answered in time"}"#),
    (failed, 64, #"+failed {reason: "the payment was not answered in time"}"#), (failed, 30, "+failed {…}"), (failed, 10, ""),
    (removed, 20, "-reserved, -items[1]"), (removed, 19, "-reserved, -[1]"), (removed, 14, "-reserved, …"), (removed, 11, ""),
    (ribbon, 39, #"note "gift box with a long blue ribbon""#), (ribbon, 20, #"note "gift box wit…""#),
    (secret, 25, "token <redacted 51aa0c3e>"), (secret, 24, ""),
    (#"{"op":"replace","path":"/loading","value":true}"#, 20, "loading true"), (#"{"op":"replace","path":"","value":7}"#, 20, ". 7"),
    (#"{"op":"add","path":"/history/-","value":1}"#, 20, "+history[-] 1"), (#"{"op":"add","path":"/history/-","value":1}"#, 12, "+[-] 1"),
    (#"{"op":"move","from":"/items/3","path":"/items/0"}"#, 20, "items[3] → items[0]"),
    (#"{"op":"copy","from":"/items/3","path":"/kept"}"#, 20, "+kept"),
    (#"{"op":"splice","path":"/note","at":4,"del":3,"ins":"box"}"#, 20, "note [-…-]{+box+}"),
    (#"{"op":"replace","path":"/note","value":"\u0007"}"#, 20, #"note "␇""#), (#"{"op":"test","path":"/n","value":1}"#, 20, ""),
  ])
  func `changes lose old values, then paths, then the last ones`(operations: String, width: Int, expected: String) throws {
    let shown = try text(operations, width)
    #expect(shown.plain == expected)
  }

  @Test(arguments: [tested, failed, removed, ribbon, secret])
  func `a wider row never shows less`(operations: String) throws {
    var last = 0
    for width in 0...80 {
      let used = try text(operations, width).width(in: .unicode)
      #expect(used <= width && used >= last)
      last = used
    }
  }

  @Test func `the new value stands out from the old one`() throws {
    let shown = try text(Self.tested, 40, .ascii)
    #expect(shown.plain == "items[2].qty 3 -> 2, total 4860")
    #expect(shown.runs.map(\.style) == [.key, .old, .changed, .key, .changed])
  }

  private func row(payload: String, columns: Int) throws -> String? {
    let lines = [
      #"{"seq":1,"t":0,"store":"cart","type":"@@INIT","state":{"items":[{"qty":3}],"total":5}}"#,
      #"{"seq":2,"t":5,"store":"cart","type":"qty","payload":\#(payload),"patch":["#
        + #"{"op":"replace","path":"/items/0/qty","value":2},{"op":"replace","path":"/total","value":4860}]}"#,
    ]
    return try InspectorDriver(runs: [.holding(lines)], columns: columns, rows: 40).line(with: #"qty "p3""#)
  }

  @Test(arguments: [120, 160, 200]) func `a row with free columns says what its step changed, before the counts`(columns: Int) throws {
    let shown = try #require(try row(payload: #"{"id":"p3"}"#, columns: columns))
    #expect(shown.contains(#"qty "p3"  items[0].qty 2, total 4860   "#) && shown.contains(" ~2"), "\(shown)")
  }

  @Test func `below 120 columns, and while contents are missing, there are no changes`() throws {
    let narrow = try #require(try row(payload: #"{"id":"p3"}"#, columns: 119))
    #expect(!narrow.contains("4860") && narrow.hasSuffix(" ~2"), "\(narrow)")
    let note = String(repeating: "x", count: 90)
    let cut = try #require(try row(payload: #"{"id":"p3","note":"\#(note)"}"#, columns: 120))
    #expect(cut.contains(#"qty "p3", … "#) && !cut.contains("4860") && cut.hasSuffix(" ~2"), "\(cut)")
  }
}
