package import FluxtapeHistory
import FluxtapeRandomCases
import Foundation

/// Generates sets of runs like those of a CI job, and checks what ``FailureCauses`` says about them. It sees only the logs.
package struct CausesTrial {
  let runCount: Int
  let redCount: Int
  let seed: Int

  package init(runCount: Int = 500, redCount: Int = 20, seed: Int) {
    (self.runCount, self.redCount, self.seed) = (runCount, redCount, seed)
  }

  /// The result for one bug.
  package struct Outcome {
    /// The place of the first fact that names the true step or its direct cause, counted from 1.
    package let place: Int?
    package let firstFacts: [FailureFact]
    package let seconds: Double
  }

  /// - Parameter bytes: The bytes of other actions in each run.
  package func outcome(of bug: PlantedBug, background bytes: Int) throws -> Outcome {
    try withLogs(of: bug.app, bug.fault, background: bytes) { red, green in
      let start = ContinuousClock.now
      let causes = try FailureCauses(red: RunListing(red).entries, green: RunListing(green).entries)
      let facts = causes.groups.first?.facts ?? []
      return Outcome(
        place: facts.firstIndex(where: bug.isNamed).map { $0 + 1 }, firstFacts: Array(facts.prefix(3)), seconds: Self.seconds(since: start))
    }
  }

  /// Labels passed runs as red or green at random, and counts how often a fact seems to separate them.
  package func falseAlarms(in app: SimulatedApp, background bytes: Int, deals: Int) throws -> Int {
    try withLogs(of: app, nil, background: bytes) { red, green in
      let runs = RunListing(red + green).entries
      return try (0..<deals).count { deal in
        var random = SplitMix64(seed: seed &* 7919 &+ deal)
        let dealt = runs.shuffled(using: &random)
        return try !FailureCauses(red: Array(dealt.prefix(redCount)), green: Array(dealt.dropFirst(redCount))).groups.isEmpty
      }
    }
  }

  private static func seconds(since start: ContinuousClock.Instant) -> Double {
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}

// MARK: - Logs

extension CausesTrial {
  private func withLogs<Result>(
    of app: SimulatedApp, _ fault: PlantedBug.Fault?, background bytes: Int, _ body: (_ red: [String], _ green: [String]) throws -> Result
  ) throws -> Result {
    try Self.withLogs(runCount) { number in
      try log(of: app, number < redCount ? fault : nil, number, background: bytes)
    } _: { paths in
      try body(Array(paths.prefix(redCount)), Array(paths.dropFirst(redCount)))
    }
  }

  /// Writes logs into a folder that is removed afterwards.
  static func withLogs<Result>(_ count: Int, _ log: (Int) throws -> String, _ body: ([String]) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("fluxtape-runs-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(
      (0..<count).map { number in
        let path = folder.appendingPathComponent("\(number).jsonl").path
        try log(number).write(toFile: path, atomically: false, encoding: .utf8)
        return path
      })
  }

  /// Returns the log of a run. A red run is repeated with other seeds until its fault has an effect.
  package func log(of app: SimulatedApp, _ fault: PlantedBug.Fault?, _ number: Int, background bytes: Int) throws -> String {
    for attempt in 0..<1000 {
      var simulation = Simulation(app, fault, seed: (seed &* 1_000_003 &+ number) &* 1009 &+ attempt)
      let text = simulation.log(background: bytes)
      if fault == nil || simulation.faultTime != nil { return text }
    }
    throw FaultWithoutEffect(app: app.name)
  }
}

/// No run of an app has an effect of the fault.
struct FaultWithoutEffect: Error, CustomStringConvertible {
  let app: String

  var description: String { "the fault never shows in \(app)" }
}
