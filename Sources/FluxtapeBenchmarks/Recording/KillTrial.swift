import FluxtapeHistory
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
import FluxtapeRandomCases
import Foundation

/// Kills programs while they record, and checks their logs.
struct KillTrial {
  private let setting: Setting

  init(_ setting: Setting) { self.setting = setting }

  func measure(kills: Int) throws -> Measurement {
    var random = SplitMix64(seed: Int(ProcessInfo.processInfo.processIdentifier))
    var returned = 0
    var lost = 0
    for _ in 0..<kills {
      let trial = try kill(afterMilliseconds: Int.random(in: 1...60, using: &random))
      returned += trial.returned
      lost += trial.lost
    }
    guard returned > 0 else { throw BenchmarkError("no program lived long enough to record anything") }
    return Measurement(
      ours: .count(lost), baseline: .count(returned), ratio: Double(lost) / Double(returned), remark: "\(kills) programs killed.")
  }

  private func kill(afterMilliseconds delay: Int) throws -> (returned: Int, lost: Int) {
    let log = setting.folder.path("killed.jsonl")
    let tally = setting.folder.path("returned")
    defer { [log, tally].forEach(setting.folder.remove) }
    guard FileManager.default.createFile(atPath: tally, contents: nil) else { throw BenchmarkError("no file can be made at \(tally)") }
    let victim = Process()
    victim.executableURL = Bundle.main.executableURL
    victim.arguments = [Victim.name, log, tally]
    try victim.run()
    while try size(of: tally) == 0, victim.isRunning { usleep(500) }
    usleep(UInt32(delay) * 1000)
    guard Foundation.kill(victim.processIdentifier, SIGKILL) == 0 else { throw BenchmarkError("a program could not be killed") }
    victim.waitUntilExit()
    guard victim.terminationReason == .uncaughtSignal else { throw BenchmarkError("a program ended before it was killed") }
    let returned = try size(of: tally)
    return (returned, try lost(of: returned, in: log))
  }

  private func size(of path: String) throws -> Int {
    try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
  }

  /// Returns how many of the first `returned` actions are incomplete in the log.
  private func lost(of returned: Int, in log: String) throws -> Int {
    guard let history = try History.open([log]).first else { return returned }
    var readable: Set<Int> = []
    for row in history.rows {
      // The first step is the store's beginning.
      guard let step = row.step?.rawValue, (2...(returned + 1)).contains(step), row.hasPatch || row.hasState else { continue }
      readable.insert(step)
    }
    // A state counts as readable only if its contents are correct.
    guard let last = readable.max(), let row = history.row(of: .init(last)),
      case .known(let state, .exact) = try history.state(of: Victim.store, after: row), state["posted"]?.int == last - 1
    else { return returned }
    return returned - readable.count
  }
}
