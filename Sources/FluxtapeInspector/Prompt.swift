import FluxtapeHistory

/// The line at the bottom in which a search or a command is typed.
struct Prompt: Hashable, Sendable {
  typealias Kind = PromptKind

  let kind: Kind
  var line = LineEditor()
  /// Where the cursor was when the prompt opened, in a log with rows, and what was searched then: Esc goes back there.
  let origin: LinePlace?
  let earlierSearch: Search?
  /// How many entries of the history up the line is; 0 is the line being typed.
  var recalled = 0

  /// The sign in front of the line, which is also the key that opens it.
  var sign: String {
    switch kind {
    case .search, .find: "/"
    case .filter: "&"
    case .command: ":"
    case .path: ";"
    case .pipe: "|"
    }
  }
}

/// One line of text being typed.
struct LineEditor: Hashable, Sendable {
  private(set) var text: String
  /// Characters before the place where typed text goes in.
  private(set) var caret: Int

  init(_ text: String = "") {
    self.text = text
    caret = text.count
  }

  private var place: String.Index { text.index(text.startIndex, offsetBy: caret) }

  /// What is typed or pasted goes in as it is; line breaks become blanks, as there is one line only.
  mutating func insert(_ typed: String) {
    let line = String(typed.map { $0.isNewline ? " " : $0 })
    let rest = text.count - caret
    text.insert(contentsOf: line, at: place)
    caret = max(0, text.count - rest)
  }

  /// Returns whether there was something to delete.
  @discardableResult
  mutating func deleteBackward() -> Bool {
    guard caret > 0 else { return false }
    text.remove(at: text.index(before: place))
    caret = min(caret - 1, text.count)
    return true
  }

  mutating func deleteForward() {
    guard caret < text.count else { return }
    text.remove(at: place)
  }

  /// Back to the beginning of the word before the caret.
  mutating func deleteWord() {
    while caret > 0, text[text.index(before: place)].isWhitespace { deleteBackward() }
    while caret > 0, !text[text.index(before: place)].isWhitespace { deleteBackward() }
  }

  mutating func deleteToStart() {
    text.removeSubrange(text.startIndex..<place)
    caret = 0
  }

  mutating func move(by characters: Int) { caret = min(max(caret + characters, 0), text.count) }
  mutating func moveToStart() { caret = 0 }
  mutating func moveToEnd() { caret = text.count }
}
