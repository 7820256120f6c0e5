import Foundation

/// The seeds of a test with random cases: `count` of them, or as many times more as the environment variable `FLUXTAPE_SEEDS` says.
///
/// `.ci/run` leaves it unset, `.ci/long` does not. Each seed is a case of its own, so a failure names it.
package func seeds(_ count: Int) -> Range<Int> {
  let factor = ProcessInfo.processInfo.environment["FLUXTAPE_SEEDS"].flatMap(Int.init) ?? 1
  return 0..<(count * min(max(factor, 1), 10_000))
}
