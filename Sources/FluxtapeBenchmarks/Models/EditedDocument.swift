/// A document in an editor.
struct EditedDocument: Codable, Sendable {
  var lines: [String]
  var cursor: TextPosition
  var version: Int
  var isDirty: Bool
}

/// A position in a text: a line, and the UTF-8 code units before it in that line.
struct TextPosition: Codable, Sendable {
  var line: Int
  var column: Int
}

/// One keystroke, or several at once, encoded in the format of the session's file.
struct TextEdited: Encodable, Sendable {
  let patches: [Patch]
  /// The patches by line, computed beforehand, so that a reducer need not search the text.
  let changes: [Change]

  private enum CodingKeys: String, CodingKey { case patches }

  /// A deletion and an insertion at a position in the whole text, encoded as `[position, deleted, "inserted"]`. The numbers count Unicode
  /// scalars.
  struct Patch: Codable, Sendable {
    let position: Int
    let deleted: Int
    let inserted: String
  }

  /// Replaces a range.
  struct Change: Sendable {
    let start: TextPosition
    let end: TextPosition
    let text: String
  }
}

extension TextEdited {
  /// - Parameter places: The line starts, which the edit updates.
  init(_ patches: [Patch], in places: inout LinePlaces) {
    self.patches = patches
    changes = patches.map { places.change(by: $0) }
  }
}

extension TextEdited.Patch {
  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    position = try container.decode(Int.self)
    deleted = try container.decode(Int.self)
    inserted = try container.decode(String.self)
    guard position >= 0, deleted >= 0 else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "a patch before the beginning of the text")
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(position)
    try container.encode(deleted)
    try container.encode(inserted)
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
