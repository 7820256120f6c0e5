package import FluxtapeScreen

/// Keys and commands for an inspector without a terminal: for tests, for pictures in documents, and to show somebody how to get somewhere.
///
/// ```text
/// # who made the total negative?
/// :size 80x24
/// & cart.total space < space 0 enter
/// b
/// :save-screen blame.txt
/// ```
/// A line is names of keys with blanks between (`j`, `ctrl-d`, `enter`, `space`); a word that names no key is typed, character by character.
/// What begins with `:` is a command as it is typed in the inspector, or one of `:size COLUMNSxROWS`, `:wait idle`, `:wait log`,
/// `:save-screen FILE`. What begins with `# ` is a comment.
package struct InspectorScript: Hashable, Sendable {
  enum Line: Hashable, Sendable {
    case keys([Key])
    case size(Size)
    /// Until what was asked is answered. Each key does so anyway.
    case waitForAnswers
    /// Until the logs have been looked at once more.
    case waitForLog
    case saveScreen(String)
  }

  /// Why a text is no script.
  package struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    package let line: Int
    package let expected: String
    package var description: String { "line \(line): expected \(expected)" }
  }

  let lines: [Line]

  /// Keys that it presses.
  package var keyCount: Int { lines.reduce(0) { count, line in if case .keys(let keys) = line { count + keys.count } else { count } } }

  /// Reads a script.
  package init(parsing text: String) throws(Failure) {
    var lines: [Line] = []
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let line = line.last == "\r" ? line.dropLast() : line
      guard !line.hasPrefix("# "), line != "#", let parsed = try Self.line(String(line), number + 1) else { continue }
      lines.append(parsed)
    }
    self.lines = lines
  }

  private static func line(_ text: String, _ number: Int) throws(Failure) -> Line? {
    let words = text.split(separator: " ").map(String.init)
    guard let first = words.first else { return nil }
    switch first {
    case ":size":
      let sides = words.count == 2 ? words[1].split(separator: "x").map { Int($0) } : []
      guard sides.count == 2, let columns = sides[0], let rows = sides[1], (0...10_000).contains(columns), (0...10_000).contains(rows)
      else {
        throw Failure(line: number, expected: ":size and a size, such as 80x24")
      }
      return .size(Size(rows: rows, columns: columns))
    case ":wait":
      if words == [":wait", "idle"] { return .waitForAnswers }
      guard words == [":wait", "log"] else { throw Failure(line: number, expected: ":wait idle or :wait log") }
      return .waitForLog
    case ":save-screen":
      guard words.count == 2 else { throw Failure(line: number, expected: ":save-screen and the name of a file") }
      return .saveScreen(words[1])
    default:
      if first.count > 1, first.hasPrefix(":") { return .keys(text.map { .character($0) } + [.enter]) }
      return .keys(words.flatMap { word in Key(named: word).map { [$0] } ?? word.map { .character($0) } })
    }
  }

  /// Presses the keys, each when what the last one asked for is there.
  ///
  /// - Parameters:
  ///   - inspector: One that works without a background.
  ///   - size: The screen, until the script sets another.
  ///   - save: Takes a screen as text, and the name that the script has for it.
  /// - Returns: what the inspector asked of the terminal. It ends where the inspector was left.
  @discardableResult
  package func run<Failure: Error>(
    on inspector: Inspector, size: Size, save: (_ name: String, _ screen: Frame) throws(Failure) -> Void
  ) throws(Failure) -> [TerminalRequest] {
    var size = size
    var requests: [TerminalRequest] = []
    func settle() { while inspector.isBusy { requests += inspector.work() } }
    inspector.prepare(for: size)
    settle()
    for line in lines {
      switch line {
      case .keys(let keys):
        for key in keys {
          requests += inspector.handle(key)
          settle()
          if requests.contains(.quit) { return requests }
        }
      case .size(let new):
        size = new
        inspector.prepare(for: size)
      case .waitForAnswers: settle()
      case .waitForLog:
        inspector.workOnWhatWaits()
        settle()
      case .saveScreen(let name): try save(name, inspector.frame(size: size))
      }
    }
    return requests
  }
}
