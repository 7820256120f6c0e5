import Testing

@testable import FluxtapeAnswers

struct ThreeDigitsTests {
  @Test(arguments: [
    (0, "0 µs", "0µs"), (999, "999 µs", "999µs"), (1000, "1.00 ms", "1.00ms"), (1005, "1.01 ms", "1.01ms"), (9_994, "9.99 ms", "9.99ms"),
    (9_995, "10.0 ms", "10.0ms"), (94_000, "94.0 ms", "94.0ms"), (99_950, "100 ms", "100ms"), (1_250_000, "1.25 s", "1.25s"),
    (90_000_000, "1.50 min", "90.0s"), (125_400_000, "2.09 min", "2m05s"), (5_400_000_000, "1.50 h", "90m00s"),
  ])
  func `both forms of a duration round alike`(microseconds: Int, spaced: String, compact: String) {
    #expect(ThreeDigits.duration(microseconds) == spaced)
    #expect(ThreeDigits.compactDuration(microseconds) == compact)
  }

  @Test(arguments: [(0.0, "0.00"), (0.07, "0.07"), (2.5, "2.50"), (99.96, "100"), (385.0, "385"), (1e300, "1e+300")])
  func `a number has at most two decimals`(number: Double, text: String) { #expect(ThreeDigits.decimal(number) == text) }
}
