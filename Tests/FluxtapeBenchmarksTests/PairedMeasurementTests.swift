import Testing

@testable import FluxtapeBenchmarks

struct ContestTests {
  @Test func `both sides are called in turns, and the end is told`() throws {
    var turns: [Character] = []
    var isFinished = false
    let contest = PairedMeasurement(
      baseline: Contender { note("a", in: &turns) }, ours: Contender { note("b", in: &turns) }, finish: { isFinished = true })
    let measurement = try contest.measure(rounds: 3)
    // Each side first runs once, to find the length of a sample.
    #expect(String(turns) == "ababababab".dropFirst(2))
    #expect(isFinished)
    #expect(measurement.ratio > 0)
  }

  @Test func `what is prepared is done once before each call`() throws {
    var calls = 0
    var prepared = 0
    let contender = Contender {
      prepared += 1
    } run: {
      #expect(prepared == calls + 1)
      calls += 1
    }
    _ = try contender.secondsPerCall(5)
    #expect(calls == 5)
  }

  @Test func `a profile runs our side alone`() throws {
    var calls = 0
    try PairedMeasurement(baseline: Contender { Issue.record("the baseline ran") }, ours: Contender { calls += 1 }).profile(calls: 7)
    #expect(calls == 7)
  }

  @Test func `an error of a side ends the contest`() {
    let contest = PairedMeasurement(baseline: Contender {}, ours: Contender { throw BenchmarkError("no") })
    #expect(throws: BenchmarkError.self) { try contest.profile(calls: 1) }
  }
}

/// Records a side's turn, once for all its consecutive calls.
private func note(_ side: Character, in turns: inout [Character]) {
  if turns.last != side { turns.append(side) }
}
