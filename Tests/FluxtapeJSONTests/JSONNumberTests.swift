import FluxtapeDocuments
import FluxtapeJSON
import Testing

struct JSONNumberTests {
  private func number(_ text: String) throws -> JSONNumber { try #require(try JSONValue(parsing: text).number) }

  @Test(arguments: [
    ("1", "1.0"), ("1", "10e-1"), ("100", "1e2"), ("100", "1.00E+2"), ("-0", "0"), ("0e999999999999999999999", "0.00"), ("-1.50", "-15e-1"),
    ("0.001", "1e-3"), ("9007199254740993", "9007199254740993.0"), ("123456789012345678901234567890", "1.2345678901234567890123456789e29"),
    ("1e999999999", "10e999999998"), ("0.1e1000000000", "1e999999999"), ("1e99999999999999999999", "10e99999999999999999998"),
    ("1e-99999999999999999999", "0.1e-99999999999999999998"), ("10e-1000000000", "1e-999999999"),
    ("1e1000000000000000000", "0.1e1000000000000000001"),
    ("1e-1000000000000000000", "10e-1000000000000000001"), ("0.001e2", "1e-1"), ("1e000000000000000000000000000001", "10"),
    ("1e-0", "1e+0"),
  ])
  func `are the same value`(left: String, right: String) throws {
    #expect(try number(left).isNumericallyEqual(to: try number(right)))
    #expect(try number(right).isNumericallyEqual(to: try number(left)))
    #expect(try !number(left).isNumericallyEqual(to: try number(right.hasPrefix("-") ? String(right.dropFirst()) + "1" : "-1" + right)))
  }

  @Test(arguments: [
    ("1", "-1"), ("1", "2"), ("1", "1.0000000000000000000000001"), ("9007199254740993", "9007199254740992"), ("1e400", "1e401"),
    ("1e400", "2e400"),
    ("1e999999999", "1e-999999999"), ("1e99999999999999999999", "1e99999999999999999998"), ("1e-1", "1e1"),
    ("0", "1e-99999999999999999999"),
    ("1e1000000000", "1e-1000000000"), ("1e9223372036854775807", "1e-9223372036854775808"), ("10", "1"), ("0.1", "0.01"),
  ])
  func `are different values`(left: String, right: String) throws {
    #expect(try !number(left).isNumericallyEqual(to: try number(right)))
    #expect(try !number(right).isNumericallyEqual(to: try number(left)))
  }

  /// Ascending. Few of these differ as doubles.
  private static let rising = [
    "-1e9223372036854775808", "-1e401", "-2e400", "-1e400", "-9007199254740993", "-9007199254740992.5", "-1", "-0.1", "-1e-400",
    "-1e-3000000000005",
    "-1e-99999999999999999999", "0", "1e-99999999999999999999", "1e-3000000000005", "1e-1000000005", "1e-5", "0.01", "0.1", "1",
    "1.0000000000000000000000001", "2", "10", "9007199254740992.5", "9007199254740993", "9007199254740993.5", "1e400", "2e400", "1e401",
    "1e1000000005", "1e99999999999999999998", "1e99999999999999999999",
  ]

  @Test func `numbers have one order, whatever their length and exponent`() throws {
    let numbers = try Self.rising.map(number)
    for (left, one) in numbers.enumerated() {
      for (right, other) in numbers.enumerated() { #expect(one.isLess(than: other) == (left < right), "\(one.text) \(other.text)") }
    }
  }

  @Test func `a double is written as the shortest text that reads back`() {
    #expect(JSONNumber(0.1)?.text == "0.1")
    #expect(JSONNumber(5.0)?.text == "5")
    #expect(JSONNumber(1e300)?.text == "1e+300")
    #expect(JSONNumber(Double.nan) == nil)
    #expect(JSONNumber(-Double.infinity) == nil)
  }

  @Test func `any integer keeps its digits`() {
    #expect(JSONNumber(UInt64.max).text == "18446744073709551615")
    #expect(JSONNumber(Int8(-7)).int == -7)
  }
}
