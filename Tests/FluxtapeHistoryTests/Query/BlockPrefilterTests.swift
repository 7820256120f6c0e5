import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
import FluxtapeRandomCases
import Foundation
import Testing

@testable import FluxtapeHistory

/// Large logs are searched in blocks, on two threads.
struct BlockSieveTests {
  /// Words that a search finds in some lines, in various JSON spellings.
  private static let words = [
    "needle7", "Needle7", "nEEDLE7", #"ne\u0065dle7"#, "needle8", "needl", #"needle\\u"#, "7", "77", "é", "É", #"\u00e9"#, "日本語", "日本",
    #"\"needle7\""#, #"\\\\n"#, "--", "other",
  ]
  private static let queries = [
    "needle7", "Needle7", "needle", "7", "77", "日本", "\"-\"", "É", "payload.word == \"needle8\"", "payload.word ~ \"dle7\"",
    "needle7 or 日本", "needle8 seq:1..40", "needle7 needle8", "store:b 77",
  ]

  /// Lines of many lengths and of every kind, so that matches also cross the borders of blocks.
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

  @Test(arguments: seeds(6))
  func `no row is left out that a query holds for, whatever the size of blocks`(seed: Int) throws {
    var random = SplitMix64(seed: seed)
    let fixture = try LogFixture(Self.segment(1, 1..<40, &random), Self.segment(2, 40..<55, &random))
    let history = try #require(try fixture.histories().first)
    let index = history.rows.index
    for text in Self.queries {
      let plan = QueryPlan(try Query(parsing: text), for: history)
      let sieve = LinePrefilter(plan, index)
      var test = RecordTest(history, history.rows, plan, sieve)
      test.answer(Array(history.rows.indices)[...])
      let expected = history.rows.indices.filter { test.answers[$0] == .yes }
      #expect(try history.rows(matching: Query(parsing: text)) == expected, "\(text)")
      let sizes = BlockPrefilter.Sizes(
        block: Int.random(in: 1...300, using: &random), stretch: 1...Int.random(in: 1...4000, using: &random))
      guard var blocks = BlockPrefilter(sieve.needles, plan, index, sizes) else { continue }
      var candidates: [Int] = []
      while let row = try blocks.candidate(from: candidates.last.map { $0 + 1 } ?? 0, before: history.rows.count) { candidates.append(row) }
      #expect(Set(candidates).isSuperset(of: expected), "\(text)")
    }
  }

  @Test func `rows that hold none of it are not looked at`() throws {
    func line(_ n: Int, _ word: String) -> String { #"{"seq":\#(n),"t":\#(n),"store":"s","type":"x","payload":"\#(word)","patch":[]}"# }
    let words = ["no", "yes", "no", #"\u0079es"#, "no", "YES", "ye", "no", "no"]
    let history = try History.of(words.enumerated().map { line($0.offset + 1, $0.element) }.joined(separator: "\n") + "\n")
    let plan = QueryPlan(try Query(parsing: "\"yes\""), for: history)
    var blocks = try #require(BlockPrefilter(LinePrefilter(plan, history.rows.index).needles, plan, history.rows.index))
    var candidates: [Int] = []
    while let row = try blocks.candidate(from: candidates.last.map { $0 + 1 } ?? 0, before: 9) { candidates.append(row) }
    // The end of the last line is unknown.
    #expect(candidates == [1, 3, 5, 8])
  }

  @Test func `what is looked for is found in every line that holds it, over many blocks`() throws {
    let lines = (1...700).map { n in
      let word = n % 50 == 1 ? "Needle7" : n % 50 == 2 ? #"ne\u0065dle7"# : "other"
      return #"{"seq":\#(n),"t":\#(n),"store":"s","type":"x","payload":{"pad":"\#(String(repeating: "-", count: 300 + n * 37 % 300))","#
        + #""word":"\#(word)"},"patch":[]}"#
    }
    let history = try #require(try LogFixture(lines.joined(separator: "\n") + "\n").histories().first)
    let steps = try history.rows(matching: Query(parsing: "needle7")).compactMap { history.rows[$0].step?.rawValue }
    #expect(steps == (1...700).filter { $0 % 50 == 1 || $0 % 50 == 2 })
  }

  @Test func `the last steps of segments, and those that a log has grown by, are searched too`() throws {
    func line(_ n: Int, _ word: String) -> String { #"{"seq":\#(n),"t":\#(n),"store":"s","type":"\#(word)","patch":[]}"# + "\n" }
    func header(_ segment: Int) -> String { #"{"fluxtape":1,"run":"r","segment":\#(segment)}"# + "\n" }
    let fixture = try LogFixture(
      header(1) + line(1, "other") + line(2, "needle"), header(2) + line(3, "needle") + line(4, "other") + line(5, "needle"))
    let opening = try HistoryOpening(fixture.paths)
    try opening.wait()
    let history = try #require(opening.histories.first)
    func steps() throws -> [Int] {
      try history.rows(matching: Query(parsing: "\"needle\"")).compactMap { history.rows[$0].step?.rawValue }
    }
    #expect(try steps() == [2, 3, 5])
    let file = try #require(FileHandle(forWritingAtPath: fixture.paths[1]))
    try file.seekToEnd()
    try file.write(contentsOf: Data((line(6, "other") + line(7, "needle") + line(8, "other")).utf8))
    #expect(try opening.readOn() == .grown)
    #expect(try steps() == [2, 3, 5, 7])
  }

  @Test func `a log that was cut off while it is searched is an error`() throws {
    let lines = (1...100).map { #"{"seq":\#($0),"t":1,"store":"s","type":"x","patch":[]}"# }
    let fixture = try LogFixture(lines.joined(separator: "\n") + "\n")
    let history = try #require(try fixture.histories().first)
    try #require(unsafe truncate(fixture.paths[0], 1000) == 0)
    #expect(throws: HistoryError.self) { try history.rows(matching: Query(parsing: "needle")) }
  }
}
