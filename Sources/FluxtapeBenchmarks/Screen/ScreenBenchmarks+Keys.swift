import FluxtapeScreen
import Foundation

extension ScreenBenchmarks {
  static let painting: [Benchmark] = [
    .within(
      "redraw", "a full redraw, 200x60", seconds: 0.004,
      contains: "Ours: Ctrl-L in `fluxtape` on a pseudo-terminal, until its last byte has arrived. Baseline: 4 ms."
    ) { setting in
      var program = try inspected(setting)
      return try (0..<60).map { _ in try program.press("\u{C}").seconds }
    }
  ]

  static let keys: [Benchmark] = [
    .within(
      "key-step", "a step, key to screen", seconds: frameTime,
      contains: """
        Ours: `.`, `,` and `>` on a log of 1 GB, until the last byte of the screen that shows the step and its state has arrived. \
        Baseline: one frame of 16 ms.
        """
    ) { setting in
      var program = try inspected(setting, at: "40%")
      return try (0..<80).map { number in try program.press([".", ".", ",", ">"][number % 4]).seconds }
    },
    .within(
      "key-jump", "a jump across the log, key to screen", seconds: frameTime,
      contains: "As before, with `G`, `g` and distant places that were not visited before."
    ) { setting in
      var program = try inspected(setting)
      return try (0..<40).map { number in
        let key = number % 8 == 0 ? "G" : number % 8 == 4 ? "g" : "\((number * 37 + 13) % 100)%"
        return try program.press(key).seconds
      }
    },
    .within(
      "key-indexing", "a step while the log is read, key to screen", seconds: frameTime,
      contains: "As before, with `.` from the first screen on, until its place in the log and its state are on the screen."
    ) { setting in
      var samples: [Double] = []
      while samples.count < 40 {
        var program = try InspectedLog(setting)
        for _ in 1...20 { samples.append(try program.pressAndMove(".")) }
      }
      return samples
    },
  ]

  static let bytes: [Benchmark] = [
    amount(
      "bytes-step", "a step, bytes to the terminal", atMost: 4096,
      contains: "Ours: the bytes that `.` sends at 200x60 on the generated log of a shop, the median. Baseline: 4 KB."
    ) { setting in
      var program = try inspected(setting, at: "40%")
      return try (0..<40).map { _ in try program.press(".").bytes }
    },
    amount(
      "bytes-scroll", "one row of scrolling the timeline, bytes to the terminal", atMost: 400,
      contains: "Ours: the bytes that Ctrl-E sends at 200x60 to a terminal with left and right margins. Baseline: 400 bytes."
    ) { setting in
      var program = try inspected(setting, at: "40%")
      _ = try program.press("zz")
      return try (0..<20).map { _ in try program.press("\u{5}").bytes }
    },
  ]

  /// Opens the log, waits until it is indexed, and presses the keys.
  private static func inspected(_ setting: Setting, at keys: String...) throws -> InspectedLog {
    var program = try InspectedLog(setting)
    try program.waitUntilRead()
    for key in keys { _ = try program.press(key) }
    return program
  }

  private static func amount(
    _ name: String, _ what: String, atMost limit: Int, contains: String, _ samples: @escaping @Sendable (Setting) throws -> [Int]
  ) -> Benchmark {
    Benchmark(
      name: name, what: what, target: .times(1), contains: contains, build: .any,
      measure: { setting in
        let samples = try samples(setting)
        let median = samples.map(Double.init).median ?? .nan
        return Measurement(
          ours: .bytes(Int(median)), baseline: .bytes(limit), ratio: median / Double(limit),
          remark: "Maximum of \(samples.count): \(samples.max() ?? 0) bytes.")
      },
      profile: { setting, calls in for _ in 0..<calls { _ = try samples(setting) } })
  }
}
