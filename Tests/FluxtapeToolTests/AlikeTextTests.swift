import Foundation
import Testing

/// Texts that differ and that a screen may draw alike.
struct AlikeTextTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A log in which `.text` takes two values.
  private func log(_ old: String, _ new: String) throws -> String {
    try folder.write(
      """
      {"seq":1,"t":0,"store":"a","type":"@@INIT","state":{"text":"\(old)"}}
      {"seq":2,"t":1,"store":"a","type":"edited","patch":[{"op":"replace","path":"/text","value":"\(new)"}]}

      """, to: "alike.jsonl")
  }

  @Test(arguments: [
    ("👍", "👍🏽", #""👍" → "👍🏽""#), ("👍🏽", "👍🏿", #""👍🏽" → "👍🏿""#), ("👩‍👩‍👧", "👩‍👩‍👦", #""👩\u200d👩\u200d👧" → "👩\u200d👩\u200d👦""#),
    ("हिन्दी", "हिन्दि", #""हिन्दी" → "हिन्दि""#), ("caf\u{E9}", "cafe\u{301}", #""caf\u{E9}" → "cafe\u{301}""#),
    ("\u{E9} and \u{E9}!", "e\u{301} and \u{E9}!", #""\u{E9} and é!" → "e\u{301} and é!""#),
    ("e\u{301}\u{300}", "\u{E9}\u{300}", #""e\u{301}\u{300}" → "\u{E9}\u{300}""#),
    ("1\u{A0}234 €", "1 234 €", #""1\u{A0}234 €" → "1 234 €""#), ("pаypal", "paypal", #""p\u{430}ypal" → "paypal""#),
    ("привет", "пpивeт", #""п\u{440}ив\u{435}т" → "пpивeт""#), ("❤", "❤\u{FE0F}", #""❤" → "❤\ufe0f""#), ("à", "á", #""à" → "á""#),
  ])
  func `lines show in what two texts differ`(old: String, new: String, change: String) throws {
    let log = try log(old, new)
    #expect(try BuiltTool.run("show", log, "2").output.utf8.contains("~ .text  \(change)\n".utf8))
    #expect(try BuiltTool.run("diff", log, "1", "2").output.utf8.contains("~ .text  \(change)\n".utf8))
    #expect(try BuiltTool.run("history", log, ".text").output.utf8.contains("  \(change)\n".utf8))
    let sides = change.components(separatedBy: " → ")
    let blame = try BuiltTool.run("blame", log, ".text").output
    #expect(blame.utf8.contains(".text  \(sides[1]) ".utf8) && blame.utf8.contains("was \(sides[0])\n".utf8), "\(blame)")
    // Outside of such pairs, texts stay as they are.
    let csv = try BuiltTool.run("history", log, ".text", "--format", "csv").output
    if !change.contains("u200d") { #expect(csv.utf8.contains(",\"\"\"\(old)\"\"\",\"\"\"\(new)\"\"\"\n".utf8), "\(csv)") }
  }
}

extension String.UTF8View {
  /// By bytes, as texts that are canonically equivalent are equal.
  fileprivate func contains(_ other: String.UTF8View) -> Bool { Array(self).firstRange(of: Array(other)) != nil }
}
