import ArgumentParser
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeScreen

/// Which run is meant, where a log holds several.
struct RunChoice: ParsableArguments {
  @Option(help: ArgumentHelp("Which run is meant where the logs hold several: 1 is the first.", valueName: "number")) var run: Int?
}

extension RunChoice {
  /// - Throws: ``UsageError`` if there are several runs and none was chosen, or one that is not there.
  func pick(from runs: [History]) throws -> History {
    if let run {
      guard runs.indices.contains(run - 1) else { throw UsageError(message: "there is no run \(run): \(Self.list(runs))") }
      return runs[run - 1]
    }
    guard let first = runs.first, runs.count == 1 else {
      throw UsageError(message: "these logs are of \(runs.count) runs, choose one with --run: \(Self.list(runs))")
    }
    return first
  }

  private static func list(_ runs: [History]) -> String {
    runs.enumerated().map { place, run in "\(place + 1) is \(run.title)" }.joined(separator: ", ")
  }
}

extension History {
  /// The run's name, or its file, and when it began.
  var title: String {
    let name = header?.run ?? files.first?.displayName ?? "a run without a name"
    return header?.time.map { "\(name) of \($0)" } ?? name
  }

  /// The line between two runs.
  func heading(_ number: Int) -> String { "run \(number): \(title.displayed())" }

  func jsonHeading(_ number: Int) -> JSONValue {
    var object: JSONObject = ["run": .number(JSONNumber(number))]
    object["id"] = header?.run.map(JSONValue.string)
    object["time"] = header?.time.map(JSONValue.string)
    return .object(object)
  }
}
