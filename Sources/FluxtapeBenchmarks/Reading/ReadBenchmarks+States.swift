import Fluxtape
import FluxtapeHistory
import FluxtapeDocuments
import FluxtapeJSON
import Foundation

extension ReadBenchmarks {
  static let states = [
    Benchmark(
      "parse", "validating parse of a state of 10 MB", target: .timesFaster(12),
      contains: "Ours: `JSONNode(parsing:)` of bytes in memory. Baseline: `JSONSerialization.jsonObject` of the same."
    ) { _ in
      let bytes = try StateLog.state(items: StateLog.itemsOfTenMegabytes)
      let data = Data(bytes)
      return PairedMeasurement(
        baseline: Contender { keep(try JSONSerialization.jsonObject(with: data) as AnyObject) },
        ours: Contender { keep(try JSONNode(parsing: bytes)) })
    },
    cold("state-cold-100k", "state at any step, 100 KB, never asked before", items: 680),
    cold("state-cold-1m", "state at any step, 1 MB, never asked before", items: 6800),
    .within(
      "state-warm-1m", "state at any step, 1 MB, with checkpoints", seconds: 0.005,
      contains: "Ours: `state(of:after:)` of distant steps, after the checkpoints were made. Baseline: 5 ms."
    ) { setting in
      let history = try StateLog(ofMostPatchesOn: 6800).history(in: setting)
      try history.makeCheckpoints()
      let count = history.rows.count
      return try (0..<60).map { number in
        let row = 1 + (number * 7919) % (count - 1)
        return try Contender { keep(try history.state(of: "s", after: row)) }.secondsPerCall(1)
      }
    },
    .within(
      "step-10m", "next and previous step, 10 MB", seconds: 0.001,
      contains: "Ours: `state(of:after:)` of 100 steps forward and then backward, one patch each. Baseline: 1 ms."
    ) { setting in
      let history = try StateLog(items: StateLog.itemsOfTenMegabytes, patches: 400).history(in: setting)
      _ = try history.state(of: "s", after: 200)
      return try (Array(200..<300) + (100..<300).reversed()).map { row in
        try Contender { keep(try history.state(of: "s", after: row)) }.secondsPerCall(1)
      }
    },
  ]

  private static func cold(_ name: String, _ what: String, items: Int) -> Benchmark {
    .within(
      name, what, seconds: 0.016,
      contains: """
        Ours: the log is open, and `state(of:after:)` is asked for the step with the most patches before it that the recorder leaves without a \
        whole state, \(RecorderOptions.defaultPatchesPerSnapshot). Baseline: one frame of 16 ms.
        """
    ) { setting in
      let path = try StateLog(ofMostPatchesOn: items).write(in: setting)
      defer { setting.folder.remove(path) }
      return try (0..<max(3, setting.rounds)).map { _ in
        guard let history = try History.open([path]).first else { throw BenchmarkError("the log has no run") }
        return try Contender { keep(try history.state(of: "s", after: history.rows.count - 1)) }.secondsPerCall(1)
      }
    }
  }
}

/// Writes a log of one store: a snapshot, followed by patches of about 150 bytes.
struct StateLog {
  let items: Int
  let patches: Int

  static let itemsOfTenMegabytes = 68_000

  init(items: Int, patches: Int) { (self.items, self.patches) = (items, patches) }

  /// A log with the largest number of patches that the recorder writes after a whole state.
  init(ofMostPatchesOn items: Int) throws {
    self.init(items: items, patches: RecorderOptions().patches(afterStateOf: try Self.state(items: items).count))
  }

  static func state(items: Int) throws -> [UInt8] {
    var generator = StateGenerator()
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return [UInt8](try encoder.encode(generator.catalog(items: items)))
  }

  /// - Returns: The path of the log.
  func write(in setting: Setting) throws -> String {
    var text =
      #"{"seq":1,"t":0,"store":"s","type":"@@INIT","state":"# + String(decoding: try Self.state(items: items), as: UTF8.self) + "}\n"
    for number in 0..<patches {
      let place = (number * 7919) % items
      text += #"{"seq":\#(number + 2),"t":\#(number),"store":"s","type":"catalog.priceChanged","patch":["#
      text += #"{"op":"replace","path":"/items/\#(place)/price","value":\#(number).25},"#
      text += #"{"op":"replace","path":"/revision","value":\#(number)}]}"# + "\n"
    }
    let path = setting.folder.path("states.jsonl")
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  func history(in setting: Setting) throws -> History {
    let path = try write(in: setting)
    // The history keeps the file open.
    defer { setting.folder.remove(path) }
    guard let history = try History.open([path]).first else { throw BenchmarkError("the log has no run") }
    return history
  }
}
