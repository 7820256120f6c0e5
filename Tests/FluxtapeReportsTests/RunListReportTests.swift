import FluxtapeHistory
import FluxtapeJSON
import Foundation
import Testing

@testable import FluxtapeReports

/// Lists and pages of hostile logs.
struct RunListReportTests {
  private static let hostile = "</td><script>alert(1)</script> | `x` \u{202E} \u{1B}[2J \"'& [l](http://x)"

  private static func listing() throws -> RunListing {
    let folder = FileManager.default.temporaryDirectory.appending(path: "runs <b> \(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let meta = JSONValue.object(["test": .string(hostile), "case": .string(hostile), "id": "M.a/b(c:)"])
    let lines = [
      #"{"fluxtape":1,"run":"r","meta":\#(meta.text)}"#,
      JSONValue.object(["seq": 1, "t": 1, "mark": .string(hostile), "level": "error", "site": .string(hostile)]).text,
      #"{"seq":2,"t":2,"end":"failed"}"#,
    ]
    let path = folder.path + "/log 'x'.jsonl"
    try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: URL(filePath: path))
    return RunListing([path])
  }

  @Test func `nothing in a log gets out of its cell of the page`() throws {
    let listing = try Self.listing()
    let path = try #require(listing.entries.first?.paths.first)
    let folder = String(path.prefix { $0 != "'" }.dropLast(4))
    let html = RunIndexPage(listing, in: folder).html.joined(separator: "\n")
    #expect(html.split(separator: "<script").count == 2 && !html.contains("\u{202E}") && !html.contains("\u{1B}"))
    #expect(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
    #expect(html.contains("base-uri 'none'; form-action 'none'\">") && !html.contains("unsafe-inline") && !html.contains("style=\""))
    #expect(html.contains("<a href=\"./log%20%27x%27.jsonl\">"))
    #expect(html.split(separator: "<td").count - 1 == 7 && html.split(separator: "<a ").count == 2)
  }

  @Test func `a log elsewhere is named and not linked`() throws {
    #expect(!RunIndexPage(try Self.listing(), in: "/elsewhere").html.joined().contains("<a "))
  }

  @Test func `logs whose names print alike link to their own pages`() throws {
    let summary = try #require(try Self.listing().entries.first?.summary)
    let names = ["caf\u{E9}", "cafe\u{301}", "\u{301}cafe"]
    let entries = names.map { RunListing.Entry(paths: ["runs/\($0).jsonl"], number: nil, summary: summary) }
    let pages = Dictionary(uniqueKeysWithValues: entries.enumerated().map { ($1.place, "runs/\($0).html") })
    let rows = RunIndexPage(RunListing(entries: entries), in: "runs", pages: pages).html.filter { $0.hasPrefix("<tr>") }
    #expect(rows.count == 3)
    for (place, log) in ["caf%C3%A9", "cafe%CC%81", "%CC%81cafe"].enumerated() {
      #expect(rows.count { $0.contains("<a href=\"./\(place).html\">") && $0.contains("<a href=\"./\(log).jsonl\">") } == 1, "\(rows)")
    }
  }

  @Test func `Markdown of hostile values stays a table`() throws {
    let lines = RunListReport(try Self.listing()).markdown
    #expect(lines.count == 5)
    #expect(lines[2].replacing("\\|", with: "").split(separator: "|").count == 6)
    #expect(!lines.joined().contains("<script") && !lines.joined().contains("](http:"))
  }

  @Test func `what has to run again is a pattern of whole names`() throws {
    let pattern = try #require(RerunFilter(Self.listing()).patterns.first)
    #expect(pattern == "^(M\\.a/b\\(c:\\))(/|$)")
    let regex = try Regex(pattern)
    #expect("M.a/b(c:)/F.swift:1:2".firstMatch(of: regex) != nil && "M.a/b(c:)".firstMatch(of: regex) != nil)
    #expect("M.a/b(c:d:)/F.swift:1:2".firstMatch(of: regex) == nil && "Mxa/b(c:)".firstMatch(of: regex) == nil)
  }
}
