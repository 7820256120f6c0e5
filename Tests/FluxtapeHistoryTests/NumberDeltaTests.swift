import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import Testing

struct NumberDeltaTests {
  @Test(arguments: [
    ("1", "4", "+3"), ("4", "1", "-3"), ("0.10", "0.3", "+0.20"), ("1", "1.00", "+0.00"), ("-5", "15", "+20"), ("15", "-0.5", "-15.5"),
    ("9007199254740993", "9007199254740994", "+1"), ("1e3", "2e3", nil), ("9223372036854775807", "-2", nil),
    ("0.1234567890123456789", "10", nil), ("12345678901234567890", "1", nil),
  ])
  func `the difference of two numbers is exact or not told`(old: String, new: String, delta: String?) throws {
    let numbers = try [old, new].map { try #require(JSONValue(parsing: $0).number) }
    #expect(numberDelta(from: numbers[0], to: numbers[1]) == delta)
  }
}
