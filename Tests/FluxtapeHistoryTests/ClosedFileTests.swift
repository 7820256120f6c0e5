import FluxtapeHistory
import Foundation
import Testing

/// Runs whose files are closed between two questions.
struct ClosedFileTests {
  private let fixture: LogFixture
  private let history: History

  init() throws {
    fixture = try LogFixture(
      #"{"seq":1,"t":1,"store":"a","type":"x","state":{"n":1}}"# + "\n"
        + #"{"seq":2,"t":2,"store":"a","type":"y","patch":[{"op":"replace","path":"/n","value":2}]}"# + "\n")
    history = try fixture.history()
  }

  @Test func `a run whose file was closed answers as before`() throws {
    for _ in 0..<3 {
      #expect(try history.state(of: "a", after: 1).outline == #"{"n":2}"#)
      history.closeForNow()
      history.closeForNow()
    }
    #expect(history.rows.map(\.type) == ["x", "y"])
  }

  @Test func `a file that is gone is named`() throws {
    history.closeForNow()
    try FileManager.default.removeItem(atPath: fixture.paths[0])
    let error = #expect(throws: HistoryError.self) { try history.state(of: "a", after: 1) }
    #expect(error?.reason == .notFound && error?.path == fixture.paths[0])
  }

  @Test func `another file at the path is not taken for the log`() throws {
    history.closeForNow()
    let other = try fixture.add(Array(#"{"seq":1,"t":1,"store":"a","type":"z","state":{"n":9}}"#.utf8))
    try FileManager.default.removeItem(atPath: fixture.paths[0])
    try FileManager.default.moveItem(atPath: other, toPath: fixture.paths[0])
    let error = #expect(throws: HistoryError.self) { try history.state(of: "a", after: 1) }
    #expect(error?.reason == .changed)
  }

  @Test func `bytes without a path stay open`() throws {
    let packed = fixture.path("log.jsonl.gz")
    _ = ChildProcess("gzip", arguments: ["-k", fixture.paths[0]])?.wait()
    try FileManager.default.moveItem(atPath: fixture.paths[0] + ".gz", toPath: packed)
    let history = try #require(History.open([packed]).first)
    history.closeForNow()
    #expect(try history.state(of: "a", after: 1).outline == #"{"n":2}"#)
  }
}
