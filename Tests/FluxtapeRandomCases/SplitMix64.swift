/// Whether a test tries each of its many cases, as `.ci/long` asks for.
package var triesAll: Bool { seeds(1).count > 1 }

/// All numbers of a range if every case is tried, else each `step`-th.
package func places(_ range: Range<Int>, step: Int) -> StrideTo<Int> {
  stride(from: range.lowerBound, to: range.upperBound, by: triesAll ? 1 : step)
}

/// All cases of a table if every case is tried, else each `step`-th.
package func sampled<Case>(_ cases: [Case], step: Int) -> [Case] { places(cases.indices, step: step).map { cases[$0] } }

/// SplitMix64 (Steele, Lea, Flood 2014): the same numbers in every run and on every machine, so a seed that fails once fails again.
package struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: Int) { state = UInt64(truncatingIfNeeded: seed) }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
