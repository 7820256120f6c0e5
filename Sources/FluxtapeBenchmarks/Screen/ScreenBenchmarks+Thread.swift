import Dispatch
import FluxtapeHistory
import FluxtapeInspector
import FluxtapeScreen

extension ScreenBenchmarks {
  static let thread: [Benchmark] = [
    Benchmark(
      name: "interface-thread", what: "the longest turn of the thread that handles keys", target: .times(1),
      contains: """
        Ours: processor time of that thread from a key to the bytes of the screen, the longest turn, starting while the log is being read. \
        Baseline: one frame of 16 ms.
        """,
      build: .optimized,
      measure: { setting in
        let turns = try turns(setting)
        let longest = turns.map(\.seconds).max() ?? .nan
        let slow = turns.max { $0.seconds < $1.seconds }
        return Measurement(
          ours: .seconds(longest), baseline: .seconds(frameTime), ratio: longest / frameTime,
          remark:
            "\(turns.count) turns, median \(threeDigits((turns.map(\.seconds).median ?? 0) * 1000)) ms; longest after '\(slow?.key ?? "")'."
        )
      },
      profile: { setting, calls in for _ in 0..<calls { _ = try turns(setting) } })
  ]

  private struct Turn {
    let key: String
    let seconds: Double
  }

  private static let pressed = [
    ".", ".", "j", ">", ",", "ctrl-d", "o", "G", ".", "g", "ctrl-e", "}", "}", "tab", "j", "enter", "j", "t", "s", ".", "s", "t", "tab",
    "]e",
    "]a", "n", "{", "ctrl-b", "w", "b", "q", "C", "q", "M", "q", "Z", ".", "Z", "S", "q", "P", "d", ".", "d", "d", "+", "_", "T",
  ]

  /// Presses the keys from the first screen on until the log is read, and then for two more rounds.
  private static func turns(_ setting: Setting) throws -> [Turn] {
    let path = try setting.logs.path()
    let woken = DispatchSemaphore(value: 0)
    let background = InspectorBackground(
      start: { _, time, work in
        let queue = DispatchQueue.global()
        if time == .now { queue.async(execute: work) } else { queue.asyncAfter(deadline: .now() + 0.1, execute: work) }
      },
      wake: { woken.signal() })
    let reopening = { @Sendable () throws(HistoryError) in try HistoryOpening([path]) }
    let opening = try HistoryOpening([path])
    guard let inspector = Inspector(opening, in: background, reopening: reopening) else { throw BenchmarkError("the log has no run") }
    let size = Size(rows: 60, columns: 200)
    var abilities = FramePainter.Abilities { Typesetting.unicode.width(of: String($0)) }
    (abilities.colors, abilities.scrollsRows, abilities.hasColumnMargins) = (256, true, true)
    var painter = FramePainter(theme: .standard, background: .dark, abilities: abilities)
    var shown: Frame?
    var turns: [Turn] = []
    var roundsLeft = 2
    while roundsLeft > 0 {
      for name in pressed {
        let start = ProcessorTime.ofThisThread()
        _ = inspector.work()
        for key in Key(named: name).map({ [$0] }) ?? name.map({ Key.character($0) }) { _ = inspector.handle(key) }
        let frame = inspector.frame(size: size)
        keep(painter.bytes(showing: frame, after: shown, on: size))
        turns.append(Turn(key: name, seconds: ProcessorTime.ofThisThread() - start))
        shown = frame
        // The next turn starts with a result from the background, or with the next key; nobody types faster than this.
        _ = woken.wait(timeout: .now() + .milliseconds(5))
      }
      if opening.progress.isDone { roundsLeft -= 1 }
    }
    return turns
  }
}
