/// The rows of `benchmarks app`.
enum AppBenchmarks {
  static let all: [Benchmark] = building + linking + running

  static let release = ClientPackage.Variant(recording: .standard)
  static let debug = ClientPackage.Variant(recording: .standard, isRelease: false)
}

// MARK: - Building

extension AppBenchmarks {
  private static var building: [Benchmark] {
    [
      building("build-release", "clean release build", isRelease: true, percent: 40),
      building("build-debug", "clean debug build", isRelease: false, percent: 45),
    ]
  }

  /// A row about the processor time that Fluxtape adds to a build.
  private static func building(_ name: String, _ what: String, isRelease: Bool, percent: Double) -> Benchmark {
    Benchmark(
      name: name, what: what, target: .percent(percent), contains: buildContents, build: .any,
      measure: { setting in
        func seconds(_ recording: ClientPackage.Variant.Recording) throws -> Double {
          try setting.clients().client(ClientPackage.Variant(recording: recording, isRelease: isRelease)).buildSeconds
        }
        let plain = try seconds(.none)
        let (ours, earlier) = (try seconds(.standard) - plain, try seconds(.earlier) - plain)
        return Measurement(ours: .seconds(ours), baseline: .seconds(earlier), ratio: ours / earlier)
      },
      profile: { _, _ in })
  }

  static let plainDebug = ClientPackage.Variant(recording: .none, isRelease: false)

  private static let buildContents = """
    Ours: what Fluxtape adds to the processor time of 'swift build' of the client, in an empty folder. Baseline: what it added at commit \
    \(ClientPackage.Source.earlierCommit), when the recorder read the memory layout of types.
    """
}

// MARK: - Linking

extension AppBenchmarks {
  private static var linking: [Benchmark] {
    let linkedIn = ClientPackage.Variant(recording: .standard, isStatic: true)
    return [
      added(
        "size", "release binary, stripped", .bytes(1_000_000), of: release,
        contains: sizeContents
      ) { .bytes($0.strippedBytes) },
      added(
        "size-static", "the same, Swift linked in", .bytes(1_000_000), of: linkedIn, against: plainLinkedIn,
        contains: sizeContents
      ) { .bytes($0.strippedBytes) },
      libraries("libraries", "libraries added", of: release),
    ]
  }

  private static let plainLinkedIn = ClientPackage.Variant(recording: .none, isStatic: true)

  private static let sizeContents = """
    Ours: the size of the client with Fluxtape, without symbols. Baseline: the same without Fluxtape.
    """

  private static func libraries(_ name: String, _ what: String, of variant: ClientPackage.Variant) -> Benchmark {
    Benchmark(
      name: name, what: what, target: .nothingAdded,
      contains: "Ours: the libraries that the client needs only with Fluxtape. Baseline: those that it needs without.",
      build: .any,
      measure: { setting in
        let clients = try setting.clients()
        let plain = try clients.client(.none).libraries
        let added = try clients.client(variant).libraries.subtracting(plain)
        return Measurement(
          ours: .count(added.count), baseline: .count(plain.count), ratio: Double(added.count),
          remark: added.isEmpty ? nil : "Added: \(added.sorted().joined(separator: ", ")).")
      },
      profile: { _, _ in })
  }
}

extension AppBenchmarks {
  /// A row about the size that Fluxtape adds to a client.
  private static func added(
    _ name: String, _ what: String, _ allowed: Quantity, of variant: ClientPackage.Variant, against plain: ClientPackage.Variant = .none,
    contains: String, _ figure: @escaping @Sendable (ClientPackage.Client) -> Quantity
  ) -> Benchmark {
    Benchmark(
      name: name, what: what, target: .added(allowed), contains: contains, build: .any,
      measure: { setting in
        let ours = figure(try setting.clients().client(variant))
        let baseline = figure(try setting.clients().client(plain))
        return Measurement(ours: ours, baseline: baseline, ratio: (ours.value - baseline.value) / allowed.value)
      },
      profile: { _, _ in })
  }
}
