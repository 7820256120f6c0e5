import Foundation
import Testing

@testable import FluxtapeBenchmarks

struct CostsPageTests {
  /// The rows of the page's table of figures, with trimmed cells.
  private static func rows() throws -> [[String]] {
    let page = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../Sources/Fluxtape/Fluxtape.docc/RecordingCosts.md")
    let lines = try String(contentsOf: page.standardizedFileURL, encoding: .utf8).split(separator: "\n")
    return lines.drop { !$0.hasPrefix("| What | Ours |") }.prefix { $0.hasPrefix("|") }.dropFirst(2).map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  @Test func `the page about costs has the rows and targets that the command prints`() throws {
    let rows = try Self.rows()
    #expect(rows.map { $0[0] } == RecordBenchmarks.all.map(\.what))
    #expect(rows.map { $0[4] } == RecordBenchmarks.all.map { "\($0.target)" })
  }
}
