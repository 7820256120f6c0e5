import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeRandomCases
import Foundation
import Testing

/// Logs that were damaged on disk or in transit: no trap, no hang, and a row or an error that says where and why.
struct DamagedLogTests {
  /// Uses the whole API on a log with any contents.
  private func exercise(_ path: String) throws {
    let opening: HistoryOpening
    do {
      opening = try HistoryOpening([path])
      try opening.wait()
    } catch {
      // Refused, with a reason.
      #expect(!"\(error)".isEmpty)
      return
    }
    for history in opening.histories {
      for row in history.rows.indices {
        let shown = history.rows[row]
        if shown.kind == .badLine {
          // A line without any readable member was the log's last.
          #expect(shown.error != nil || shown.isTorn, "\(path)")
          #expect(shown.lineNumber != nil)
        }
        _ = (shown.changes, shown.duration, shown.missing, shown.type)
        // Damage inside a line may show only now, as an error.
        _ = try? history.action(at: row)
        _ = try history.line(at: row)
        for store in history.stores {
          _ = try? history.state(of: store, after: row)
          _ = try? history.state(of: store, before: row)
        }
      }
      _ = (history.inFlight, history.pending)
    }
  }

  @Test func `a log with bytes changed at random is read as far as it goes`() throws {
    let fixture = try LogFixture()
    let path = try fixture.add(TornLogTests.log)
    for seed in seeds(60) {
      var random = SplitMix64(seed: seed)
      var bytes = TornLogTests.log
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = bytes.indices.randomElement(using: &random) ?? 0
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 2: bytes.remove(at: place)
        default: bytes.insert([0, 0x0A, 0x22, 0x5C, 0x7B, 0x7D, 0xFF].randomElement(using: &random) ?? 0, at: place)
        }
      }
      try Data(bytes).write(to: URL(filePath: path))
      try exercise(path)
    }
  }

  static let odd: [(String, [UInt8])] = [
    ("invalid UTF-8", Array(#"{"seq":2,"t":1,"store":"a","type":"x","payload":""#.utf8) + [0xC0, 0xAF] + Array(#""}"#.utf8)),
    ("a NUL in a text", Array(#"{"seq":2,"t":1,"store":"a","type":"x\#u{0}"}"#.utf8)),
    ("NULs alone", Array(repeating: 0, count: 4096)),
    ("a lone surrogate", [0xED, 0xA0, 0x80]),
    ("deep", Array((String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)).utf8)),
    (
      "deep in a payload",
      Array(
        (#"{"seq":2,"t":1,"store":"a","type":"x","payload":"# + String(repeating: "[", count: 100_000)
          + String(repeating: "]", count: 100_000) + "}").utf8)
    ),
    ("deep and open", Array((#"{"seq":2,"t":1,"store":"a","type":"x","payload":"# + String(repeating: #"{"a":"#, count: 100_000)).utf8)),
  ]

  @Test(arguments: odd.indices)
  func `one odd line is a bad line among good ones`(number: Int) throws {
    let (name, line) = Self.odd[number]
    let fixture = try LogFixture()
    let good = { (step: Int) in Array((#"{"seq":\#(step),"t":1,"store":"a","type":"x","patch":[]}"# + "\n").utf8) }
    try fixture.add(good(1) + line + [0x0A] + good(3))
    let history = try fixture.history()
    // The step that the bad line lacks is a row, too.
    #expect(history.rows.map(\.kind) == [.action, .badLine, .jump, .action], "\(name)")
    #expect(try history.line(at: 1).bytes == line)
    #expect(history.rows[1].error != nil && history.rows[1].lineNumber == 2, "\(name)")
  }

  /// Such a line is in memory once. The system counts the memory of the whole process, so no other tests may run in it.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["FLUXTAPE_ALONE"] != nil))
  func `a line of a gigabyte is a row as any other`() throws {
    let fixture = try LogFixture()
    let path = fixture.path("long.jsonl")
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    try file.write(contentsOf: Data(#"{"seq":1,"t":1,"store":"a","type":"x","payload":{"list":["#.utf8))
    let block = Data(String(repeating: #"{"text":"]}\"]}","n":[1,{}]},"#, count: 40_000).utf8)
    for _ in 0..<(1 << 30) / block.count { try file.write(contentsOf: block) }
    let rest = #"null]},"dur":7,"patch":[{"op":"remove","path":"/a"}]}"# + "\n" + #"{"seq":2,"t":2,"mark":"m"}"# + "\n"
    try file.write(contentsOf: Data(rest.utf8))
    try file.close()
    let history = try History.open([path])[0]
    #expect(history.outline == ["action 1", "mark 2"])
    #expect(history.rows[0].duration == 7)
    #expect(history.rows[0].hasPatch && !history.rows[0].isUnchanged)
    #expect(history.rows[1].lineNumber == 2)
    var usage = rusage()
    _ = unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    #expect(usage.ru_maxrss < 1_900_000, "\(usage.ru_maxrss) KB")
  }
}
