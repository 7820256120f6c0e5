/// A text and where its author writes. This is the state that the log shows.
struct Document: Encodable, Sendable {
  private(set) var lines: [String]
  /// Unicode scalars before the cursor, line feeds counted.
  private(set) var cursor = 0

  /// Unicode scalars in each line, so that a position is found without counting through the text. Not part of the log.
  private var lengths: [Int]

  private enum CodingKeys: String, CodingKey { case lines, cursor }

  init(text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    lengths = lines.map(\.unicodeScalars.count)
  }

  var text: String { lines.joined(separator: "\n") }
}

// MARK: - Editing

extension Document {
  /// Deletes `deleted` Unicode scalars from `position` on and puts `inserted` there.
  ///
  /// - Complexity: O(lines + scalars of the lines touched).
  mutating func replace(_ deleted: Int, at position: Int, with inserted: String) {
    let start = place(of: position)
    let end = place(of: position + deleted)
    let before = lines[start.line].unicodeScalars.prefix(start.column)
    let after = lines[end.line].unicodeScalars.dropFirst(end.column)
    let text = String(String.UnicodeScalarView(before)) + inserted + String(String.UnicodeScalarView(after))
    let replacement = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    if replacement.count == 1, start.line == end.line {
      lines[start.line] = replacement[0]
      lengths[start.line] = replacement[0].unicodeScalars.count
    } else {
      lines.replaceSubrange(start.line...end.line, with: replacement)
      lengths.replaceSubrange(start.line...end.line, with: replacement.map(\.unicodeScalars.count))
    }
    cursor = position + inserted.unicodeScalars.count
  }

  /// The line and the column of a position; the end of the text if it lies beyond.
  private func place(of position: Int) -> (line: Int, column: Int) {
    var rest = position
    for (line, length) in lengths.enumerated() {
      if rest <= length { return (line, rest) }
      rest -= length + 1
    }
    return (lines.count - 1, lengths.last ?? 0)
  }
}
