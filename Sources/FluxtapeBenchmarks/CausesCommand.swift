import ArgumentParser
import FluxtapeHistory
import FluxtapeSimulatedRuns
import Foundation

struct Causes: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measure how often 'compare' names the cause of a bug.",
    discussion: """
      Plants bugs into simulated apps on a virtual clock. Each bug has failed runs with it and passed runs without it, first alone, then \
      with other actions at random times. A bug counts as named if one of the first 3 facts names its step or the step's direct cause. \
      Kinds of bugs have small sets of runs instead, of a test that fails now and then. Then passed runs are labeled failed or passed at \
      random, and no fact may separate them. The last row is the time for runs of 100 KB.
      """
  )

  @Option(help: "The seed of the random numbers.") var seed = 1
  @Option(help: ArgumentHelp("Runs in each set.", valueName: "number")) var runs = 500
  @Option(help: ArgumentHelp("Failed runs among them.", valueName: "number")) var red = 20
  @Option(help: ArgumentHelp("Kilobytes of other actions in each run.", valueName: "number")) var kilobytes = 20
  @Option(help: ArgumentHelp("Sets of passed runs.", valueName: "number")) var sets = 100
  @Option(help: ArgumentHelp("Sets of runs of each kind.", valueName: "number")) var kindSets = 5
  @Option(help: ArgumentHelp("Only bugs whose names begin with this.", valueName: "name")) var only: String?

  @Option(help: "Only the kinds of this group.") var kinds: Group?

  /// A group of kinds of bugs.
  enum Group: String, ExpressibleByArgument, CaseIterable {
    case known, fresh, variants, strangers, newcomers, visitors, guests, travellers

    var kinds: [BugKind] {
      switch self {
      case .known: BugKind.known
      case .fresh: BugKind.fresh
      case .variants: BugKind.variants
      case .strangers: BugKind.strangers
      case .newcomers: BugKind.newcomers
      case .visitors: BugKind.visitors
      case .guests: BugKind.guests
      case .travellers: BugKind.travellers
      }
    }
  }

  /// Whether a target holds, and what was measured.
  private typealias Goal = (holds: Bool, text: String)

  func run() throws {
    let trial = CausesTrial(runCount: runs, redCount: red, seed: seed)
    let groups = kinds.map { [$0] } ?? Group.allCases
    var goals = try kinds == nil ? bugGoals(trial) : []
    for group in groups { goals += try goal(of: group) }
    if let only, goals.isEmpty { throw ValidationError("no bug has a name that begins with '\(only)'") }
    if only == nil {
      let facts = try KindTrial.falseAlarms(of: groups.flatMap(\.kinds), sets: sets, seed: seed)
      Self.print(facts)
      goals.append((facts.isEmpty, "failures without a cause that are given one: \(facts.count) of \(sets) sets (goal 0)"))
    }
    if only == nil, kinds == nil {
      let alarms = try falseAlarms(trial)
      goals.append((alarms * 100 <= sets, "false alarms: \(alarms) of \(sets) sets (goal 1 of 100)"))
      let seconds = try trial.outcome(of: PlantedBug.all[0], background: 95 << 10).seconds
      goals.append((seconds <= 10 * Double(runs) / 500, "\(runs) runs of 100 KB: \(Self.text(seconds)) s (goal 10 s for 500)"))
    }
    for goal in goals { Self.print("\(goal.holds ? "yes" : "NO ")  \(goal.text)") }
    if goals.contains(where: { !$0.holds }) { throw ExitCode(1) }
  }

  private func bugGoals(_ trial: CausesTrial) throws -> [Goal] {
    let bugs = PlantedBug.all.filter { bug in only.map(bug.name.hasPrefix) ?? true }
    guard !bugs.isEmpty else { return [] }
    let named = try [0, kilobytes << 10].map { try Self.named(bugs, trial, background: $0) }
    return [
      (named[0] * 100 >= bugs.count * 95, "named without background: \(named[0]) of \(bugs.count) (goal 95 %)"),
      (named[1] * 100 >= bugs.count * 90, "named with background: \(named[1]) of \(bugs.count) (goal 90 %)"),
    ]
  }

  private func goal(of group: Group) throws -> [Goal] {
    let kinds = group.kinds.filter { kind in only.map(kind.name.hasPrefix) ?? true }
    guard !kinds.isEmpty else { return [] }
    Self.print("\(group.rawValue), sets of each: without noise, with noise, and with failures that do not say what was expected")
    let trials = try KindTrial.hits(of: kinds, sets: kindSets, seed: seed)
    for trial in trials {
      Self.print("  \(trial.counts.map(String.init).joined(separator: " "))  \(trial.kind.name)")
      for facts in trial.misses.flatMap(\.firstFacts) { Self.print(facts) }
    }
    let (hits, all) = (trials.reduce(0) { $0 + $1.counts[1] }, trials.count * kindSets)
    return [(hits * 100 >= all * 75, "\(group.rawValue) with noise: \(hits) of \(all) sets (goal 75 %)")]
  }

  private static func named(_ bugs: [PlantedBug], _ trial: CausesTrial, background bytes: Int) throws -> Int {
    print(bytes == 0 ? "without background" : "with background")
    return try bugs.count { bug in
      let outcome = try trial.outcome(of: bug, background: bytes)
      let isNamed = (outcome.place ?? .max) <= 3
      print("  \(outcome.place.map(String.init) ?? "-")  \(text(outcome.seconds)) s  \(bug.name)")
      if !isNamed { print(outcome.firstFacts) }
      return isNamed
    }
  }

  private static func print(_ facts: [FailureFact]) {
    for fact in facts {
      print("       \(fact.kind) \(fact.action.store) \(fact.action.type) \(fact.other?.type ?? "") \(fact.path) \(fact.detail)")
    }
  }

  /// Counts the false alarms over all apps; the sets are divided among the apps.
  private func falseAlarms(_ trial: CausesTrial) throws -> Int {
    let apps: [SimulatedApp] = [.shop, .search, .editor, .player, .chat, .delivery]
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
