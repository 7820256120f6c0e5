/// One row of a subject's table: what is measured, against what, and how much is allowed.
struct Benchmark: Sendable {
  /// What the row is called on the command line and in JSON.
  let name: String
  /// What is measured, in a few words.
  let what: String
  /// The largest ratio that is allowed.
  let target: Target
  /// What exactly the two sides do while the clock runs.
  let contains: String
  let build: Build
  let measure: @Sendable (Setting) throws -> Measurement
  /// Runs only our side, so many times, for a profiler to look at.
  let profile: @Sendable (Setting, Int) throws -> Void

  /// In which builds the target means something.
  enum Build: Sendable { case optimized, debug, any }

  var isMeaningfulHere: Bool {
    switch build {
    case .any: true
    case .optimized: !Self.isDebugBuild
    case .debug: Self.isDebugBuild
    }
  }

  static var isDebugBuild: Bool {
    #if DEBUG
    true
    #else
    false
    #endif
  }
}

extension Benchmark {
  /// A row whose two sides are timed in turns.
  init(
    _ name: String, _ what: String, target: Target, build: Build = .optimized, contains: String,
    contest: @escaping @Sendable (Setting) throws -> PairedMeasurement
  ) {
    self.init(
      name: name, what: what, target: target, contains: contains, build: build,
      measure: { setting in try contest(setting).measure(rounds: setting.rounds) },
      profile: { setting, calls in try contest(setting).profile(calls: calls) })
  }
}

extension Benchmark {
  /// A row whose baseline is the time allowed: the median is held against it.
  static func within(
    _ name: String, _ what: String, seconds: Double, contains: String, _ samples: @escaping @Sendable (Setting) throws -> [Double]
  ) -> Benchmark {
    Benchmark(
      name: name, what: what, target: .times(1), contains: contains, build: .optimized,
      measure: { setting in
        let samples = try samples(setting)
        let median = samples.median ?? .nan
        let worst = (samples.max() ?? .nan) * 1000
        return Measurement(
          ours: .seconds(median), baseline: .seconds(seconds), ratio: median / seconds,
          remark: "The slowest of \(samples.count): \(threeDigits(worst)) ms.")
      },
      profile: { setting, calls in for _ in 0..<calls { _ = try samples(setting) } })
  }
}

/// What is the same for all rows of a run.
struct Setting {
  let rounds: Int
  let folder: ScratchFolder
  let logs: BigLogs
  private let sessionPath: String?
  private let clientPackage: ClientPackage?

  init(rounds: Int, sessionPath: String? = nil, logByteCount: Int = 1 << 30, client: ClientPackage.Source? = nil) throws {
    self.rounds = rounds
    self.sessionPath = sessionPath
    let folder = try ScratchFolder()
    self.folder = folder
    clientPackage = client.map { ClientPackage($0, in: folder) }
    logs = BigLogs(folder, byteCount: logByteCount)
  }

  /// The editing session of the command line, or one that is made up.
  func session() throws -> EditingSession {
    try sessionPath.map { try EditingSession(contentsOf: $0) } ?? EditingSession.generated()
  }
}

extension Setting {
  /// The clients of `benchmarks app`.
  func clients() throws -> ClientPackage {
    guard let clientPackage else { throw BenchmarkError("this command builds no clients") }
    return clientPackage
  }
}

/// Why a row could not be measured.
struct BenchmarkError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
