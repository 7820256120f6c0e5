/// Tracks the lines of a text while edits given by position change it, to find the lines of each edit.
struct LinePlaces {
  /// The scalars of each line.
  private var lines: [[Unicode.Scalar]]

  init(text: String) {
    lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(Array.init)
  }

  var text: String {
    lines.map { line in
      var view = String.UnicodeScalarView()
      view.append(contentsOf: line)
      return String(view)
    }.joined(separator: "\n")
  }

  /// The number of Unicode scalars in the whole text, including line feeds.
  var scalars: Int { lines.reduce(lines.count - 1) { $0 + $1.count } }

  /// Applies a patch and returns the lines that it changes. Positions beyond the text mean its end.
  mutating func change(by patch: TextEdited.Patch) -> TextEdited.Change {
    let start = place(of: patch.position)
    let end = place(of: patch.position + patch.deleted)
    let change = TextEdited.Change(start: textPosition(start), end: textPosition(end), text: patch.inserted)
    var pieces = patch.inserted.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(Array.init)
    let rest = lines[end.line][end.column...]
    pieces[0].insert(contentsOf: lines[start.line][..<start.column], at: 0)
    pieces[pieces.count - 1] += rest
    lines.replaceSubrange(start.line...end.line, with: pieces)
    return change
  }

  private func place(of position: Int) -> (line: Int, column: Int) {
    var rest = position
    for (line, scalars) in lines.enumerated() {
      if rest <= scalars.count { return (line, rest) }
      rest -= scalars.count + 1
    }
    return (lines.count - 1, lines.last?.count ?? 0)
  }

  private func textPosition(_ place: (line: Int, column: Int)) -> TextPosition {
    TextPosition(line: place.line, column: lines[place.line][..<place.column].reduce(0) { $0 + UTF8.width($1) })
  }
}
