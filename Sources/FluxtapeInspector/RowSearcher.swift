import FluxtapeHistory
import FluxtapeLog

/// Looks through rows of a log.
struct RowSearcher {
  let history: History
  let matcher: TextMatcher

  /// The rows that hold the text. A row that can no longer be read holds nothing; the panes say why when the cursor is on it.
  func hits(in rows: Range<Int>) -> [Int] {
    rows.filter { place in
      let row = history.rows[place]
      if matcher.matches(row.type) { return true }
      switch row.kind {
      case .action: return (try? history.action(at: place)).map { matcher.matches(.action($0)) } ?? false
      case .badLine: return (try? history.line(at: place)).map { matcher.matches(String(decoding: $0.bytes, as: UTF8.self)) } ?? false
      case .unknown: return (try? history.record(at: place)).map { matcher.matches($0) } ?? false
      case .mark, .gap, .jump, .end: return false
      }
    }
  }
}
