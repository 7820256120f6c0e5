import Foundation
import Testing

/// Texts that differ and that a screen may draw alike.
struct AlikeTextTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let pairs: [(old: String, new: String, change: String)] = [
    ("👍", "👍🏽", #""👍" → "👍🏽""#), ("👍🏽", "👍🏿", #""👍🏽" → "👍🏿""#), ("👩‍👩‍👧", "👩‍👩‍👦", #""👩\u200d👩\u200d👧" → "👩\u200d👩\u200d👦""#),
    ("हिन्दी", "हिन्दि", #""हिन्दी" → "हिन्दि""#), ("caf\u{E9}", "cafe\u{301}", #""caf\u{E9}" → "cafe\u{301}""#),
    ("\u{E9} and \u{E9}!", "e\u{301} and \u{E9}!", #""\u{E9} and é!" → "e\u{301} and é!""#),
    ("e\u{301}\u{300}", "\u{E9}\u{300}", #""e\u{301}\u{300}" → "\u{E9}\u{300}""#),
    ("1\u{A0}234 €", "1 234 €", #""1\u{A0}234 €" → "1 234 €""#), ("pаypal", "paypal", #""p\u{430}ypal" → "paypal""#),
    ("привет", "пpивeт", #""п\u{440}ив\u{435}т" → "пpивeт""#), ("❤", "❤\u{FE0F}", #""❤" → "❤\ufe0f""#), ("à", "á", #""à" → "á""#),
  ]

  /// A member for each pair: `.a`, `.b` and so on.
  private static let members = pairs.indices.map { String(UnicodeScalar(UInt8(97 + $0))) }

  /// A log in which every member takes its two values.
  private func log() throws -> String {
    let state = zip(Self.members, Self.pairs).map { #""\#($0)":"\#($1.old)""# }.joined(separator: ",")
    let patch = zip(Self.members, Self.pairs).map { #"{"op":"replace","path":"/\#($0)","value":"\#($1.new)"}"# }.joined(separator: ",")
    return try folder.write(
      """
      {"seq":1,"t":0,"store":"a","type":"@@INIT","state":{\(state)}}
      {"seq":2,"t":1,"store":"a","type":"edited","patch":[\(patch)]}

      """, to: "alike.jsonl")
  }

  @Test func `lines show in what two texts differ`() throws {
    let log = try log()
    let show = try BuiltTool.run("show", log, "2").output
    let diff = try BuiltTool.run("diff", log, "1", "2").output
    let blame = try BuiltTool.run("blame", log, "a.").lines
    let paths = Self.members.map { ".\($0)" }
    let history = try BuiltTool.run(["history", log] + paths).output
    let csv = try BuiltTool.run(["history", log] + paths + ["--format", "csv"]).output
    for (member, pair) in zip(Self.members, Self.pairs) {
      for output in [show, diff] { #expect(output.utf8.contains("~ .\(member)  \(pair.change)\n".utf8), "\(output)") }
      #expect(history.utf8.contains("  \(pair.change)\n".utf8), "\(history)")
      let sides = pair.change.components(separatedBy: " → ")
      let blamed = try #require(blame.first { $0.hasPrefix("  .\(member) ") }, "\(blame)")
      #expect(blamed.utf8.contains("  \(sides[1]) ".utf8) && "\(blamed)\n".utf8.contains("was \(sides[0])\n".utf8), "\(blamed)")
      // In a spreadsheet, texts stay as they are.
      #expect(csv.utf8.contains(",\"\"\"\(pair.old)\"\"\",\"\"\"\(pair.new)\"\"\"\n".utf8), "\(csv)")
    }
  }
}

extension String.UTF8View {
  /// By bytes, as texts that are canonically equivalent are equal.
  fileprivate func contains(_ other: String.UTF8View) -> Bool { Array(self).firstRange(of: Array(other)) != nil }
}
