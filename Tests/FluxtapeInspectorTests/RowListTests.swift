import FluxtapeRandomCases
import Testing

@testable import FluxtapeInspector

/// Lists of rows, against what they stand for.
@Suite struct RowListTests {
  @Test(arguments: seeds(20))
  func `rows that were found are a set, whatever the order they came in`(seed: Int) {
    var random = SplitMix64(seed: seed)
    let origin = Int.random(in: 0..<60, using: &random)
    var rows = RowSet()
    var expected: Set<Int> = []
    for _ in 0..<8 {
      let found = (0..<Int.random(in: 0..<6, using: &random)).map { _ in Int.random(in: 0..<60, using: &random) }
      rows.insert(found, origin: origin)
      expected.formUnion(found)
    }
    let sorted = expected.sorted()
    #expect(rows.count == sorted.count && rows.first == sorted.first && rows.last == sorted.last)
    for row in -1...60 {
      #expect(rows.contains(row) == expected.contains(row))
      #expect(rows.first(after: row) == sorted.first { $0 > row })
      #expect(rows.last(before: row) == sorted.last { $0 < row })
    }
  }

  @Test(arguments: seeds(20))
  func `a list of rows finds each where it is, with a guest or without`(seed: Int) {
    var random = SplitMix64(seed: seed)
    let places = (0..<40).filter { _ in Bool.random(using: &random) }
    var list = ListedRows(places)
    let guest = Int.random(in: 0..<40, using: &random)
    list.welcome(guest)
    let expected = Set(places + [guest]).sorted()
    #expect((0..<list.count).map { list[$0] } == expected)
    for (position, row) in expected.enumerated() {
      #expect(list.position(of: row) == position)
      #expect(list.isGuest(position) == !places.contains(row))
    }
    for row in 0..<40 {
      #expect(list.passes(row) == places.contains(row))
      #expect(list.first(notBefore: row) == places.first { $0 >= row })
      let before = expected.lastIndex { $0 <= row } ?? 0
      #expect(list.position(of: row) == before)
    }
  }

  @Test func `all rows are listed where nothing filters them`() {
    var list = ListedRows(all: 3)
    list.welcome(1)
    #expect(list.count == 3 && list[2] == 2 && list.position(of: 9) == 2 && list.passes(7) && list.length(at: 0) == 1)
  }
}
