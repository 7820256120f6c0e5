import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeRandomCases
import Testing

/// Blame, history and find in random logs, compared with a plain fold.
struct QuestionWorldsTests {
  @Test(arguments: triesAll ? [1, 2, 3, 4, .max] : [1, .max])
  func `questions are answered as a plain fold does, in every small log`(spacing: Int) throws {
    // All sequences of four actions take a minute, so only the long checks run them: they ask for more seeds.
    for deeds in QuestionWorld.Deed.all(upTo: triesAll ? 4 : 2) {
      var world = QuestionWorld(spacing: spacing)
      for deed in deeds { world.perform(deed) }
      try check(world)
    }
  }

  @Test(arguments: seeds(4))
  func `questions are answered as a plain fold does, in long random logs`(seed: Int) throws {
    var random = SplitMix64(seed: seed)
    var world = QuestionWorld(spacing: Int.random(in: 1...9, using: &random), isWhole: seed % 2 == 0)
    for _ in 0..<40 { world.performAny(using: &random) }
    try check(world)
  }

  private func check(_ world: QuestionWorld) throws {
    let history = try History.of(world.text)
    let log = Comment(rawValue: world.text)
    for (row, state) in world.states.enumerated() {
      guard let state else { continue }
      #expect(try history.state(of: "s", after: row).value == state, log)
    }
    let blame = try #require(try history.blame(StatePath(), store: "s"), log)
    #expect(blame.map { "\($0.pointer) \($0.origin)" }.sorted() == world.expectedBlame.sorted(), log)
    if let state = world.states.compactMap(\.self).last {
      for entry in blame { #expect(try history.blame(StatePath(entry.pointer, in: state), store: "s") == [entry], log) }
    }
    let paths = [".a", ".b", ".list", ".list[0]", ".list[0].n", ".list[id=\"e1\"].n", ".list[1]", "."]
    let changes = try history.changes(of: paths.map { try StatePath(parsing: $0) }, store: "s")
    for (place, path) in paths.enumerated() {
      let parsed = try StatePath(parsing: path)
      let found = changes.filter { $0.path == place }.map { QuestionWorld.Change(row: $0.row, old: $0.old, new: $0.new) }
      #expect(found == world.expectedChanges(of: parsed), log)
    }
    for path in [".a", ".list", ".list[0].n", ".list[id=\"e1\"].n"] {
      let parsed = try StatePath(parsing: path)
      let found = try history.rows(matching: Query(parsing: "changed:\(path)"))
      #expect(found == world.rowsWhereChanged(parsed), log)
    }
    for (query, holds) in Self.queries {
      #expect(try history.rows(matching: Query(parsing: query)) == world.rows(where: holds), "\(query) in \(world.text)")
      let became = try history.rowsWhereBecame(Query(parsing: query))
      #expect(became == world.rowsWhereBecame(holds), "\(query) in \(world.text)")
      // Each row that a check reports is a row that changed the state.
      #expect(Set(became).isSubset(of: changes.lazy.filter { $0.path == paths.count - 1 }.map(\.row)), "\(query) in \(world.text)")
    }
  }

  private static func numbers(_ state: JSONValue) -> [Int] { state["list"]?.array?.compactMap { $0["n"]?.int } ?? [] }

  /// Queries, and equivalent Swift functions.
  private static let queries: [(String, @Sendable (JSONValue) -> Bool)] = [
    ("store:s .a > 3", { ($0["a"]?.int ?? 0) > 3 }),
    ("store:s .b.n == null", { $0["b"]?["n"] == nil }),
    ("store:s len(.list) >= 2", { ($0["list"]?.array?.count ?? 0) >= 2 }),
    ("store:s sum(.list[*].n) > 8", { numbers($0).reduce(0, +) > 8 }),
    ("store:s descents(.list[*].n) > 0", { zip(numbers($0).dropFirst(), numbers($0)).contains { $0 < $1 } }),
    ("store:s duplicates(.list[*].n) > 0", { Set(numbers($0)).count < numbers($0).count }),
    ("store:s .list[*].n > 4", { $0["list"]?.array?.contains { ($0["n"]?.int ?? 0) > 4 } ?? false }),
    ("store:s not .list[*].n > 4", { !($0["list"]?.array?.contains { ($0["n"]?.int ?? 0) > 4 } ?? false) }),
    ("store:s .list[*].id ~ \"^e[12]$\"", { $0["list"]?.array?.contains { ["e1", "e2"].contains($0["id"]?.string) } ?? false }),
    ("store:s .list[0].n < .a", { ($0["list"]?.array?.first?["n"]?.int ?? .max) < ($0["a"]?.int ?? .min) }),
    ("store:s in:state /^e2$/", { $0["list"]?.array?.contains { $0["id"] == "e2" } ?? false }),
  ]
}
