import Testing

@testable import Fluxtape

struct StateSamplingTests {
  @Test(arguments: [
    (RecorderOptions.States.all, "1111111"), (.never, "0000000"), (.every(1), "1111111"), (.every(3), "1001001"), (.every(0), "1111111"),
    (.every(-5), "1111111"), (.every(.max), "1000000"),
  ])
  func `wants the first state and every n-th after it`(states: RecorderOptions.States, wanted: String) {
    var sampling = StateSampling(states)
    #expect(String((0..<7).map { _ in sampling.wantsState() ? "1" : "0" }) == wanted)
  }
}

struct StateBackOffTests {
  /// Plays actions at a distance, each with a state that takes some time; returns the number of recorded states.
  private func recorded(_ actions: Int, every distance: Int, taking time: Int, _ backOff: inout StateBackOff, from start: Int = 0) -> Int {
    (0..<actions).count { number in
      guard backOff.allowsState(at: start + number * distance) else { return false }
      backOff.note(time)
      return true
    }
  }

  private static let millisecond = Duration.milliseconds(1)

  @Test func `states within the limit are recorded in full`() {
    var backOff = StateBackOff(limit: Self.millisecond)
    #expect(recorded(10_000, every: 0, taking: 1000, &backOff) == 10_000)
  }

  @Test func `slow states with enough time between them are recorded in full`() {
    var backOff = StateBackOff(limit: Self.millisecond)
    #expect(recorded(10_000, every: 90_000, taking: 10_000, &backOff) == 10_000)
  }

  @Test(arguments: [2000, 5000, 20_000, 200_000])
  func `slow states take, in the long run, a tenth of the time`(time: Int) {
    var backOff = StateBackOff(limit: Self.millisecond)
    _ = recorded(100_000, every: 1000, taking: time, &backOff)
    let count = recorded(200_000, every: 1000, taking: time, &backOff, from: 100_000_000)
    #expect((count - 1) * (time - 1000) * 10 <= 200_000_000)
    #expect((count + 1) * (time - 1000) * 10 >= 200_000_000)
  }

  @Test func `a burst is no reason to leave states out`() {
    var backOff = StateBackOff(limit: Self.millisecond)
    #expect(recorded(300, every: 0, taking: 2000, &backOff) == 201)
  }

  @Test func `a giant state is followed by some seconds without`() {
    var backOff = StateBackOff(limit: Self.millisecond)
    #expect(recorded(1, every: 0, taking: .max, &backOff) == 1)
    var early = backOff
    let isAllowed = (early: early.allowsState(at: 7_989_999), late: backOff.allowsState(at: 7_990_000))
    #expect(isAllowed == (false, true))
  }

  @Test func `under a clock that stands still, or goes back, nothing takes time`() {
    var backOff = StateBackOff(limit: Self.millisecond)
    #expect(recorded(1000, every: 0, taking: 0, &backOff) == 1000)
    #expect(recorded(1000, every: -5, taking: -5, &backOff) == 1000)
    #expect(recorded(2, every: .min / 2, taking: 0, &backOff, from: .max) == 2)
  }

  @Test(arguments: [Duration.zero, .milliseconds(-1)])
  func `a limit of zero is none`(limit: Duration) {
    var backOff = StateBackOff(limit: limit)
    #expect(recorded(1000, every: 0, taking: .max, &backOff) == 1000)
  }

  @Test(arguments: [Duration.nanoseconds(1), .seconds(Int64.max)])
  func `limits of any size are counted with`(limit: Duration) {
    var backOff = StateBackOff(limit: limit)
    #expect(recorded(5, every: .max / 5, taking: .max, &backOff) > 0)
  }
}
