import FluxtapeCoding
import FluxtapeRandomCases
import Testing

/// Arrays of thousands of elements: the number of operations.
struct LongListTests {
  struct Row: Codable, Sendable {
    var id: Int
    var title: String
    var isDone = false
    var tags: [String] = []
  }

  struct Change: Sendable, CustomTestStringConvertible {
    let name: String
    let operations: Int
    let make: @Sendable (inout [Row]) -> Void
    var testDescription: String { name }

    init(_ name: String, _ operations: Int, _ make: @escaping @Sendable (inout [Row]) -> Void) {
      (self.name, self.operations, self.make) = (name, operations, make)
    }
  }

  static let rows = (0..<2_000).map { Row(id: $0, title: "the title of row \($0)", tags: ["a", "tag \($0)"]) }

  /// Enough for elements that are far apart.
  private static let someRows = Array(rows.prefix(1_000))

  /// The same row with other storage.
  private static func copy(_ row: Row) -> Row { Row(id: row.id, title: row.title + "", isDone: row.isDone, tags: row.tags.map { $0 + "" }) }

  static let changes = [
    Change("one field", 1) { $0[500].isDone = true },
    Change("five fields in five rows", 5) { rows in for place in stride(from: 0, to: 1_000, by: 200) { rows[place].isDone = true } },
    Change("a hundred rows", 100) { rows in for place in stride(from: 0, to: 1_000, by: 10) { rows[place].title += "!" } },
    Change("insert", 1) { $0.insert(Row(id: -1, title: "new"), at: 17) },
    Change("append", 1) { $0.append(Row(id: -1, title: "new")) },
    Change("delete", 1) { $0.remove(at: 17) },
    Change("insert and delete", 2) {
      $0.insert(Row(id: -1, title: "new"), at: 17)
      $0.remove(at: 900)
    },
    Change("insert, delete and change", 3) {
      $0.insert(Row(id: -1, title: "new"), at: 17)
      $0.remove(at: 900)
      $0[500].isDone = true
    },
    Change("move", 1) { $0.insert($0.remove(at: 900), at: 17) },
    Change("swap", 2) { $0.swapAt(17, 23) },
    // Looking for moves over such a distance would cost more than it saves.
    Change("swap far apart", 6) { $0.swapAt(17, 900) },
    Change("three moves", 3) { rows in for place in [100, 200, 300] { rows.append(rows.remove(at: place)) } },
    Change("duplicates", 3) { rows in for place in [100, 200, 300] { rows.insert(rows[place], at: place) } },
    Change("delete a part", 200) { $0.removeSubrange(400..<600) },
    Change("all made anew", 0) { $0 = $0.map(copy) },
    Change("all made anew, one inserted", 1) {
      $0 = $0.map(copy)
      $0.insert(Row(id: -1, title: "new"), at: 0)
    },
    Change("all made anew, one inserted, one deleted", 2) {
      $0 = $0.map(copy)
      $0.insert(Row(id: -1, title: "new"), at: 0)
      $0.removeLast()
    },
    Change("all gone", 1) { $0 = [] },
    Change("all other rows", 1) { $0 = (0..<10).map { Row(id: -$0, title: "x") } },
  ]

  @Test(arguments: sampled(changes, step: 2)) func `few operations say what happened`(_ change: Change) throws {
    let followed = try FollowedDocument(["rows": Self.someRows])
    var rows = Self.someRows
    change.make(&rows)
    let patch = try followed.advance(to: ["rows": rows])
    #expect(patch.components(of: #"{"op":"#) == change.operations, "\(patch.prefix(300))")
  }

  @Test func `rows in any order are followed`() throws {
    var random = SplitMix64(seed: 1)
    let followed = try FollowedDocument(Self.rows)
    let rows = Self.rows.shuffled(using: &random)
    try followed.advance(to: rows)
    try followed.advance(to: Array(rows.reversed()))
  }
}

extension String {
  /// How often `part` occurs.
  fileprivate func components(of part: String) -> Int {
    var (count, rest) = (0, self[...])
    while let range = rest.firstRange(of: part) {
      count += 1
      rest = rest[range.upperBound...]
    }
    return count
  }
}
