import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeRandomCases
import Testing

/// Texts that are long enough to be stored in chunks, and change by splices.
struct LongTextTests {
  @Test(arguments: seeds(3))
  func `every answer has the text that the splices make`(seed: Int) throws {
    var random = SplitMix64(seed: seed)
    var text = Array(String(repeating: "aé日🙂", count: 2000).unicodeScalars)
    func spelled() -> String { String(String.UnicodeScalarView(text)) }
    func state(_ cursor: Int) -> String { #""state":{"text":"\#(spelled())","cursor":\#(cursor)}"# }
    var lines = [#"{"fluxtape":1,"run":"r","time":"2026-11-21T09:00:00.000000Z"}"#]
    lines.append(#"{"t":0,"store":"s","type":"@@STATE",\#(state(0))}"#)
    var texts = [spelled()]
    for step in 1...60 {
      let at = Int.random(in: 0...text.count, using: &random)
      let deleted = Int.random(in: 0...min(300, text.count - at), using: &random)
      let inserted = String(repeating: "xö", count: Int.random(in: 1...80, using: &random))
      text.replaceSubrange(at..<at + deleted, with: Array(inserted.unicodeScalars))
      texts.append(spelled())
      let splice = #"{"op":"splice","path":"/text","at":\#(at),"del":\#(deleted),"ins":"\#(inserted)"}"#
      let patch = #""patch":[\#(splice),{"op":"replace","path":"/cursor","value":\#(step)}]"#
      let snapshot = step % 20 == 0 ? "," + state(step) : ""
      lines.append(#"{"seq":\#(step),"t":\#(step),"store":"s","type":"x",\#(patch)\#(snapshot)}"#)
    }
    let history = try History.of(lines.joined(separator: "\n") + "\n")

    let path = try StatePath(parsing: ".text")
    #expect(try history.changes(of: [path]).map(\.new) == texts.map(JSONValue.string))
    #expect(try history.blame(path)?.map(\.value) == [.string(texts[60])])
    #expect(try history.blame(path)?.map(\.origin) == [.action(row: 60)])
    #expect(try history.rows(matching: Query(parsing: "changed:.text")) == Array(0...60))
    #expect(try history.rows(matching: Query(parsing: ".cursor == 33")) == [33])
    #expect(try history.statistics().states.map(\.last) == [#"{"text":"\#(texts[60])","cursor":60}"#.utf8.count])
    #expect(try history.check().filter { !$0.isNote } == [])
  }
}
