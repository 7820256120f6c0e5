import FluxtapeHistory
import FluxtapeJSON
import Foundation
import Testing

/// The logs for testing any reader and writer. `RECORD_READINGS=1` writes the readings to the expected files; review them before you commit
/// them.
struct ConformanceTests {
  @Test(arguments: ConformanceLog.all)
  func `is read as it should be`(_ log: ConformanceLog) throws {
    var reading = try Reading.of(log.paths())
    reading["notBySchema"] = try log.linesNotBySchema()
    if ConformanceLog.isRecording { try log.record(reading) }
    let expected = try log.expected()
    try #require(reading["runs"]?.array?.count == expected["runs"]?.array?.count)
    for (run, expectedRun) in zip(reading["runs"]?.array ?? [], expected["runs"]?.array ?? []) {
      for (row, expectedRow) in zip(run["rows"]?.array ?? [], expectedRun["rows"]?.array ?? []) { #expect(row.text == expectedRow.text) }
    }
    for key in ["refused", "notBySchema", "runs"] { #expect(reading[key] == expected[key], "\(key)") }
  }

  @Test(arguments: ConformanceLog.all.filter { $0.testDescription.hasPrefix("sound/") })
  func `all lines of a sound log are as the schema says, but for a last one that broke off`(_ log: ConformanceLog) throws {
    let last = try log.paths().last.flatMap { try ConformanceLog.lines(of: $0).last?.number }
    let isTorn = log.testDescription.hasPrefix("sound/torn") || log.testDescription.hasPrefix("sound/died")
    #expect(try log.linesNotBySchema() == (isTorn ? [.number(JSONNumber(last ?? 0))] : []))
  }

  @Test func `every file belongs to one log, which says what it proves`() throws {
    let named = try ConformanceLog.all.flatMap { [$0.reading.path] + (try $0.paths()) }
    #expect(Set(named).count == named.count)
    #expect(Set(named).symmetricDifference(ConformanceLog.files.map(\.path)).isEmpty)
    #expect(named.count > 100)
    for log in ConformanceLog.all { #expect(try log.expected()["proves"]?.string?.hasSuffix(".") == true) }
  }
}
