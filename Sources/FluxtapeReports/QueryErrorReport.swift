package import FluxtapeHistory
import FluxtapeScreen

/// A wrong query, with a caret below the place.
///
/// ```text
/// expected one of store: type: … at character 1; did you mean 'store:'?
///   stor:cart .total < 0
///   ^
/// ```
package struct QueryErrorReport: Sendable {
  package let lines: [String]

  /// Columns of the query that are shown around the place.
  private static let shownColumns = 76

  package init(_ error: QueryError, in query: String) {
    let characters = Array(query)
    let place = min(error.offset, characters.count)
    // Of a long query, the part before the place that leaves room for something behind it.
    let start = max(0, place - Self.shownColumns / 2)
    let end = min(characters.count, start + Self.shownColumns)
    let before = (start > 0 ? "…" : "") + String(characters[start..<place]).displayed()
    let behind = String(characters[place..<end]).displayed() + (end < characters.count ? "…" : "")
    lines = [
      error.description.displayed(),
      "  " + before + behind,
      "  " + String(repeating: " ", count: Typesetting.unicode.width(of: before)) + "^",
    ]
  }
}
