import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeLog
import FluxtapeLogReading
import Testing

/// Times, durations and counts at the ends of their range. A log may hold any number: no question may trap on one.
struct ExtremeTimesTests {
  private static let (lowest, highest) = (Int.min, Int.max)
  static let times = [
    (lowest, highest), (highest, lowest), (lowest, lowest), (highest, highest), (-1, highest), (highest, -1), (0, lowest),
  ]

  /// Two stores that lead to each other, work that ended, a value that is taken back at once, and gaps; all at two times.
  static func log(_ first: Int, _ second: Int) -> String {
    let value = #""store":"c","type":"told","reduced":false,"cause":5"#
    return [
      #"{"fluxtape":1,"run":"r","time":"2026-11-21T09:00:00.000000Z"}"#,
      #"{"seq":1,"t":\#(first),"store":"a","type":"pay","dur":\#(highest),"state":{"n":1}}"#,
      #"{"seq":2,"t":\#(second),"store":"b","type":"moved","cause":1,"state":{"n":1}}"#,
      #"{"seq":3,"t":\#(first),"store":"a","type":"pay","cause":2,"patch":[]}"#,
      #"{"seq":4,"t":\#(second),"store":"b","type":"moved","cause":3,"patch":[]}"#,
      #"{"seq":5,"t":\#(second),"store":"a","type":"load","effect":{"id":1,"phase":"finished"},"dur":\#(lowest),"patch":[]}"#,
      #"{"seq":6,"t":\#(first),\#(value),"payload":1}"#, #"{"seq":7,"t":\#(first),\#(value),"payload":2}"#,
      #"{"seq":8,"t":\#(second),\#(value),"payload":1}"#,
      #"{"seq":9,"t":\#(second),"gap":{"lost":\#(highest),"reason":"full"}}"#,
      #"{"seq":10,"t":\#(first),"gap":{"lost":\#(highest),"reason":"full"}}"#, "",
    ].joined(separator: "\n")
  }

  @Test(arguments: times) func `a limit in time holds for any two times`(first: Int, second: Int) throws {
    let rules = try CheckRule.rules(parsing: "paid: after seq:1, seq:2 within 1s\nended: after seq:1, type:never within 1s")
    let findings = try History.of(Self.log(first, second)).check(Checklist(rules: rules))
    #expect(findings.contains { $0.kind == .broken(rules[0]) } == (first < second))
    #expect(findings.count { $0.kind == .broken(rules[1]) || $0.kind == .undecided(rules[1]) } == 1)
    for finding in findings { if case .timeWentBack(let difference, _) = finding.kind { #expect(difference > 0) } }
  }

  @Test(arguments: times) func `statistics have a length and a number of missing records`(first: Int, second: Int) throws {
    let statistics = try History.of(Self.log(first, second)).statistics()
    #expect(statistics.span == (first == second ? 0 : max(first, second).saturatingSubtract(min(first, second))))
    #expect(statistics.missing == .max)
  }

  @Test(arguments: times) func `runs are compared and merged`(first: Int, second: Int) throws {
    let fixture = try LogFixture(
      Self.log(first, second), Self.log(second, first).replacing("09:00:00", with: "10:00:00").replacing(#""run":"r""#, with: #""run":"s""#)
    )
    let histories = try fixture.histories()
    let comparison = try RunComparison(histories[0], histories[1])
    #expect(comparison.onlyFirst == 0 && comparison.onlySecond == 0)
    let merged = try History.merged(histories)
    #expect(merged.rows.count == histories[0].rows.count + histories[1].rows.count)
    // An hour later, the highest time stays the highest.
    let latest = merged.rows.compactMap(\.time).max()
    #expect(latest == (max(first, second) == .max ? .max : max(first, second) + 3_600_000_000))
  }

  @Test(arguments: times) func `causes of failures are looked for`(first: Int, second: Int) throws {
    let fixture = try LogFixture(Self.log(first, second), Self.log(second, first), Self.log(0, 1))
    // The files are deleted with the fixture.
    let causes = try withExtendedLifetime(fixture) {
      let entries = try fixture.paths.map { try #require(RunListing([$0]).entries.first) }
      return try FailureCauses(red: [entries[0], entries[1]], green: [entries[2]])
    }
    #expect(!causes.groups.isEmpty || causes.unexplained.count == 2)
  }

  @Test func `a damaged log whose steps are used up is repaired`() throws {
    let lines = [
      #"{"seq":\#(Int.max),"t":1,"store":"a","type":"x","patch":[]}"#, "nonsense", #"{"seq":1,"t":2,"mark":"m"}"#, "nonsense", "",
    ]
    let fixture = try LogFixture(lines.joined(separator: "\n"))
    var saved: [UInt8] = []
    let result = try LogRepair.repair(fixture.paths[0]) { saved += $0 }
    #expect(result.damages.count == 2)
    #expect(try History.of(String(decoding: saved, as: UTF8.self)).rows.contains { $0.kind == .gap })
  }

  @Test func `a last line that broke off is exported, whatever its step`() throws {
    let log = #"{"seq":\#(Int.max),"t":1,"store":"a","type":"x","dur":1,"pat"#
    var bytes: [UInt8] = []
    _ = try History.of(log).export(LogExport()) { bytes += $0 }
    #expect(String(decoding: bytes, as: UTF8.self).contains(#""gap""#))
  }

  @Test func `a run that never ended may have ended others`() throws {
    func header(_ name: String) -> String {
      #"{"fluxtape":1,"run":"\#(name)","time":"2026-11-21T09:00:00.000000Z","process":{"host":"h","id":1},"#
        + #""meta":{"test":"\#(name)","id":"M.\#(name)","attempt":"1"}}"#
    }
    let fixture = try LogFixture(
      [header("a"), #"{"seq":1,"t":\#(Int.max),"store":"s","type":"b""#].joined(separator: "\n"),
      [header("b"), #"{"seq":1,"t":1,"store":"s","type":"a","patch":[]}"#, ""].joined(separator: "\n"))
    let idle = try #require(RunListing(fixture.paths).entries.first { $0.summary.test?.name == "b" })
    #expect(idle.summary.result == .interrupted && idle.summary.interruptedBy == ["a"])
  }
}

struct SaturatingArithmeticTests {
  @Test func `results beyond the range are its ends`() {
    #expect(Int.max.saturatingAdd(1) == .max && Int.min.saturatingAdd(-1) == .min && Int.max.saturatingAdd(.min) == -1)
    #expect(Int.max.saturatingSubtract(-1) == .max && Int.min.saturatingSubtract(1) == .min && 0.saturatingSubtract(Int.min) == .max)
    #expect(Int.max.saturatingMultiply(2) == .max && Int.max.saturatingMultiply(-2) == .min && Int.min.saturatingMultiply(-1) == .max)
    #expect((1 as UInt).saturatingSubtract(2) == 0 && UInt.max.saturatingAdd(1) == .max && UInt.max.saturatingMultiply(3) == .max)
  }
}
