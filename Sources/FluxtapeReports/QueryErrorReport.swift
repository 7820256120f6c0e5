package import FluxtapeHistory
import FluxtapeScreen

/// A wrong query with a caret below the mistake.
///
/// ```text
/// expected one of store: type: … at character 1; did you mean 'store:'?
///   stor:cart .total < 0
///   ^
/// ```
package struct QueryErrorReport: Sendable {
  package let lines: [String]

  /// The number of columns of the query to show around the mistake.
  private static let shownColumns = 76

  package init(_ error: QueryError, in query: String) {
    let characters = Array(query)
    let place = min(error.offset, characters.count)
    // For a long query, the part before the mistake is cut to leave room for the part after it.
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
