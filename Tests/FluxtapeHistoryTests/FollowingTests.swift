import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import Foundation
import Testing

/// Logs that are being read or written during queries.
struct FollowingTests {
  private func append(_ text: String, to path: String) throws {
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    try file.seekToEnd()
    try file.write(contentsOf: Data(text.utf8))
    try file.close()
  }

  @Test func `what is written to a log is read on, byte by byte`() throws {
    let whole = Array(TornLogTests.log)
    let fixture = try LogFixture()
    let path = try fixture.add(Array(whole[..<62]))
    let opening = try HistoryOpening([path])
    try opening.wait()
    let history = try #require(opening.histories.first)
    let copy = try fixture.add([])
    for length in Array(stride(from: 63, through: whole.count, by: 7)) + [whole.count] {
      try Data(whole[..<length]).write(to: URL(filePath: copy))
      let size = try Data(contentsOf: URL(filePath: path)).count
      try append(String(decoding: whole[size..<length], as: UTF8.self), to: path)
      #expect(try opening.readOn() == (length > size ? .grown : .unchanged))
      let fresh = try #require(try History.open([copy]).first)
      #expect(history.outline == fresh.outline, "\(length)")
      for row in fresh.rows.indices {
        for store in fresh.stores {
          #expect(try history.state(of: store, after: row).outline == fresh.state(of: store, after: row).outline)
        }
        #expect(try history.line(at: row).lineNumber == fresh.line(at: row).lineNumber)
      }
    }
    #expect(opening.histories.count == 1)
    #expect(try opening.readOn() == .unchanged)
  }

  @Test func `a log that was cut or that another one took the place of says so`() throws {
    let fixture = try LogFixture(OpeningTests.mark + "\n" + OpeningTests.mark + "\n")
    let opening = try HistoryOpening(fixture.paths)
    try opening.wait()
    try #require(unsafe truncate(fixture.paths[0], 20) == 0)
    #expect(try opening.readOn() == .truncated)

    let rotated = try LogFixture(OpeningTests.mark + "\n")
    let other = try HistoryOpening(rotated.paths)
    try other.wait()
    try FileManager.default.moveItem(atPath: rotated.paths[0], toPath: rotated.path("old.jsonl"))
    #expect(try other.readOn() == .removed)
    #expect(try other.histories[0].line(at: 0).byteOffset == 0)
    try Data((OpeningTests.mark + "\n").utf8).write(to: URL(filePath: rotated.paths[0]))
    #expect(try other.readOn() == .replaced)
  }

  @Test func `the first rows of a log are there before it is read, and nothing counts as in flight until then`() throws {
    var text = #"{"seq":1,"t":1,"store":"a","type":"open"}"# + "\n"
    for step in 2...40_000 { text += #"{"seq":\#(step),"t":\#(step),"store":"a","type":"x","patch":[]}"# + "\n" }
    let fixture = try LogFixture(text)
    let opening = try HistoryOpening(fixture.paths)
    let history = try #require(opening.histories.first)
    #expect(history.rows.count > 60)
    #expect(history.isWhole || (history.inFlight.isEmpty && history.settledRowCount == 0))
    #expect(opening.lastStepHint == 40_000 && opening.firstStores == ["a"])
    try opening.wait()
    #expect(opening.histories[0] === history)
    #expect(history.rows.count == 40_000 && history.inFlight == [0] && history.settledRowCount == 40_000)
    #expect(opening.progress.fraction == 1)
  }

  @Test func `reading can be given up`() throws {
    let fixture = try LogFixture(String(repeating: OpeningTests.mark + "\n", count: 100_000))
    let opening = try HistoryOpening(fixture.paths)
    opening.cancel()
    #expect(opening.progress.isDone)
    #expect(try opening.readOn() == .unchanged || opening.histories[0].isWhole)
  }

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/gzip") || FileManager.default.isExecutableFile(atPath: "/bin/gzip"))
  )
  func `a packed log is read as the log that was packed`() throws {
    let fixture = try LogFixture(HistoryTests.shop)
    func pack() { _ = ChildProcess("gzip", arguments: ["-kf", fixture.paths[0]])?.wait() }
    pack()
    let packed = fixture.paths[0] + ".gz"
    let history = try #require(try History.open([packed]).first)
    #expect(history.outline == (try History.of(HistoryTests.shop).outline))
    #expect(history.files[0].path == packed)
    let bytes = try Data(contentsOf: URL(filePath: packed))
    let broken = try fixture.add(Array(bytes.dropLast(20)))
    #expect(#expect(throws: HistoryError.self) { try History.open([broken]) }?.reason == .notUnpacked(program: "gzip"))

    // It is packed again: with more steps, and then as another log, whose runs come after those of the first.
    let logs = FollowedLogs(try HistoryOpening([packed]), keeping: 8) { (_) throws(HistoryError) in try HistoryOpening([packed]) }
    #expect(try logs.check() == nil)
    try append(OpeningTests.mark + "\n", to: fixture.paths[0])
    pack()
    #expect(try logs.check() == .grown)
    #expect(logs.histories.map(\.rows.count) == [history.rows.count + 1])
    try Data((OpeningTests.mark + "\n").utf8).write(to: URL(filePath: fixture.paths[0]))
    pack()
    #expect(try logs.check() == .replaced)
    #expect(logs.histories.map(\.rows.count) == [history.rows.count + 1, 1])
  }
}
