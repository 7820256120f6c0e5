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

struct StateBudgetTests {
  /// Plays actions at a distance, each with a state of some cost; returns the number of recorded states.
  private func recorded(_ actions: Int, every distance: Int, costing cost: Int, _ budget: inout StateBudget, from start: Int = 0) -> Int {
    (0..<actions).count { number in
      guard budget.allowsState(at: start + number * distance) else { return false }
      budget.pay(cost)
      return true
    }
  }

  private static let millisecond = Duration.milliseconds(1)

  @Test func `a load within the budget is recorded in full`() {
    var budget = StateBudget(perAction: Self.millisecond)
    #expect(recorded(10_000, every: 0, costing: 1000, &budget) == 10_000)
  }

  @Test func `a tenth of the time between actions is free as well`() {
    var budget = StateBudget(perAction: Self.millisecond)
    #expect(recorded(10_000, every: 90_000, costing: 10_000, &budget) == 10_000)
  }

  @Test(arguments: [2000, 5000, 20_000, 200_000])
  func `a load beyond the budget takes, in the long run, no more than it`(cost: Int) {
    var budget = StateBudget(perAction: Self.millisecond)
    _ = recorded(10_000, every: 0, costing: cost, &budget)
    let count = recorded(100_000, every: 0, costing: cost, &budget)
    #expect((count - 1) * cost <= 100_000 * 1000)
    #expect((count + 1) * cost >= 100_000 * 1000)
  }

  @Test func `a burst is no reason to leave states out`() {
    var budget = StateBudget(perAction: Self.millisecond)
    #expect(recorded(200, every: 0, costing: 2000, &budget) == 200)
    #expect(recorded(200, every: 0, costing: 2000, &budget) == 100)
  }

  @Test func `a giant state is followed by a thousand actions without, or by some seconds`() {
    var budget = StateBudget(perAction: Self.millisecond)
    #expect(recorded(1, every: 0, costing: .max, &budget) == 1)
    var (pausing, early) = (budget, budget)
    let allowed = (0..<1000).count { _ in budget.allowsState(at: 0) }
    #expect(allowed == 201)
    let isAllowed = (early: early.allowsState(at: 7_989_999), late: pausing.allowsState(at: 7_990_000))
    #expect(isAllowed == (false, true))
  }

  @Test func `under a clock that stands still, or goes back, nothing costs anything`() {
    var budget = StateBudget(perAction: Self.millisecond)
    #expect(recorded(1000, every: 0, costing: 0, &budget) == 1000)
    #expect(recorded(1000, every: -5, costing: -5, &budget) == 1000)
    #expect(recorded(2, every: .min / 2, costing: 0, &budget, from: .max) == 2)
  }

  @Test(arguments: [Duration.zero, .milliseconds(-1)])
  func `no budget means no limit`(perAction: Duration) {
    var budget = StateBudget(perAction: perAction)
    #expect(recorded(1000, every: 0, costing: .max, &budget) == 1000)
  }

  @Test(arguments: [Duration.nanoseconds(1), .seconds(Int64.max)])
  func `budgets of any size are counted with`(perAction: Duration) {
    var budget = StateBudget(perAction: perAction)
    #expect(recorded(5, every: .max / 5, costing: .max, &budget) > 0)
  }
}
