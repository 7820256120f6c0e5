import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
import FluxtapeRandomCases
import Foundation
import Testing

@testable import FluxtapeHistory

/// Rows whose bytes lack a text that a query needs are not read further.
struct LinePrefilterTests {
  /// Words that a search finds in some lines, in various JSON spellings.
  private static let words = [
    "needle7", "Needle7", "nEEDLE7", #"ne\u0065dle7"#, "needle8", "needl", #"needle\\u"#, "7", "77", "é", "É", #"\u00e9"#, "日本語", "日本",
    #"\"needle7\""#, #"\\\\n"#, "--", "other",
  ]
  private static let queries = [
    "needle7", "Needle7", "needle", "7", "77", "日本", "\"-\"", "É", "payload.word == \"needle8\"", "payload.word ~ \"dle7\"",
    "needle7 or 日本", "needle8 seq:1..40", "needle7 needle8", "store:b 77",
  ]

  /// Lines of many lengths and of every kind, of two files.
  private static func segment(_ number: Int, _ steps: Range<Int>, _ random: inout SplitMix64) -> String {
    #"{"fluxtape":1,"run":"r","segment":\#(number)}"# + "\n"
      + steps.map { n in
        let word = words.randomElement(using: &random) ?? ""
        let pad = String(repeating: "-", count: Int.random(in: 0..<60, using: &random))
        let head = #"{"seq":\#(n),"t":\#(n),"store":"\#(n % 2 == 0 ? "a" : "b")","type":"x","#
        return switch Int.random(in: 0..<20, using: &random) {
        case 0: #"{"mark":"\#(word)","seq":\#(n),"t":\#(n)}"#
        case 1: #"\#(pad)\#(word)"#
        case 2: head + #""payload":"\#(word)","reduced":false}"#
        case 3: head + #""cause":\#(max(1, n - 1)),"patch":[]}"#
        case 4: head + #""payload":{"word":{"$redacted":"aa"}},"patch":[]}"#
        case 5:
          head + #""effect":{"id":\#(n),"phase":"started"}}"# + "\n"
            + #"{"completes":\#(n),"t":\#(n),"error":{"type":"E","message":"\#(word)"}}"#
        default: head + #""payload":{"pad":"\#(pad)","word":"\#(word)"},"patch":[{"op":"add","path":"/\#(pad)","value":"\#(pad)"}]}"#
        }
      }.joined(separator: "\n") + "\n"
  }

  @Test(arguments: seeds(3))
  func `no row is left out that a query holds for`(seed: Int) throws {
    var random = SplitMix64(seed: seed)
    let fixture = try LogFixture(Self.segment(1, 1..<40, &random), Self.segment(2, 40..<55, &random))
    let history = try #require(try fixture.histories().first)
    for text in Self.queries {
      let query = try Query(parsing: text)
      let plan = QueryPlan(query, for: history)
      let expected = try history.rows.indices.filter { row in
        let content = try RowContent(of: row, in: history)
        return try plan.formula.truth { number in
          switch plan.leaves[number] {
          case .row(let condition): condition.truth(of: history.rows[row], at: row)
          case .line(let condition): condition.truth(of: content)
          case .state: .pending
          }
        } == .yes
      }
      #expect(try history.rows(matching: query) == expected, "\(text)")
    }
  }
}
