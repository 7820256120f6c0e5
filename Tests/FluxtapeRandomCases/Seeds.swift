import Foundation

/// The seeds of a test with random cases: `count` of them, multiplied by the environment variable `FLUXTAPE_SEEDS`.
///
/// `.ci/run` leaves it unset, `.ci/long` sets it. Each seed is a separate case, so a failure names it.
package func seeds(_ count: Int) -> Range<Int> {
  let factor = ProcessInfo.processInfo.environment["FLUXTAPE_SEEDS"].flatMap(Int.init) ?? 1
  return 0..<(count * min(max(factor, 1), 10_000))
}
