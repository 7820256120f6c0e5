import FluxtapeDocuments
@testable import FluxtapeHistory
import FluxtapeLog
import FluxtapeRandomCases
import Foundation
import Testing

/// Logs that are read in many small parts, compared with the same logs read in one.
struct PartBoundaryTests {
  /// Small parts with small margins.
  static let sizes = [
    ScanSizes(firstPart: 16, largestPart: 16, margin: 1),
    ScanSizes(firstPart: 50, largestPart: 200, margin: 7),
    ScanSizes(firstPart: 64, largestPart: 64, margin: 8),
  ]
  static let onePart = ScanSizes(firstPart: 1 << 24, largestPart: 1 << 24)

  /// Lines of every kind, some of them longer than several parts.
  static let log = Array(
    #"""
    {"fluxtape":1,"run":"r","time":"2026-11-21T09:00:00.000000Z"}
    {"seq":1,"t":1,"store":"a","type":"@@INIT","state":{"n":0}}
    {"seq":2,"t":2,"store":"a","type":"größer","cause":1,"payload":{"s":"\#(String(repeating: #"\"}\\"#, count: 25))"}}
    {"completes":2,"t":4,"store":"a","dur":1,"patch":[{"op":"replace","path":"/n","value":"\#(String(repeating: "v", count: 60))"}]}

    {"seq":3,"t":5,"mark":"m"}
    nonsense \#(String(repeating: "\u{0}", count: 40))
    {"t":6,"store":"a","type":"@@STATE","state":{"n":\#(String(repeating: "[", count: 9) + String(repeating: "]", count: 9))}}
    {"seq":5,"t":7,"gap":{"lost":1,"reason":"full"}}
    {"seq":6,"t":8,"store":"b","type":"x","cause":[1,2],"effect":{"id":7,"phase":"started"},"payload":{"k":"\#(String(repeating: "p", count: 120))"}}
    {"seq":7,"t":9,"end":"closed"}

    """#.utf8)

  private static func open(_ paths: [String], _ sizes: ScanSizes) -> Result<[History], HistoryError> {
    do throws(HistoryError) {
      let files = try FileBytes.opened(paths, standardInput: 0, temporaryFolder: FileBytes.temporaryFolder)
      let opening = try HistoryOpening(files, threads: 0, sizes: sizes)
      try opening.readToEnd()
      return .success(opening.histories)
    } catch {
      return .failure(error)
    }
  }

  /// The results of all queries on the runs, as texts.
  private static func answers(_ runs: Result<[History], HistoryError>) throws -> [String] {
    switch runs {
    case .failure(let error): return ["\(error.reason)"]
    case .success(let runs): return try runs.flatMap(answers)
    }
  }

  static func answers(_ history: History) throws -> [String] {
    var answers = ["in flight \(history.inFlight)", "pending \(history.pending)", "last \(history.lastStep.map { "\($0)" } ?? "none")"]
    for row in history.rows.indices {
      let line = try history.line(at: row)
      let states = try history.stores.map { try history.state(of: $0, after: row).outline }
      let effects = history.effects(of: row)
      answers.append("\(history.rows[row].outline) \(line.lineNumber) \(line.byteOffset) \(line.bytes.count) \(states) \(effects)")
    }
    answers += try history.check().map { "\($0.kind) \($0.row ?? -1) \($0.isNote)" }
    answers.append("\(try history.rows(matching: Query(parsing: "is:inflight")))")
    return answers
  }

  @Test(arguments: sizes)
  func `cut at any byte, a log in small parts is what it is in one`(sizes: ScanSizes) throws {
    let fixture = try LogFixture()
    let path = try fixture.add(Self.log)
    for length in places(Self.log.indices, step: 17).reversed() {
      try #require(unsafe truncate(path, length) == 0)
      let whole = try Self.answers(Self.open([path], Self.onePart))
      let parts = try Self.answers(Self.open([path], sizes))
      try #require(parts == whole, "\(length) bytes")
    }
  }

  @Test(arguments: sizes)
  func `cut at any byte, a log is repaired in small parts as in one`(sizes: ScanSizes) throws {
    let fixture = try LogFixture()
    let path = try fixture.add(Self.log)
    for length in places(70..<Self.log.count, step: 11).reversed() {
      try #require(unsafe truncate(path, length) == 0)
      var (whole, parts) = ([UInt8](), [UInt8]())
      let damages = try LogRepair.repair(path, sizes: Self.onePart) { whole += $0 }.damages
      #expect(try LogRepair.repair(path, sizes: sizes) { parts += $0 }.damages == damages)
      try #require(whole == parts, "\(length) bytes")
    }
  }

  /// An app that died while writing its first segment, and continued in a second one.
  @Test(arguments: sizes)
  func `a segment that was cut at any byte ends with the same row in small parts`(sizes: ScanSizes) throws {
    let fixture = try LogFixture()
    let first = try fixture.add(Self.log)
    let second = try fixture.add(
      Array((#"{"fluxtape":1,"run":"r","segment":2}"# + "\n" + #"{"seq":9,"t":20,"store":"a","type":"y","patch":[]}"# + "\n").utf8))
    for length in places(2..<Self.log.count, step: 23).reversed() {
      try #require(unsafe truncate(first, length) == 0)
      let whole = try Self.answers(Self.open([first, second], Self.onePart))
      try #require(try Self.answers(Self.open([first, second], sizes)) == whole, "\(length) bytes")
    }
  }

  @Test(arguments: sizes)
  func `the tail of a log that grows becomes the line that it is the beginning of`(sizes: ScanSizes) throws {
    let fixture = try LogFixture()
    let path = try fixture.add(Array(Self.log[..<62]))
    let opening = try HistoryOpening([FileBytes(opening: path)], threads: 0, sizes: sizes)
    try opening.readToEnd()
    for length in places(65..<Self.log.count, step: 37) {
      try Data(Self.log[..<length]).write(to: URL(filePath: path), options: [])
      _ = try opening.readOn()
      let fresh = try Self.answers(Self.open([path], Self.onePart))
      try #require(try opening.histories.flatMap(Self.answers) == fresh, "\(length) bytes")
    }
  }

  /// With the default parts and margins.
  @Test(arguments: [
    (0, 250_000), (100_000, 100_000), (100_000, 40_000), (131_000, 200_000), triesAll ? (3_000_000, 2_000_000) : (2_900_000, 300_000),
  ])
  func `an action with a large payload in which the app died is in flight wherever it stands`(before: Int, payload: Int) throws {
    let filler = String(repeating: "x", count: min(before, 5_000))
    let count = max(1, before / 5_000)
    var text = (1...count).map { #"{"seq":\#($0),"t":1,"store":"a","type":"x","payload":"\#(filler)","patch":[]}"# }.joined(separator: "\n")
    let step = count + 1
    text += "\n" + #"{"seq":\#(step),"t":2,"store":"a","type":"died","payload":""# + String(repeating: "p", count: payload)
    for end in ["", #""}"#] {
      let history = try History.of(text + end)
      #expect(history.rows.last?.type == "died" && history.rows.last?.isInFlight == true && history.rows.last?.isTorn == end.isEmpty)
      #expect(try history.check().contains { $0.kind == .inFlight(rounds: 0) && !$0.isNote })
    }
  }

  @Test(arguments: sizes, [true, false])
  func `a line that is longer than JSON may be is a bad one`(sizes: ScanSizes, isTerminated: Bool) throws {
    var sizes = sizes
    sizes.longestLine = 100
    let line = #"{"seq":1,"t":1,"store":"a","type":"x","payload":"\#(String(repeating: "p", count: 3000))"}"#
    let others = (2...9).map { "\n" + #"{"seq":\#($0),"t":1,"mark":"m"}"# }
    let log = #"{"seq":1,"t":1,"mark":"m"}"# + "\n" + line + (isTerminated ? others.joined() : "")
    let fixture = try LogFixture()
    let path = try fixture.add(Array(log.utf8))
    let rows = try Self.open([path], sizes).get()[0].rows
    #expect(rows.map(\.kind) == [.mark, .badLine] + Array(repeating: .mark, count: isTerminated ? others.count : 0))
    #expect(rows[1].lineNumber == 2 && rows.last?.lineNumber == rows.count)
  }

  @Test func `half a megabyte of NUL bytes behind a log is a line that broke off`() throws {
    let fixture = try LogFixture()
    try fixture.add(Array((HistoryTests.shop + "\n").utf8) + [UInt8](repeating: 0, count: 500_000))
    let findings = try fixture.history().check()
    #expect(findings.contains { $0.kind == .tornEnd && !$0.isNote })
  }
}
