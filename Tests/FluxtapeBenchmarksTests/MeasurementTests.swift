import Testing

@testable import FluxtapeBenchmarks

struct MeasurementTests {
  @Test(arguments: [([3], 3), ([5, 1, 3], 3), ([4, 1, 3, 2], 2.5), ([1, 1, 1, 1000], 1)] as [([Double], Double)])
  func `the median is the middle one, or the mean of the middle two`(values: [Double], median: Double) {
    #expect(values.median == median)
  }

  @Test func `nothing has no median`() {
    #expect([].median == nil)
  }

  @Test func `the ratio is that of samples taken in the same moment`() {
    // The machine was three times slower during the last two samples, for both sides.
    let measurement = Measurement(pairs: [(1, 10), (1.1, 10), (1.2, 10), (3.3, 30), (3.3, 30)])
    #expect(abs(measurement.ratio - 0.11) < 1e-9)
    #expect(measurement.ours == .seconds(1.2))
    #expect(measurement.baseline == .seconds(10))
  }

  @Test func `without samples no target holds`() {
    #expect(!Target.percent(100).holds(Measurement(pairs: []).ratio))
  }
}
