import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import Foundation
import Testing

/// The logs that can be opened, and the errors for others.
struct OpeningTests {
  static let mark = #"{"seq":1,"t":1,"mark":"m"}"#

  /// The reason why a file with this text is not a log.
  private func reason(_ text: String) throws -> HistoryError.Reason? {
    let fixture = try LogFixture(text)
    return #expect(throws: HistoryError.self) { try fixture.histories() }?.reason
  }

  @Test func `what is no file says so`() throws {
    let fixture = try LogFixture()
    let missing = fixture.path("missing.jsonl")
    let error = #expect(throws: HistoryError.self) { try History.open([missing]) }
    #expect(error == HistoryError(.notFound, path: missing))

    let folder = fixture.path("")
    #expect(#expect(throws: HistoryError.self) { try History.open([folder]) }?.reason == .isDirectory)

    // It has no writer: opening must not wait.
    let pipe = fixture.path("pipe")
    try #require(unsafe mkfifo(pipe, 0o600) == 0)
    #expect(#expect(throws: HistoryError.self) { try History.open([pipe]) }?.reason == .notAFile)
    #expect(#expect(throws: HistoryError.self) { try History.open(["/dev/null"]) }?.reason == .notAFile)
  }

  @Test(.enabled(if: getuid() != 0)) func `a file that may not be read says so`() throws {
    let fixture = try LogFixture(Self.mark)
    try #require(unsafe chmod(fixture.paths[0], 0) == 0)
    #expect(#expect(throws: HistoryError.self) { try fixture.histories() }?.reason == .notPermitted)
  }

  @Test func `one file of several that cannot be opened is an error`() throws {
    let fixture = try LogFixture(Self.mark)
    #expect(throws: HistoryError.self) { try History.open([fixture.paths[0], fixture.path("missing.jsonl")]) }
  }

  @Test(arguments: ["", "\n", "\r\n \t\n", "\u{FEFF}", "\u{FEFF}\n"])
  func `a file with nothing in it is empty`(text: String) throws {
    #expect(try reason(text) == .empty)
  }

  @Test func `a file of another kind says why its first line is no record`() throws {
    #expect(try reason("# Title\n\ntext\n") == .noRecords(LogError(.notJSON(.unexpectedByte(0x23, expected: .value)))))
    #expect(try reason("[1,2]\n") == .noRecords(LogError(.notAnObject(kind: "array"))))
    #expect(try reason("{\n  \"a\": 1\n}\n").map { if case .noRecords = $0 { true } else { false } } == true)
    #expect(try reason("{").map { if case .noRecords = $0 { true } else { false } } == true)
  }

  @Test func `a file of another kind is not kept in memory to its end`() throws {
    let fixture = try LogFixture(String(repeating: "x\n", count: 20_100) + Self.mark)
    #expect(throws: HistoryError.self) { try fixture.histories() }
  }

  @Test func `bad lines before the first record belong to its run`() throws {
    let fixture = try LogFixture("starting\n{\n" + #"{"fluxtape":1,"run":"r"}"# + "\n" + Self.mark + "\n")
    #expect(try fixture.history().outline == ["badLine", "badLine", "mark 1"])
    #expect(try fixture.history().rows.map(\.lineNumber) == [1, 2, 4])
    #expect(try String(decoding: fixture.history().line(at: 1).bytes, as: UTF8.self) == "{")
    #expect(try fixture.history().header?.run == "r")
    #expect(try History.of("starting\n" + Self.mark).outline == ["badLine", "mark 1"])
  }

  @Test func `who waits is told how far the reading has come`() throws {
    let padding = String(repeating: "x", count: 1000)
    let lines = (1...600).map { #"{"seq":\#($0),"t":1,"store":"s","type":"x","payload":"\#(padding)","patch":[]}"# + "\n" }
    let fixture = try LogFixture(lines.joined())
    let opening = try HistoryOpening(fixture.paths)
    var told: [Int] = []
    try opening.wait { progress in told.append(progress.bytesRead) }
    #expect(told == told.sorted() && told.allSatisfy { $0 <= opening.progress.byteCount })
    #expect(opening.progress.isDone && opening.histories.first?.rows.count == 600)
    try opening.wait(forMoreThan: 600, of: try #require(opening.histories.first))
  }

  @Test func `a log without a header has no clock`() throws {
    let history = try History.of(Self.mark)
    #expect(history.header == nil)
    #expect(history.start == nil)
    #expect(history.clock(at: 5) == nil)
    #expect(history.rows[0].time == 1)
  }

  @Test func `a header alone is a run in which nothing happened`() throws {
    let history = try History.of(#"{"fluxtape":1,"run":"r"}"# + "\n")
    #expect(history.rows.isEmpty)
    #expect(history.stores.isEmpty)
  }

  @Test(arguments: ["\n", "\r\n"], [false, true])
  func `line ends and a byte order mark make no difference`(lineEnd: String, hasMark: Bool) throws {
    let text = HistoryTests.shop.replacing("\n", with: lineEnd + lineEnd)
    let history = try History.of((hasMark ? "\u{FEFF}" : "") + text)
    let plain = try History.of(HistoryTests.shop)
    #expect(history.outline == plain.outline)
    for row in plain.rows.indices {
      #expect(try history.line(at: row).bytes == plain.line(at: row).bytes)
      #expect(try history.state(of: "cart", after: row) == plain.state(of: "cart", after: row))
    }
    #expect(try history.line(at: 0).lineNumber == 3)
    let first = try #require(text.utf8.firstRange(of: #"{"seq":1,"#.utf8))
    #expect(
      try history.line(at: 0).byteOffset == text.utf8.distance(from: text.utf8.startIndex, to: first.lowerBound) + (hasMark ? 3 : 0))
  }

  @Test func `a second header begins another run`() throws {
    let text = [#"{"fluxtape":1,"run":"x"}"#, Self.mark, #"{"fluxtape":1,"run":"y"}"#, Self.mark, #"{"fluxtape":1}"#, Self.mark]
    let histories = try LogFixture(text.joined(separator: "\n")).histories()
    #expect(histories.map(\.header?.run) == ["x", "y", nil])
    #expect(histories.map(\.outline) == [["mark 1"], ["mark 1"], ["mark 1"]])
    #expect(try histories.map { try $0.line(at: 0).lineNumber } == [2, 4, 6])
  }

  @Test func `records before the first header are a run without one`() throws {
    let histories = try LogFixture(Self.mark + "\n" + #"{"fluxtape":1,"run":"y"}"# + "\n" + Self.mark).histories()
    #expect(histories.map(\.header?.run) == [nil, "y"])
  }

  @Test func `a newer version is refused, and its lines can be looked at`() throws {
    let text = #"{"fluxtape":9,"run":"r"}"# + "\n" + #"{"seq":4,"t":2,"store":["a"],"type":7}"# + "\n[1]\nx\n{}\n"
    #expect(try reason(text) == .newerVersion(9))
    #expect(try reason(Self.mark + "\n" + text) == .newerVersion(9))

    let fixture = try LogFixture(text)
    let history = try History.openRaw(fixture.paths[0])
    #expect(history.outline == ["unknown", "unknown 4", "badLine", "badLine", "unknown"])
    #expect(history.rows[1].time == 2)
    #expect(history.stores.isEmpty)
    #expect(try String(decoding: history.line(at: 4).bytes, as: UTF8.self) == "{}")
    #expect(throws: HistoryError.self) { try History.openRaw(LogFixture("\n").paths[0]) }
  }

  @Test func `lines may be longer than any block that is read at once`() throws {
    // Lines end just before, at and after the ends of blocks of 1 MB.
    let block = 1 << 20
    let prefix = #"{"seq":1,"t":1,"mark":""#
    for length in [block - 1, block, block + 1, 2 * block + 1] {
      let text = String(repeating: "é", count: (length - prefix.utf8.count - 2) / 2)
      let log = prefix + text + "\"}\n" + #"{"seq":2,"t":1,"mark":"n"}"# + "\n"
      let history = try History.of(log)
      #expect(history.outline == ["mark 1", "mark 2"])
      #expect(history.rows[0].type == text)
      #expect(try history.line(at: 1).byteOffset == log.utf8.count - 27)
    }
  }

  @Test func `a file that was changed under a reader is an error`() throws {
    let fixture = try LogFixture(HistoryTests.shop)
    let history = try fixture.history()
    try #require(unsafe truncate(fixture.paths[0], 100) == 0)
    #expect(#expect(throws: HistoryError.self) { try history.line(at: 2) }?.reason == .changed)
    #expect(#expect(throws: HistoryError.self) { try history.state(of: "cart", after: 2) }?.reason == .changed)
    try Data(repeating: 0x78, count: 4000).write(to: URL(filePath: fixture.paths[0]))
    #expect(throws: HistoryError.self) { try history.action(at: 2) }
  }

  // MARK: - Standard input

  /// Opens standard input with `bytes` in pieces.
  private func histories(fromInput bytes: [UInt8], and paths: [String] = [], folder: String) throws -> [History] {
    let pipe = Pipe()
    let writer = Thread {
      for start in stride(from: 0, to: bytes.count, by: 4096) {
        try? pipe.fileHandleForWriting.write(contentsOf: bytes[start..<min(start + 4096, bytes.count)])
      }
      try? pipe.fileHandleForWriting.close()
    }
    writer.start()
    return try History.open(["-"] + paths, standardInput: pipe.fileHandleForReading.fileDescriptor, temporaryFolder: folder)
  }

  @Test func `standard input is kept in a file that nobody sees`() throws {
    let fixture = try LogFixture(Self.mark)
    let folder = fixture.path("")
    var text = HistoryTests.shop
    text += (19...3000).map { #"{"seq":\#($0),"t":9,"store":"cart","type":"x","patch":[]}"# + "\n" }.joined()
    let histories = try histories(fromInput: Array(text.utf8), and: fixture.paths, folder: folder)
    try #require(histories.count == 2)
    #expect(histories[0].rows.count == 7 + 2982)
    #expect(histories[0].files.map(\.path) == ["-"])
    #expect(histories[0].files[0].byteCount == text.utf8.count)
    #expect(histories[0].files[0].displayName == "standard input")
    #expect(try histories[0].state(of: "cart", after: 2000).value?["total"] == 15)
    #expect(histories[1].outline == ["mark 1"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["0.jsonl"])
  }

  @Test func `standard input that is empty or has no place to be kept is an error`() throws {
    let fixture = try LogFixture()
    let folder = fixture.path("")
    #expect(#expect(throws: HistoryError.self) { try histories(fromInput: [], folder: folder) } == HistoryError(.empty, path: "-"))
    let missing = fixture.path("missing")
    let error = #expect(throws: HistoryError.self) { try histories(fromInput: [], folder: missing) }
    #expect(error?.reason == .notSpooled(code: ENOENT))
  }

  // MARK: - Words

  @Test(arguments: [
    (HistoryError.Reason.notFound, "log.jsonl: no such file; check the path"),
    (.isDirectory, "log.jsonl: this is a folder; name the log files in it"),
    (.empty, "log.jsonl: the file is empty; run the app that records into it"),
    (
      .newerVersion(3),
      "log.jsonl: written in log format 3, this program reads up to 1; install a newer one, or look at the raw lines"
    ),
    (
      .noRecords(LogError(.notAnObject(kind: "array"))),
      "log.jsonl: no record of a log in it; is it the right file? First line: a log line is a JSON object, this is an array"
    ),
    (.noSuchStore("cart"), "log.jsonl: there is no store 'cart' in this log"),
  ])
  func `an error says what is wrong and what to do`(reason: HistoryError.Reason, words: String) {
    #expect(HistoryError(reason, path: "log.jsonl").description == words)
  }

  @Test func `standard input is called by its name`() {
    #expect(HistoryError(.notFound, path: "-").description == "standard input: no such file; check the path")
  }
}
