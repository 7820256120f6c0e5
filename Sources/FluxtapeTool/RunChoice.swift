import ArgumentParser
import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import FluxtapeScreen

/// The choice among several runs of a log.
struct RunChoice: ParsableArguments {
  @Option(help: ArgumentHelp("Which run to use if the logs hold several; 1 is the first.", valueName: "number")) var run: Int?
  @Flag(help: "Merge several runs into one, ordered by time. Steps are renumbered.") var merge = false

  func validate() throws {
    if merge, run != nil { throw ValidationError("--run and --merge exclude each other") }
  }
}

extension [History] {
  /// Merges all runs by time. Warns about runs without a clock, and about clocks that are behind.
  ///
  /// - Throws: ``HistoryError`` if a log can no longer be read.
  func merged() throws -> History {
    for run in self where !run.hasClock && count > 1 {
      StandardOutput.warn("fluxtape: \(run.title) has no clock, so it comes last")
    }
    return try History.merged(self) { lag in
      let (behind, ahead) = (self[lag.behind].title, self[lag.ahead].title)
      StandardOutput.warn("fluxtape: the clock of \(behind) is at least \(ThreeDigits.duration(lag.microseconds)) behind that of \(ahead)")
    }
  }

  /// Returns the run with a number from 1; without a number, the only run.
  ///
  /// - Throws: ``UsageError`` if there is no such run, or if several runs have no choice.
  func run(_ number: Int?) throws -> History {
    if let number {
      guard indices.contains(number - 1) else { throw UsageError(message: "there is no run \(number): \(listing)") }
      return self[number - 1]
    }
    guard let first, count == 1 else {
      throw UsageError(message: "these logs are of \(count) runs; choose one with --run: \(listing)")
    }
    return first
  }

  private var listing: String { enumerated().map { place, run in "\(place + 1) is \(run.title)" }.joined(separator: ", ") }
}

extension History {
  /// The run's name or its file, and its start time.
  var title: String {
    let name = header?.run ?? files.first?.displayName ?? "an unnamed run"
    return header?.time.map { "\(name) of \($0)" } ?? name
  }

  /// The heading of a run among several.
  func heading(_ number: Int) -> String { "run \(number): \(title.displayed())" }

  func jsonHeading(_ number: Int) -> JSONValue {
    .object(members: ["run": number, "id": header?.run, "time": header?.time])
  }
}
