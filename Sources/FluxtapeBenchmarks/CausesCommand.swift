import ArgumentParser
import FluxtapeHistory
import Foundation

struct Causes: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "How often 'compare' names the cause of a bug.",
    discussion: """
      Bugs are planted into simulated apps on a virtual clock. Of each bug there are red runs with it and green ones without, first quiet, \
      then with other actions at random times. A bug is named if one of the first 3 facts names its step or what led to it directly. Then \
      colors are dealt to green runs at random: nothing should separate them. Last the time for runs of 100 KB.
      """
  )

  @Option(help: "Where random numbers begin; other numbers, other runs.") var seed = 1
  @Option(help: ArgumentHelp("Runs of each set.", valueName: "number")) var runs = 500
  @Option(help: ArgumentHelp("Red ones among them.", valueName: "number")) var red = 20
  @Option(help: ArgumentHelp("Kilobytes of other actions in each run.", valueName: "number")) var kilobytes = 20
  @Option(help: ArgumentHelp("Sets of green runs.", valueName: "number")) var sets = 100
  @Option(help: ArgumentHelp("Only bugs whose names begin with it.", valueName: "name")) var only: String?

  func run() throws {
    let trial = CausesTrial(runCount: runs, redCount: red, seed: seed)
    let bugs = PlantedBug.all.filter { bug in only.map(bug.name.hasPrefix) ?? true }
    let named = try [0, kilobytes << 10].map { try Self.named(bugs, trial, background: $0) }
    var goals = [
      (named[0] * 100 >= bugs.count * 95, "named without background: \(named[0]) of \(bugs.count) (goal 95 %)"),
      (named[1] * 100 >= bugs.count * 80, "named with background: \(named[1]) of \(bugs.count) (goal 80 %)"),
    ]
    if only == nil {
      let alarms = try falseAlarms(trial)
      goals.append((alarms * 100 <= sets, "false alarms: \(alarms) of \(sets) sets (goal 1 of 100)"))
      let seconds = try trial.outcome(of: bugs[0], background: 95 << 10).seconds
      goals.append((seconds <= 10 * Double(runs) / 500, "\(runs) runs of 100 KB: \(Self.text(seconds)) s (goal 10 s for 500)"))
    }
    for goal in goals { Self.print("\(goal.0 ? "yes" : "NO ")  \(goal.1)") }
    if goals.contains(where: { !$0.0 }) { throw ExitCode(1) }
  }

  private static func named(_ bugs: [PlantedBug], _ trial: CausesTrial, background bytes: Int) throws -> Int {
    print(bytes == 0 ? "without background" : "with background")
    return try bugs.count { bug in
      let outcome = try trial.outcome(of: bug, background: bytes)
      let isNamed = (outcome.place ?? .max) <= 3
      print("  \(outcome.place.map(String.init) ?? "-")  \(text(outcome.seconds)) s  \(bug.name)")
      if !isNamed {
        for fact in outcome.firstFacts {
          print("       \(fact.kind) \(fact.action.store) \(fact.action.type) \(fact.other?.type ?? "") \(fact.path) \(fact.detail)")
        }
      }
      return isNamed
    }
  }

  /// Each app's runs are dealt several times.
  private func falseAlarms(_ trial: CausesTrial) throws -> Int {
    let apps: [SimulatedApp] = [.shop, .search, .editor, .player, .chat]
    var alarms = 0
    for (place, app) in apps.enumerated() {
      let deals = sets / apps.count + (place < sets % apps.count ? 1 : 0)
      alarms += try trial.falseAlarms(in: app, background: kilobytes << 10, deals: deals)
    }
    return alarms
  }

  private static func text(_ seconds: Double) -> String { "\((seconds * 10).rounded() / 10)" }

  private static func print(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
}
