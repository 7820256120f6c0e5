import FluxtapeCoding
import FluxtapeReplay
import Foundation
import Testing

struct DateTextTests {
  /// The encoding of an instant, if it is a text.
  private static func written(_ seconds: Double) -> String? {
    let json = FluxtapeCodingTests.written(Date(timeIntervalSinceReferenceDate: seconds))
    return json.hasPrefix("\"") ? String(json.dropFirst().dropLast()) : nil
  }

  @Test(arguments: [
    (0, "2001-01-01T00:00:00.000000Z"),
    (0.1, "2001-01-01T00:00:00.100000Z"),
    (-0.25, "2000-12-31T23:59:59.750000Z"),
    (816_944_400.123456, "2026-11-21T09:00:00.123456Z"),
    (816_944_400.123_456_7, "2026-11-21T09:00:00.1234567Z"),
    (-978_307_200, "1970-01-01T00:00:00.000000Z"),
    (-63_145_526_400, "0000-01-01T00:00:00.000000Z"),
    (252_423_993_599, "9999-12-31T23:59:59.000000Z"),
    (-26_524_800, "2000-02-29T00:00:00.000000Z"),
    (59.999_999_999_9, "2001-01-01T00:01:00.000000000Z"),
  ]) func `an instant has the digits that it needs`(_ seconds: Double, _ text: String) {
    #expect(Self.written(seconds) == text)
  }

  @Test(arguments: [-63_145_526_400.1, 252_423_993_600, 1e300, .infinity, .nan])
  func `an instant outside of the years 0 to 9999 has no text`(_ seconds: Double) {
    #expect(Self.written(seconds) == nil)
  }

  @Test(arguments: [
    ("2001-01-01T00:00:00Z", 0), ("2001-01-01t00:00:00z", 0), ("2001-01-01 09:00:00+09:00", 0), ("2000-12-31T18:30:00-05:30", 0),
    ("2001-01-01T00:00:00.5Z", 0.5), ("2001-01-01T00:00:00.1234567891234Z", 0.123_456_789), ("2000-12-31T23:59:60Z", 0),
  ]) func `a text of any offset is read`(_ text: String, _ seconds: Double) {
    #expect(DateText.secondsSince2001(text) == seconds)
  }

  @Test(arguments: [
    "", "2001", "2001-01-01", "2001-01-01T00:00:00", "2001-01-01T00:00:00.Z", "2001-13-01T00:00:00Z", "2001-02-29T00:00:00Z",
    "2001-01-01T24:00:00Z", "2001-01-01T00:60:00Z", "2001-01-01T00:00:61Z", "2001-01-01T00:00:00Zz", "2001-01-01T00:00:00+24:00",
    "20010-01-01T00:00:00Z", "2001-01-01T00:00:0\u{661}Z", "+001-01-01T00:00:00Z", " 2001-01-01T00:00:00Z",
  ]) func `what is no such text is refused`(_ text: String) {
    #expect(DateText.secondsSince2001(text) == nil)
  }

  @Test func `every day of 10,000 years is read as it is written`() throws {
    var last = ""
    for day in stride(from: -730_851, to: 2_921_574, by: 613) {
      let seconds = Double(day) * 86_400
      let text = try #require(Self.written(seconds))
      #expect(DateText.secondsSince2001(text) == seconds && last < text)
      last = text
    }
  }
}
