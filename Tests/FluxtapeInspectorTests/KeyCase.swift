import FluxtapeHistory
import FluxtapeLocking
import FluxtapeScreen

@testable import FluxtapeInspector

/// The visible effect of a row of the key table.
struct KeyCase: Sendable {
  /// What holds on the screen after the key, and did not before it.
  enum Expectation: Hashable, Sendable {
    case shows(String)
    /// A text that the screen no longer shows.
    case hides(String)
    /// A text in the selected row of the focused detail pane.
    case selects(String)
    /// A text in a row of the screen; negative rows count from the bottom.
    case row(Int, String)
    /// The whole prompt, including its sign.
    case prompt(String)
    case asks(TerminalRequest)
    /// A text in a copy.
    case copies(String)
    /// A text that is passed to an editor.
    case edits(String)
  }

  let scope: KeyBinding.Scope
  /// The first way to type it, or its name if it has no key.
  let key: String
  /// The keys before it, separated by blanks; words that are not key names are typed.
  let before: String
  /// The keys after it, which show its effect.
  var behind = ""
  let expected: [Expectation]
  var log = Log.checkout
  var size = Size(rows: 40, columns: 120)
  /// Replaces the braces in `m{a-z}`.
  var letter = ""
  /// Whether earlier work is still running when the key is pressed.
  var isHasty = false

  enum Log: Sendable {
    case checkout
    /// The same, while it may still be written.
    case watched
    case lines([String])
    /// The lines of a log of several runs.
    case runs([String])

    var isWatched: Bool { if case .watched = self { true } else { false } }
  }

  static func key(
    _ key: String, _ scope: KeyBinding.Scope = .anywhere, after before: String, _ expected: Expectation..., then behind: String = "",
    columns: Int = 120, rows: Int = 40, log: Log = .checkout, letter: String = "", isHasty: Bool = false
  ) -> KeyCase {
    KeyCase(
      scope: scope, key: key, before: before, behind: behind, expected: expected, log: log, size: Size(rows: rows, columns: columns),
      letter: letter, isHasty: isHasty)
  }

  func isAbout(_ binding: KeyBinding) -> Bool { binding.scope == scope && (binding.keys.first ?? binding.name) == key }
}

// MARK: - Pressing

extension KeyCase {
  /// Every way to type `binding`.
  func ways(of binding: KeyBinding) -> [[Key]] {
    binding.keys.map { text in
      let text = binding.lettered == nil ? text : text.prefix { $0 != "{" } + letter
      return Key(named: text).map { [$0] } ?? text.compactMap { Key(named: String($0)) }
    }
  }

  /// What is visible after the key.
  ///
  /// - Parameter start: The inspector after the keys before it.
  func pressed(_ way: [Key], from start: Start) throws -> Seen {
    // An inspector that waits for an answer or watches a file cannot be continued as a copy.
    var app = isHasty || log.isWatched ? try self.prepared() : InspectorDriver(continuing: start.state, after: start.requests, size: size)
    let known = app.requests.count
    app.press(way)
    for word in behind.split(separator: " ").map(String.init) { app.press(word) }
    return Seen(app, newRequests: app.requests.count - known)
  }

  /// The inspector after the keys before, as a value, and what it shows.
  struct Start: Sendable {
    let state: InspectorState
    let requests: [TerminalRequest]
    let seen: Seen

    init(of app: InspectorDriver) {
      (state, requests, seen) = (app.inspector.state, app.requests, Seen(app, newRequests: 0))
    }
  }

  private static let starts = Locked<[String: Start]>([:])

  /// Prepared once for all cases that begin alike.
  func start() throws -> Start {
    guard case .checkout = log, !isHasty else { return try Start(of: prepared()) }
    let name = "\(size) \(before)"
    if let known = Self.starts.withLock({ $0[name] }) { return known }
    let start = try Start(of: prepared())
    Self.starts.withLock { $0[name] = start }
    return start
  }

  private func prepared() throws -> InspectorDriver {
    var app = try driver()
    for word in before.split(separator: " ").map(String.init) {
      if isHasty { app.pressHastily(word) } else { app.press(word) }
    }
    return app
  }

  private func driver() throws -> InspectorDriver {
    switch log {
    case .checkout: try InspectorDriver(log: "checkout", columns: size.columns, rows: size.rows)
    case .watched: try InspectorDriver(opening: [TestFolder.path("Fixtures", "checkout.jsonl")], columns: size.columns, rows: size.rows)
    case .lines(let lines): try InspectorDriver(runs: [.holding(lines)], columns: size.columns, rows: size.rows)
    case .runs(let lines): try InspectorDriver(runs: History.runs(holding: lines), columns: size.columns, rows: size.rows)
    }
  }
}

// MARK: - Seeing

/// The screen, and the requests since.
struct Seen: Sendable {
  private let frame: Frame
  let lines: [String]
  let requests: [TerminalRequest]
  private var selection: String { frame.selectedLine ?? "" }

  init(_ app: InspectorDriver, newRequests: Int) {
    (frame, lines) = (app.frame, app.lines)
    requests = app.requests.suffix(newRequests)
  }

  func meets(_ expectation: KeyCase.Expectation) -> Bool {
    switch expectation {
    case .shows(let text): return lines.contains { $0.contains(text) }
    case .hides(let text): return !lines.contains { $0.contains(text) }
    case .selects(let text): return selection.contains(text)
    case .row(let number, let text):
      let place = number < 0 ? lines.count + number : number
      return lines.indices.contains(place) && lines[place].contains(text)
    case .prompt(let text): return lines.last == text || lines.last?.hasPrefix(text + "  ") == true
    case .asks(let request): return requests.contains(request)
    case .copies(let text):
      return requests.contains { if case .copy(let copied, _) = $0 { copied.contains(text) } else { false } }
    case .edits(let text):
      return requests.contains { if case .edit(let edited, _) = $0 { edited.contains(text) } else { false } }
    }
  }
}
