import FluxtapeLog
import FluxtapeLogReading
import Testing

struct TimestampTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0),
    ("1970-01-01T00:00:00.000001Z", 1),
    ("1969-12-31T23:59:59.999999Z", -1),
    ("2026-11-21T09:00:00.000000Z", 1_795_251_600_000_000),
    ("2026-11-21T18:00:00+09:00", 1_795_251_600_000_000),
    ("2026-11-21 08:00:00-01:00", 1_795_251_600_000_000),
    ("2000-02-29T12:34:56.7Z", 951_827_696_700_000),
    ("1600-02-29T00:00:00Z", -11_670_998_400_000_000),
    ("2016-12-31T23:59:60Z", 1_483_228_800_000_000),
    ("2026-11-21T09:00:00.1234567899Z", 1_795_251_600_123_456),
  ])
  func `RFC 3339 texts are read`(text: String, microseconds: Int) {
    #expect(Timestamp(rfc3339: text)?.microsecondsSince1970 == microseconds)
  }

  @Test(arguments: [
    "", "2026-11-21", "2026-11-21T09:00:00", "2026-13-01T00:00:00Z", "2026-02-29T00:00:00Z", "2026-04-31T00:00:00Z",
    "2026-11-21T24:00:00Z", "2026-11-21T09:60:00Z", "2026-11-21T09:00:00.Z", "2026-11-21T09:00:00Zx", "26-11-21T09:00:00Z",
    "2026-11-21T09:00:00+24:00", "２026-11-21T09:00:00Z",
  ])
  func `other texts are refused`(text: String) {
    #expect(Timestamp(rfc3339: text) == nil)
  }

  @Test func `what is written is read again`() {
    // A step that is coprime to days and years reaches all of their parts.
    for microseconds in stride(from: -60_000_000_000_000_000, to: 200_000_000_000_000_000, by: 98_765_432_109_877) {
      let timestamp = Timestamp(microsecondsSince1970: microseconds)
      #expect(Timestamp(rfc3339: timestamp.description) == timestamp)
    }
  }

  @Test func `the ends of time have a date and a clock too, as a file may hold any number`() {
    #expect(Timestamp(microsecondsSince1970: .min).description == "-290308-12-21T19:59:05.224192Z")
    #expect(Timestamp(microsecondsSince1970: .max).description == "294247-01-10T04:00:54.775807Z")
  }

  @Test func `adding more than fits stays at the end of time`() {
    #expect(Timestamp(microsecondsSince1970: 1).advanced(byMicroseconds: .max).microsecondsSince1970 == .max)
    #expect(Timestamp(microsecondsSince1970: -2).advanced(byMicroseconds: .min).microsecondsSince1970 == .min)
  }
}
