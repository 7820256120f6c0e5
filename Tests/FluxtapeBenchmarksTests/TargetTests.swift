import Testing

@testable import FluxtapeBenchmarks

struct TargetTests {
  @Test(arguments: [
    (Target.percent(2), 0.02, "2 %", "≤ 2 %", true),
    (.percent(0.02), 0.000_209, "0.0209 %", "≤ 0.02 %", false),
    (.percent(20), 1.72, "172 %", "≤ 20 %", false),
    (.timesFaster(5), 0.18, "5.56x faster", "≥ 5x faster", true),
    (.timesFaster(5), 0.25, "4x faster", "≥ 5x faster", false),
    (.times(1.05), 1.049, "1.05x", "≤ 1.05x", true),
    (.times(1.05), 1.06, "1.06x", "≤ 1.05x", false),
    (.added(milliseconds: 20), 0.21, "4.2 ms more", "≤ 20 ms more", true),
    (.added(.seconds(30)), 3.06, "91.8 s more", "≤ 30 s more", false),
    (.added(.bytes(1_000_000)), 2.65, "2.65 MB more", "≤ 1 MB more", false),
    (.added(.bytes(50_000)), -0.02, "-1 KB more", "≤ 50 KB more", true),
    (.nothingLost, 0, "none lost", "none lost", true),
    (.nothingLost, 0.0001, "0.01 % lost", "none lost", false),
    (.percent(2), .infinity, "inf %", "≤ 2 %", false),
    (.percent(2), .nan, "nan %", "≤ 2 %", false),
  ])
  func `a ratio is said in the words of its target`(target: Target, ratio: Double, text: String, limit: String, holds: Bool) {
    #expect(target.text(ratio) == text)
    #expect("\(target)" == limit)
    #expect(target.holds(ratio) == holds)
  }

  @Test(arguments: [
    (Quantity.seconds(0.000_000_369), "369 ns"), (.seconds(0.000_060_12), "60.1 µs"), (.seconds(0.385), "385 ms"), (.seconds(2), "2 s"),
    (.seconds(0.000_999_9), "1 ms"), (.bytes(863), "863 B"), (.bytes(94_612), "94.6 KB"), (.bytes(18_020_000_000), "18 GB"),
    (.count(774_114), "774114"),
  ])
  func `a quantity has three digits and a unit`(quantity: Quantity, text: String) {
    #expect("\(quantity)" == text)
  }
}
