import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeLog
import FluxtapeQueryCases
import Foundation
import Testing

struct QueryTests {
  static let log = Result { try String(contentsOfFile: QueryCase.path(ofLog: "cart"), encoding: .utf8) }

  @Test func `what became true is the first of each run of steps`() throws {
    let history = try History.of(Self.log.get())
    func steps(_ query: String) throws -> [Int] {
      try history.rowsWhereBecame(Query(parsing: query)).compactMap { history.rows[$0].step?.rawValue }
    }
    #expect(try steps(".total > 20") == [6])
    #expect(try steps("cart.total > 20") == [6])
    #expect(try steps(".total > 0") == [3, 21])
    #expect(try steps("type:cart.item*") == [3, 8, 21])
  }

  @Test func `a search ends when its reports are answered so`() throws {
    var lines = (1...10_000).map { #"{"seq":\#($0),"t":1,"store":"s","type":"x","patch":[]}"# }
    lines.append("")
    let history = try History.of(lines.joined(separator: "\n"))
    var reports: [QueryProgress] = []
    let found = try history.rows(matching: Query(parsing: "type:x")) { progress in
      reports.append(progress)
      return reports.count < 2
    }
    #expect(reports.count == 2 && found.count == reports[1].looked && found.count < 10_000)
    #expect(reports.flatMap(\.found) == found)
  }
}
