import FluxtapeScreen
import FluxtapeAnswers
/// The rows before which nothing happened for longest.
struct LongestPauses: Sendable {
  struct Pause: Hashable, Sendable {
    /// The row that ended it.
    let row: Int
    /// Microseconds since the row before it that has a time.
    let span: Int
  }

  /// The longest first; of equal ones, the earlier.
  private(set) var entries: [Pause] = []

  static let limit = 10

  /// Adds a row that comes after those added before. Time that goes back is no pause.
  mutating func add(_ row: Int, after span: Int) {
    guard span > 0, entries.count < Self.limit || span > entries[entries.count - 1].span else { return }
    entries.insert(Pause(row: row, span: span), at: entries.firstIndex { $0.span < span } ?? entries.count)
    if entries.count > Self.limit { entries.removeLast() }
  }
}

extension InspectorState {
  /// Goes to the step after the longest pause, or after the one of a rank, counted from 1.
  mutating func showLongestPause(rank: Int?) {
    let pauses = index.pauses.entries
    guard !pauses.isEmpty else { return say("no time passes between the steps of this log") }
    let place = min(max(rank ?? 1, 1), pauses.count) - 1
    jump(to: pauses[place].row)
    let rank = place == 0 ? "the longest pause" : "pause \(place + 1) of the \(pauses.count) longest"
    say("\(ThreeDigits.compactDuration(pauses[place].span)) before this step: \(rank)")
  }
}
