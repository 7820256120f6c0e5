import FluxtapeScreen
import Testing

struct RegionTests {
  @Test func `a region is cut into panes that cover it`() {
    var rest = Region(origin: Position(row: 1, column: 2), size: Size(rows: 10, columns: 20))
    #expect(rest.cutTop(1) == Region(origin: Position(row: 1, column: 2), size: Size(rows: 1, columns: 20)))
    #expect(rest.cutBottom(2) == Region(origin: Position(row: 9, column: 2), size: Size(rows: 2, columns: 20)))
    #expect(rest.cutLeft(5) == Region(origin: Position(row: 2, column: 2), size: Size(rows: 7, columns: 5)))
    #expect(rest.cutRight(5) == Region(origin: Position(row: 2, column: 17), size: Size(rows: 7, columns: 5)))
    #expect(rest == Region(origin: Position(row: 2, column: 7), size: Size(rows: 7, columns: 10)))
  }

  @Test(arguments: [Int.min, -1, 0, 3, 4, Int.max])
  func `a cut takes no more than there is`(_ count: Int) {
    let taken = min(max(count, 0), 3)
    for cut in [Region.topCut, Region.bottomCut, Region.leftCut, Region.rightCut] {
      var rest = Region(origin: .zero, size: Size(rows: 3, columns: 3))
      let piece = cut(&rest, count)
      #expect(min(piece.rows, piece.columns) == taken && min(rest.rows, rest.columns) == 3 - taken)
    }
  }

  @Test func `a row of a region is a region`() {
    let region = Region(origin: Position(row: 4, column: 1), size: Size(rows: 2, columns: 7))
    #expect(region.row(1) == Region(origin: Position(row: 5, column: 1), size: Size(rows: 1, columns: 7)))
    #expect(region.row(2).isEmpty && region.row(-1).isEmpty)
    #expect(region.contains(Position(row: 5, column: 7)) && !region.contains(Position(row: 5, column: 8)))
    #expect(!region.contains(Position(row: .min, column: .max)))
  }

  @Test func `a size stays inside of what terminals report`() {
    #expect(Size(rows: -1, columns: .max) == Size(rows: 0, columns: Size.limit))
    #expect("\(Size(rows: 24, columns: 80))" == "80x24")
  }
}

extension Region {
  fileprivate static func topCut(_ region: inout Region, _ count: Int) -> Region { region.cutTop(count) }
  fileprivate static func bottomCut(_ region: inout Region, _ count: Int) -> Region { region.cutBottom(count) }
  fileprivate static func leftCut(_ region: inout Region, _ count: Int) -> Region { region.cutLeft(count) }
  fileprivate static func rightCut(_ region: inout Region, _ count: Int) -> Region { region.cutRight(count) }
}
