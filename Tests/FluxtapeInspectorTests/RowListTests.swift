import FluxtapeHistory
import FluxtapeLog
import FluxtapeRandomCases
import Testing

@testable import FluxtapeInspector

/// Lists of rows, compared with the rows they represent.
struct RowListTests {
  /// Sixty rows.
  private let rows: RunRows
  private let places: [LinePlace]

  init() throws {
    let steps = (1...60).map { #"{"seq":\#($0),"t":\#($0),"store":"a","type":"tick","state":\#($0)}"# }
    rows = FixedRun(try History.holding(steps)).rows
    places = (0..<60).compactMap(rows.place)
  }

  @Test func `a row is found by its number and by its place, and what is no row is nil`() {
    #expect(places.count == 60 && rows.count == 60)
    for number in 0..<60 {
      #expect(rows.number(at: places[number]) == number && rows[number]?.step?.rawValue == number + 1)
      #expect(rows[places[number]]?.step?.rawValue == number + 1)
    }
    for number in [-1, 60, Int.max, Int.min] { #expect(rows[number] == nil && rows.place(of: number) == nil) }
  }

  @Test func `a place of another log is no row, and no row of it is behind it`() throws {
    let other = FixedRun(try History.holding([#"{"seq":1,"t":1,"store":"elsewhere","type":"tick","state":1}"#])).rows
    #expect(other.number(at: places[59]) == nil && other[places[59]] == nil)
    #expect(other.firstNumber(notBefore: places[59]) == 1)
  }

  @Test(arguments: seeds(20))
  func `rows that were found are a set, whatever the order they came in`(seed: Int) {
    var random = SplitMix64(seed: seed)
    let origin = Int.random(in: 0..<60, using: &random)
    var set = RowSet()
    var expected: Set<Int> = []
    for _ in 0..<8 {
      let found = (0..<Int.random(in: 0..<6, using: &random)).map { _ in Int.random(in: 0..<60, using: &random) }
      set.insert(found.map { places[$0] }, origin: places[origin])
      expected.formUnion(found)
    }
    let sorted = expected.sorted()
    func place(_ number: Int?) -> LinePlace? { number.map { places[$0] } }
    #expect(set.count == sorted.count && set.first == place(sorted.first) && set.last == place(sorted.last))
    for row in 0..<60 {
      #expect(set.contains(places[row]) == expected.contains(row))
      #expect(set.first(after: places[row]) == place(sorted.first { $0 > row }))
      #expect(set.first(notBefore: places[row]) == place(sorted.first { $0 >= row }))
      #expect(set.last(before: places[row]) == place(sorted.last { $0 < row }))
    }
  }

  @Test(arguments: seeds(20))
  func `a list of rows finds each where it is, with a guest or without`(seed: Int) {
    var random = SplitMix64(seed: seed)
    let passing = (0..<60).filter { _ in Bool.random(using: &random) }
    var list = ListedRows(passing.map { places[$0] })
    let guest = Int.random(in: 0..<60, using: &random)
    list.setGuest(places[guest])
    let expected = Set(passing + [guest]).sorted()
    #expect((0..<list.count).map { list.number(at: $0, in: rows) } == expected)
    #expect(list.number(at: -1, in: rows) == nil && list.number(at: list.count, in: rows) == nil)
    #expect(list.first(in: rows) == passing.first)
    for (position, row) in expected.enumerated() {
      #expect(list.position(of: row, in: rows) == position)
      #expect(list.isGuest(position) == !passing.contains(row))
    }
    for row in 0..<60 {
      let before = expected.lastIndex { $0 <= row } ?? 0
      #expect(list.position(of: row, in: rows) == before)
    }
  }

  @Test func `all rows are listed where nothing filters them`() {
    var list = ListedRows(all: 3)
    list.setGuest(places[1])
    #expect(list.count == 3 && list.number(at: 2, in: rows) == 2 && list.position(of: 9, in: rows) == 2 && list.length(at: 0) == 1)
    #expect(list.number(at: 3, in: rows) == nil)
  }
}
