import FluxtapeCoding
import Foundation

extension RecordBenchmarks {
  /// A whole state as JSON, as a store's first state and now and then a later one is written.
  static let encoding = [
    full("encode-1k", "whole state of 1 KB to JSON") { .small },
    full("encode-100k", "whole state of 100 KB to JSON") { .medium },
    full("encode-10m", "whole state of 10 MB to JSON") { .large },
  ]

  private static func full(
    _ name: String, _ what: String, _ workload: @escaping @Sendable () -> Workload<Shop, ShopAction>
  ) -> Benchmark {
    Benchmark(
      name, what, target: .timesFaster(5),
      contains: """
        Ours: the recorder's encoder with redaction at its defaults, into an array of bytes that is used again, as a recorder does. \
        Baseline: JSONEncoder as it comes, into Data. Dates are text in ours, as logs have them, and numbers in the baseline.
        """
    ) { _ in
      let state = workload().makeState()
      let encoder = JSONEncoder()
      let writer = ValueWriter(rules: .benchmark)
      var bytes: [UInt8] = []
      return PairedMeasurement(
        baseline: Contender { keep(try encoder.encode(state)) },
        ours: Contender {
          bytes.removeAll(keepingCapacity: true)
          writer.write(state, named: "benchmark", appendingTo: &bytes)
          keep(bytes)
        })
    }
  }
}
