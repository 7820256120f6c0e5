/// One row of a table: the measurement, its baseline, and the target ratio.
struct Benchmark: Sendable {
  /// The row's name on the command line and in JSON.
  let name: String
  /// The title of the row in the table.
  let what: String
  /// The largest allowed ratio.
  let target: Target
  /// What each of the two sides does while it is timed.
  let contains: String
  let build: Build
  let measure: @Sendable (Setting) throws -> Measurement
  /// Runs only our side this many times, for a profiler.
  let profile: @Sendable (Setting, Int) throws -> Void

  /// The builds in which the target is meaningful.
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
  /// A row whose two sides are timed alternately.
  init(
    _ name: String, _ what: String, target: Target, build: Build = .optimized, contains: String,
    pair: @escaping @Sendable (Setting) throws -> PairedMeasurement
  ) {
    self.init(
      name: name, what: what, target: target, contains: contains, build: build,
      measure: { setting in try pair(setting).measure(rounds: setting.rounds) },
      profile: { setting, calls in try pair(setting).profile(calls: calls) })
  }
}

extension Benchmark {
  /// A row whose baseline is a fixed time; the median of the samples is compared with it.
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

/// The settings shared by all rows of a run.
struct Setting {
  let rounds: Int
  let folder: ScratchFolder
  let logs: BigLogs
  let fleet: Fleet
  private let sessionPath: String?
  private let clientPackage: ClientPackage?

  init(
    rounds: Int, sessionPath: String? = nil, logByteCount: Int = 1 << 30, fleet: Int = Fleet.usualCount, client: ClientPackage.Source? = nil
  ) throws {
    self.rounds = rounds
    self.sessionPath = sessionPath
    let folder = try ScratchFolder()
    self.folder = folder
    clientPackage = client.map { ClientPackage($0, in: folder) }
    logs = BigLogs(folder, byteCount: logByteCount)
    self.fleet = Fleet(of: fleet, in: folder)
  }

  /// The editing session named on the command line, or a generated one.
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

/// The reason a row could not be measured.
struct BenchmarkError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
