package import FluxtapeScreen

/// Keys and commands for an inspector without a terminal: for tests, for screens in documentation, and to show how to get somewhere.
///
/// ```text
/// # who made the total negative?
/// :size 80x24
/// & cart.total space < space 0 enter
/// b
/// :save-screen blame.txt
/// ```
/// A line has names of keys between blanks (`j`, `ctrl-d`, `enter`, `space`). A word that names no key is typed character by character. A
/// line that begins with `:` is an inspector command, or one of `:size COLUMNSxROWS`, `:wait idle`, `:wait log` and `:save-screen FILE`. A
/// line that begins with `# ` is a comment. A command that is unknown, or used wrongly, ends the script: on a line of its own before any key
/// is pressed, else when it is entered.
package struct InspectorScript: Sendable {
  enum Line: Sendable {
    case keys([Key])
    case size(Size)
    /// Waits until all questions are answered. Each key does so anyway.
    case waitForAnswers
    /// Waits until the logs have been checked again.
    case waitForLog
    case saveScreen(String)
  }

  /// A syntax error in a script.
  package struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    package let line: Int
    package let problem: String
    package var description: String { "line \(line): \(problem)" }
  }

  /// Each with its number.
  let lines: [(number: Int, line: Line)]

  /// Parses a script.
  package init(parsing text: String) throws(Failure) {
    var lines: [(number: Int, line: Line)] = []
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let line = line.last == "\r" ? line.dropLast() : line
      guard !line.hasPrefix("# "), line != "#", let parsed = try Self.line(String(line), number + 1) else { continue }
      lines.append((number + 1, parsed))
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
        throw Failure(line: number, problem: "expected :size and a size, such as 80x24")
      }
      return .size(Size(rows: rows, columns: columns))
    case ":wait":
      if words == [":wait", "idle"] { return .waitForAnswers }
      guard words == [":wait", "log"] else { throw Failure(line: number, problem: "expected :wait idle or :wait log") }
      return .waitForLog
    case ":save-screen":
      guard words.count == 2 else { throw Failure(line: number, problem: "expected :save-screen and the name of a file") }
      return .saveScreen(words[1])
    default:
      if first.count > 1, first.hasPrefix(":") {
        try check(String(text.drop { $0 == " " }.dropFirst()), number)
        return .keys(text.map { .character($0) } + [.enter])
      }
      return .keys(words.flatMap { word in Key(named: word).map { [$0] } ?? word.map { .character($0) } })
    }
  }

  /// No script goes on without what it asked for.
  private static func check(_ command: String, _ number: Int) throws(Failure) {
    if case .failure(let problem) = Command.parse(command) { throw Failure(line: number, problem: problem.text) }
  }

  /// Runs the script. Before each key, waits until the previous key's questions are answered.
  ///
  /// - Parameters:
  ///   - inspector: An inspector without a background.
  ///   - size: The size of the screen, until the script sets another.
  ///   - save: Saves a screen under a name.
  /// - Returns: The inspector's requests. The script ends at ``TerminalRequest/quit``.
  /// - Throws: ``Failure`` at a command that is unknown, and what `save` throws.
  @discardableResult
  package func run(
    on inspector: Inspector, size: Size, save: (_ name: String, _ screen: Frame) throws -> Void
  ) throws -> [TerminalRequest] {
    var size = size
    var requests: [TerminalRequest] = []
    func settle() { while inspector.isBusy { requests += inspector.work() } }
    inspector.prepare(for: size)
    settle()
    for (number, line) in lines {
      switch line {
      case .keys(let keys):
        for key in keys {
          if key == .enter, let prompt = inspector.state.prompt, prompt.kind == .command, !prompt.line.text.isEmpty {
            try Self.check(prompt.line.text, number)
          }
          requests += inspector.handle(key)
          settle()
          if requests.contains(.quit) { return requests }
        }
      case .size(let new):
        size = new
        inspector.prepare(for: size)
      case .waitForAnswers: settle()
      case .waitForLog:
        inspector.workOnDeferred()
        settle()
      case .saveScreen(let name): try save(name, inspector.frame(size: size))
      }
    }
    return requests
  }
}
