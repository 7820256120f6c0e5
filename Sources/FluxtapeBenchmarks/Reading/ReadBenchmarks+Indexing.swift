import FluxtapeHistory
import Foundation

extension ReadBenchmarks {
  static let indexing = [
    Benchmark(
      "index-one-thread", "index on one thread, lines of 500 bytes", target: .speed(45),
      contains: """
        Ours: `History.open` with one thread. Baseline: `pread` in blocks of 1 MB, and `memchr` for every line feed. The same file, in the \
        system's cache.
        """
    ) { setting in
      let path = try setting.logs.path(.smallLines)
      return PairedMeasurement(
        baseline: Contender { keep(try LineCount.of(path)) },
        ours: Contender { keep(try History.open([path], depth: .quick, threads: 1)) })
    },
    Benchmark(
      "index-two-threads", "index on two threads, lines of 500 bytes", target: .times(1.3),
      contains: "Ours: `History.open`. Baseline: the program `wc -l`, its start included."
    ) { setting in
      let path = try setting.logs.path(.smallLines)
      let wc = try Program(named: "wc") ?? { throw BenchmarkError("wc is not installed") }()
      return PairedMeasurement(
        baseline: Contender { try wc.run(["-l", path]) },
        ours: Contender { keep(try History.open([path], depth: .quick, threads: 2)) })
    },
    Benchmark(
      "index-states", "index on two threads, lines of 80 KB", target: .times(1.3),
      contains: "As before, with a whole state on each line."
    ) { setting in
      let path = try setting.logs.path(.largeStates)
      let wc = try Program(named: "wc") ?? { throw BenchmarkError("wc is not installed") }()
      return PairedMeasurement(
        baseline: Contender { try wc.run(["-l", path]) },
        ours: Contender { keep(try History.open([path], depth: .quick, threads: 2)) })
    },
    Benchmark(
      name: "index-memory", what: "memory of the index for a line", target: .times(1),
      contains: "Ours: bytes of all rows, outcomes and events, divided by the lines. Baseline: the 32 bytes that a line may take.",
      build: .any,
      measure: { setting in
        let history = try History.open([setting.logs.path(.smallLines)], depth: .quick, threads: 2)[0]
        let perLine = (Double(history.indexByteCount) / Double(max(1, history.rows.count))).rounded(.up)
        return Measurement(ours: .bytes(Int(perLine)), baseline: .bytes(32), ratio: perLine / 32, remark: "\(history.rows.count) rows.")
      },
      profile: { _, _ in }),
  ]
}

/// Counts the lines of a file at the speed of memory.
enum LineCount {
  /// The unsafe calls are sound: both stay within the buffer, whose length they receive.
  static func of(_ path: String) throws -> Int {
    guard let file = FileHandle(forReadingAtPath: path) else { throw BenchmarkError("\(path) cannot be read") }
    defer { try? file.close() }
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    var (count, offset) = (0, 0)
    while true {
      let received = unsafe buffer.withUnsafeMutableBytes { unsafe pread(file.fileDescriptor, $0.baseAddress, $0.count, off_t(offset)) }
      guard received > 0 else { return count }
      offset += received
      unsafe buffer.withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        var place = unsafe base
        let end = unsafe base + received
        while let found = unsafe memchr(place, 0x0A, end - place) {
          count += 1
          unsafe place = UnsafeRawPointer(found) + 1
        }
      }
    }
  }
}
