/// Two sides, measured in turns: a slow minute of the machine slows both.
struct PairedMeasurement {
  let baseline: Contender
  let ours: Contender
  /// Checks and clears away what the sides made.
  var finish: () throws -> Void = {}

  /// Each side has `rounds` samples of its own length; the ratio is the median of the ratios of neighbours.
  func measure(rounds: Int) throws -> Measurement {
    let baselineCalls = try baseline.callsPerSample()
    let ourCalls = try ours.callsPerSample()
    var pairs: [(ours: Double, baseline: Double)] = []
    for _ in 0..<rounds {
      let theirs = try baseline.secondsPerCall(baselineCalls)
      pairs.append((try ours.secondsPerCall(ourCalls), theirs))
    }
    try finish()
    return Measurement(pairs: pairs)
  }

  /// Runs our side so many times, for a profiler to look at.
  func profile(calls: Int) throws {
    for _ in 0..<calls {
      ours.prepare?()
      try ours.run()
    }
    try finish()
  }
}

/// One side of a contest.
struct Contender {
  /// Done before each call, and not timed.
  let prepare: (() -> Void)?
  let run: () throws -> Void

  /// - Parameters:
  ///   - prepare: Done before each call, and not timed. Without it calls are timed many at once, so that they may be short.
  ///   - run: What is timed. Its result has to leave it, by ``keep(_:)`` or otherwise, or the optimizer may leave out the work.
  init(prepare: (() -> Void)? = nil, run: @escaping () throws -> Void) {
    self.prepare = prepare
    self.run = run
  }

  func secondsPerCall(_ calls: Int) throws -> Double {
    try total(calls) / .seconds(1) / Double(calls)
  }

  /// How many calls fill a sample. To find out warms everything up.
  func callsPerSample() throws -> Int {
    // The first calls do what later ones need not, such as the first checks of a recorder.
    _ = try total(Self.firstCalls)
    var calls = 1
    while true {
      let took = try total(calls)
      if took >= Self.sample { return calls }
      // From the last length, so that the last trial is about as long as a sample.
      let factor = took > .zero ? min(10, max(1.2, Self.sample / took * 1.1)) : 10
      calls = Int((Double(calls) * factor).rounded(.up))
    }
  }

  /// Long against the clock's steps and a switch to another thread, short enough for fifteen rounds of twenty rows.
  private static let sample = Duration.milliseconds(10)
  private static let firstCalls = 5

  private func total(_ calls: Int) throws -> Duration {
    let clock = ContinuousClock()
    guard let prepare else {
      let start = clock.now
      for _ in 0..<calls { try run() }
      return clock.now - start
    }
    var total = Duration.zero
    for _ in 0..<calls {
      prepare()
      let start = clock.now
      try run()
      total += clock.now - start
    }
    return total
  }
}

/// Takes a result, so that the work for it cannot be left out.
@inline(never)
func keep<Value>(_ value: borrowing Value) {}
