/// Why and where a text is not a query, or not one that a log can answer.
public struct QueryError: Error, Hashable, Sendable {
  /// The number of characters before the mistake.
  public let offset: Int
  /// What the parser expected there, as a noun: `a name`, `')'`.
  public let expected: String
  /// A suggested replacement for what is there.
  public let suggestion: String?

  package init(at offset: Int, expected: String, suggestion: String? = nil) {
    self.offset = offset
    self.expected = expected
    self.suggestion = suggestion
  }
}

extension QueryError: CustomStringConvertible {
  /// `expected a name at character 7; did you mean 'store'?`
  public var description: String {
    "expected \(expected) at character \(offset + 1)" + (suggestion.map { "; did you mean '\($0)'?" } ?? "")
  }
}

extension QueryError {
  /// The element of `names` most similar to `word`: the one that needs the fewest changed, missing, extra or swapped characters. `nil` if
  /// none is similar.
  package static func nearest(to word: String, among names: some Sequence<String>) -> String? {
    let word = Array(word.lowercased())
    let limit = max(1, word.count / 3)
    return names.map { ($0, distance(word, Array($0.lowercased()))) }.filter { $0.1 <= limit }.min { $0.1 < $1.1 }?.0
  }

  /// At most ten of the names, the most similar to `word` first: `cart, catalog and 12 more`.
  package static func listed(_ names: [String], nearestTo word: String) -> String {
    let word = Array(word.lowercased())
    // Of more names nobody misses one.
    let near = names.prefix(1000).enumerated().map { (name: $1, distance: distance(word, Array($1.lowercased())), place: $0) }
      .sorted { ($0.distance, $0.place) < ($1.distance, $1.place) }
    let shown = near.prefix(10).map(\.name).joined(separator: ", ")
    return shown + (names.count > 10 ? " and \(names.count - 10) more" : "")
  }

  /// Optimal string alignment distance. Names are short, so the quadratic time does not matter.
  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var rows = [Array(0...right.count)]
    for (i, character) in left.enumerated() {
      var row = [i + 1]
      for (j, other) in right.enumerated() {
        var best = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (character == other ? 0 : 1))
        if i > 0, j > 0, character == right[j - 1], left[i - 1] == other { best = min(best, rows[i - 1][j - 1] + 1) }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[left.count][right.count]
  }
}
