import FluxtapeHistory

/// The line at the bottom for searches and commands.
struct Prompt: Hashable, Sendable {
  typealias Kind = PromptKind

  let kind: Kind
  var line = LineEditor()
  /// The cursor's row and the search when the prompt opened. Esc restores both.
  let origin: LinePlace?
  let earlierSearch: Search?
  /// The position in the history of entries; 0 is the line being typed.
  var recalled = 0
  /// The line that was being typed when an earlier entry was recalled.
  var draft = LineEditor()
  /// The names in folders, once they are listed for completion.
  var files: [String: [String]] = [:]
  /// The number of the filter that the line replaces; nil if it adds one.
  var edited: Int?
  /// Whether all completions are shown, as Tab asked for them.
  var showsAllCandidates = false
  /// What the inspector wrote into the line when the prompt opened: `note `.
  var beginning = ""

  /// Whether a query is typed.
  var isQuery: Bool { kind == .search || kind == .filter }

  /// The sign before the line, which is also the key that opens the prompt.
  var sign: String {
    switch kind {
    case .search, .listSearch: "/"
    case .filter, .listFilter: "&"
    case .command: ":"
    case .path: ";"
    case .pipe: "|"
    }
  }
}

/// One line of text being typed.
struct LineEditor: Hashable, Sendable {
  private(set) var text: String
  /// The number of characters before the caret.
  private(set) var caret: Int

  init(_ text: String = "") {
    self.text = text
    caret = text.count
  }

  private var place: String.Index { text.index(text.startIndex, offsetBy: caret) }

  /// Inserts typed or pasted text. Line breaks become blanks, as there is only one line.
  mutating func insert(_ typed: String) {
    let line = String(typed.map { $0.isNewline ? " " : $0 })
    let rest = text.count - caret
    text.insert(contentsOf: line, at: place)
    caret = max(0, text.count - rest)
  }

  /// Deletes a character. Returns false at the start of the line.
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

  /// Deletes back to the beginning of the word before the caret.
  mutating func deleteWord() {
    while caret > 0, text[text.index(before: place)].isWhitespace { deleteBackward() }
    while caret > 0, !text[text.index(before: place)].isWhitespace { deleteBackward() }
  }

  /// Deletes what is behind the cursor, too: after a refused query the cursor is at the error, and what is typed next is meant instead.
  ///
  /// - Parameter beginning: Stays, if the line begins with it.
  mutating func deleteAll(after beginning: String) {
    text = text.hasPrefix(beginning) ? beginning : ""
    caret = text.count
  }

  mutating func move(by characters: Int) { caret = min(max(caret + characters, 0), text.count) }
  mutating func moveToStart() { caret = 0 }
  mutating func moveToEnd() { caret = text.count }
}
