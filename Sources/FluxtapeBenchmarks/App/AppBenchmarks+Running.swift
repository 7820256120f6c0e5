import Foundation

extension AppBenchmarks {
  static var running: [Benchmark] {
    [
      run(
        "launch", "launch with one action", .seconds(0.002), of: release, actions: 1,
        contains: "Ours: the processor time of the client with Fluxtape, from its start to its end. Baseline: the same without Fluxtape."
      ) { .seconds($0.processorSeconds) },
      dispatch("dispatch-release", "one dispatch, release", microseconds: 18, of: release, against: .none),
      dispatch("dispatch-debug", "one dispatch, debug", microseconds: 60, of: debug, against: plainDebug),
      run(
        "memory", "memory after 10,000 actions", .bytes(2_500_000), of: release, actions: 10_000,
        contains: "Ours: the largest resident memory of the client with Fluxtape. Baseline: the same without Fluxtape."
      ) { .bytes($0.peakBytes) },
    ]
  }

  /// A row that runs the optimized client with this many actions.
  private static func run(
    _ name: String, _ what: String, _ allowed: Quantity, of variant: ClientPackage.Variant, actions: Int, contains: String,
    _ figure: @escaping @Sendable (ClientRun) -> Quantity
  ) -> Benchmark {
    Benchmark(
      name: name, what: what, target: .added(allowed), contains: contains, build: .any,
      measure: { setting in
        let (ours, baseline) = try setting.medians(variant, .none, actions: actions) { figure($0).value }
        return measurement(ours, baseline, allowed)
      },
      profile: { _, _ in })
  }

  /// A row for the time of one action: the processor time that many actions add, divided by their number.
  private static func dispatch(
    _ name: String, _ what: String, microseconds: Double, of variant: ClientPackage.Variant, against plain: ClientPackage.Variant
  ) -> Benchmark {
    let allowed = Quantity.seconds(microseconds / 1e6)
    return Benchmark(
      name: name, what: what, target: .added(allowed),
      contains: """
        The processor time of a client that dispatches 20,001 small actions, less that of one that dispatches a single one, divided by \
        20,000. Ours: with Fluxtape. Baseline: without.
        """,
      build: .any,
      measure: { setting in
        let many = try setting.medians(variant, plain, actions: dispatches + 1, \.processorSeconds)
        let one = try setting.medians(variant, plain, actions: 1, \.processorSeconds)
        return measurement((many.ours - one.ours) / Double(dispatches), (many.baseline - one.baseline) / Double(dispatches), allowed)
      },
      profile: { _, _ in })
  }

  private static let dispatches = 20_000

  private static func measurement(_ ours: Double, _ baseline: Double, _ allowed: Quantity) -> Measurement {
    Measurement(ours: allowed.with(ours), baseline: allowed.with(baseline), ratio: (ours - baseline) / allowed.value)
  }
}

extension Setting {
  /// Returns the medians of both clients, whose runs alternate.
  fileprivate func medians(
    _ variant: ClientPackage.Variant, _ plain: ClientPackage.Variant, actions: Int, _ figure: (ClientRun) -> Double
  ) throws -> (ours: Double, baseline: Double) {
    let programs = try (ours: clients().client(variant).program, baseline: clients().client(plain).program)
    var samples: (ours: [Double], baseline: [Double]) = ([], [])
    for _ in 0..<rounds {
      samples.baseline.append(figure(try run(programs.baseline, actions: actions)))
      samples.ours.append(figure(try run(programs.ours, actions: actions)))
    }
    return (samples.ours.median ?? .nan, samples.baseline.median ?? .nan)
  }

  private func run(_ program: Program, actions: Int) throws -> ClientRun {
    let log = folder.path("client.jsonl")
    let output = folder.path("output")
    defer { for path in [log, output] { folder.remove(path) } }
    let seconds = try program.processorSeconds([log, "\(actions)"], output: output)
    let text = try String(contentsOfFile: output, encoding: .utf8)
    guard let peakBytes = Int(text.dropLast()) else { throw BenchmarkError("the client printed '\(text)'") }
    return ClientRun(processorSeconds: seconds, peakBytes: peakBytes)
  }
}

/// The cost of one run of a client.
private struct ClientRun {
  let processorSeconds: Double
  /// The largest resident memory.
  let peakBytes: Int
}
