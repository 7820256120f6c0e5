import FluxtapeCoding
import Foundation

extension RecordBenchmarks {
  /// Encodes a whole state as JSON, as a recorder does for a store's first state and for occasional later ones.
  static let encoding = [
    full("encode-1k", "whole state of 1 KB to JSON") { .small },
    full("encode-100k", "whole state of 100 KB to JSON") { .medium },
    full("encode-10m", "whole state of 10 MB to JSON") { .large },
  ]

  private static func full(
    _ name: String, _ what: String, _ workload: @escaping @Sendable () -> Workload<Shop, ShopAction>
  ) -> Benchmark {
    Benchmark(
      name, what, target: .timesFaster(1.5),
      contains: """
        Ours: the recorder's encoder with default redaction, into a byte array that is reused, as in a recorder. \
        Baseline: JSONEncoder with default settings, into Data. Dates are text in ours, as in logs, and numbers in the baseline.
        """
    ) { _ in
      let state = workload().makeState()
      let encoder = JSONEncoder()
      let states = ImageComparison(rules: .benchmark)
      var bytes: [UInt8] = []
      return PairedMeasurement(
        baseline: Contender { keep(try encoder.encode(state)) },
        ours: Contender {
          bytes.removeAll(keepingCapacity: true)
          states.append(state, named: "benchmark", to: &bytes)
          keep(bytes)
        })
    }
  }
}
