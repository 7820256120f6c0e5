/// Measures two sides alternately, so that a slow minute of the machine slows both.
struct PairedMeasurement {
  let baseline: Contender
  let ours: Contender
  /// Checks and removes the files that the sides wrote.
  var finish: () throws -> Void = {}

  /// Takes `rounds` samples of each side. The ratio is the median of the ratios of adjacent samples.
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

  /// Runs our side this many times, for a profiler.
  func profile(calls: Int) throws {
    for _ in 0..<calls {
      ours.prepare?()
      try ours.run()
    }
    try finish()
  }
}

/// One side of a paired measurement.
struct Contender {
  /// Runs before each call, untimed.
  let prepare: (() -> Void)?
  let run: () throws -> Void

  /// - Parameters:
  ///   - prepare: Runs before each call, untimed. Without it, many calls are timed together, so a call may be short.
  ///   - run: The timed work. It must pass on its result, for example to ``keep(_:)``; otherwise the optimizer may remove the work.
  init(prepare: (() -> Void)? = nil, run: @escaping () throws -> Void) {
    self.prepare = prepare
    self.run = run
  }

  func secondsPerCall(_ calls: Int) throws -> Double {
    try total(calls) / .seconds(1) / Double(calls)
  }

  /// Returns how many calls fill a sample. Finding out also warms up caches.
  func callsPerSample() throws -> Int {
    // The first calls do extra work, such as the first checks of a recorder.
    _ = try total(Self.firstCalls)
    var calls = 1
    while true {
      let took = try total(calls)
      if took >= Self.sample { return calls }
      // Extrapolate from the last length, so that the last trial is about as long as a sample.
      let factor = took > .zero ? min(10, max(1.2, Self.sample / took * 1.1)) : 10
      calls = Int((Double(calls) * factor).rounded(.up))
    }
  }

  /// Much longer than a clock tick or a thread switch, and short enough for fifteen rounds of twenty rows.
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

/// Uses a result, so that the optimizer cannot remove the work for it.
@inline(never)
func keep<Value>(_ value: borrowing Value) {}
