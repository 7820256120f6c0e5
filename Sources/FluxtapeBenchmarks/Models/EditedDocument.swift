/// A text in an editor.
struct EditedDocument: Codable, Sendable {
  var lines: [String]
  var cursor: TextPosition
  var version: Int
  var isDirty: Bool
}

/// A place in a text: a line, and UTF-8 code units before it in that line.
struct TextPosition: Codable, Sendable {
  var line: Int
  var column: Int
}

/// A keystroke, or several at once, as editors tell them to language servers: each replaces a range.
struct TextEdited: Codable, Sendable {
  var changes: [Change]

  struct Change: Codable, Sendable {
    var start: TextPosition
    var end: TextPosition
    var text: String
  }
}

extension EditedDocument {
  init(text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    cursor = TextPosition(line: 0, column: 0)
    version = 0
    isDirty = false
  }

  var text: String { lines.joined(separator: "\n") }

  static func reduce(_ state: inout EditedDocument, _ action: TextEdited) {
    for change in action.changes { state.apply(change) }
    state.version += 1
    state.isDirty = true
  }

  private mutating func apply(_ change: TextEdited.Change) {
    if change.start.line == change.end.line, !change.text.utf8.contains(UInt8(ascii: "\n")) {
      lines[change.start.line].replace(change.start.column..<change.end.column, with: change.text)
      cursor = TextPosition(line: change.start.line, column: change.start.column + change.text.utf8.count)
      return
    }
    var rest = lines[change.end.line]
    rest.replace(0..<change.end.column, with: "")
    var pieces = change.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var first = lines[change.start.line]
    first.replace(change.start.column..<first.utf8.count, with: pieces[0])
    pieces[0] = first
    cursor = TextPosition(line: change.start.line + pieces.count - 1, column: pieces[pieces.count - 1].utf8.count)
    pieces[pieces.count - 1] += rest
    lines.replaceSubrange(change.start.line...change.end.line, with: pieces)
  }
}

extension String {
  /// Replaces UTF-8 code units; both ends lie between Unicode scalars.
  fileprivate mutating func replace(_ range: Range<Int>, with text: String) {
    let start = utf8.index(startIndex, offsetBy: range.lowerBound)
    replaceSubrange(start..<utf8.index(start, offsetBy: range.count), with: text)
  }
}
