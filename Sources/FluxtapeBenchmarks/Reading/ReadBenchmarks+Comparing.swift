import FluxtapeHistory
import FluxtapeDocuments
import FluxtapeJSON
import Foundation

extension ReadBenchmarks {
  static let comparing = [
    Benchmark(
      name: "diff-10m", what: "difference of two states of 10 MB", target: .timesFaster(30),
      contains: """
        Ours: parse both texts in memory; `changes(from:to:)` finds exactly the \(EditedShop.changes) changes. Baseline: \
        `jsonpatch.make_patch` of Python after parsing both; only once, because it takes long.
        """,
      build: .optimized,
      measure: { setting in
        let shop = try EditedShop()
        let found = try shop.compare()
        guard found == EditedShop.changes else { throw BenchmarkError("\(found) changes were found, not \(EditedShop.changes)") }
        let ours = try (0..<max(3, setting.rounds)).map { _ in try Contender { keep(try shop.compare()) }.secondsPerCall(1) }.median ?? .nan
        let theirs = try shop.secondsOfPython(in: setting)
        return Measurement(ours: .seconds(ours), baseline: .seconds(theirs), ratio: ours / theirs)
      },
      profile: { _, calls in
        let shop = try EditedShop()
        for _ in 0..<calls { keep(try shop.compare()) }
      })
  ]

  /// Whether Python and its package `jsonpatch` are installed.
  static let hasJSONPatch: Bool = (try? Program(named: "python3")?.run(["-c", "import jsonpatch"])) != nil
}

/// The JSON texts of a shop before and after a few edits.
struct EditedShop {
  private let old: [UInt8]
  private let new: [UInt8]

  private static let toggles = 50
  private static let amounts = 20
  private static let inserts = 2
  private static let removals = 1
  static let changes = toggles + amounts + inserts + removals

  init() throws {
    var generator = StateGenerator()
    var shop = generator.shop(items: 66_000, keys: 2000)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    old = [UInt8](try encoder.encode(shop))
    for number in 0..<Self.toggles { shop.items[1000 + number * 1300].isFavourite.toggle() }
    for number in 0..<Self.amounts { shop.stock["sku-\(10_000 + number * 97)"]?.amount += 1 }
    shop.items.remove(at: 30_000)
    for number in 0..<Self.inserts { shop.items.insert(generator.item(900_000 + number), at: 20_000 * (number + 1)) }
    new = [UInt8](try encoder.encode(shop))
  }

  /// Compares both and returns the number of changes.
  func compare() throws -> Int { FluxtapeHistory.changes(from: try JSONNode(parsing: old), to: try JSONNode(parsing: new)).count }

  func secondsOfPython(in setting: Setting) throws -> Double {
    guard let python = Program(named: "python3") else { throw BenchmarkError("python3 is not installed") }
    let paths = ["old.json", "new.json", "seconds"].map { setting.folder.path($0) }
    defer { paths.forEach(setting.folder.remove) }
    try Data(old).write(to: URL(fileURLWithPath: paths[0]))
    try Data(new).write(to: URL(fileURLWithPath: paths[1]))
    try python.run(["-c", Self.script] + paths)
    let text = try String(contentsOfFile: paths[2], encoding: .utf8)
    guard let seconds = Double(text) else { throw BenchmarkError("python3 printed no time") }
    return seconds
  }

  private static let script = """
    import json, jsonpatch, sys, time
    old, new = (json.load(open(path)) for path in sys.argv[1:3])
    start = time.perf_counter()
    jsonpatch.make_patch(old, new)
    open(sys.argv[3], "w").write(str(time.perf_counter() - start))
    """
}
