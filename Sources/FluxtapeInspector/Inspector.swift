public import FluxtapeHistory
public import FluxtapeScreen

/// The debugger of a log: takes keys, gives screens.
///
/// ```swift
/// var inspector = Inspector(runs: try History.open(paths))
/// while true {
///   terminal.show(inspector.frame(size: terminal.size))
///   guard let key = terminal.readKey(wait: !inspector.isBusy) else { inspector.work(); continue }
///   for request in inspector.handle(key) { … }                                // quit, suspend, redraw
/// }
/// ```
///
/// State, actions and reducer are pure; this is where effects are carried out: steps are read and rows are searched in their
/// logs, in slices of ``work()`` so that a key is never waited for.
public struct Inspector: Sendable {
  package private(set) var state: InspectorState
  /// The search that goes on, a slice at a time; a newer one takes its place.
  private var searching: (rows: Range<Int>, text: String)?

  /// - Parameters:
  ///   - runs: the logs of one or several runs, in the order in which `:run` counts them.
  ///   - typesetting: how text becomes cells on the terminal.
  /// - Returns: nil where there is no run.
  public init?(runs: [History], typesetting: Typesetting = .unicode) {
    guard !runs.isEmpty else { return nil }
    state = InspectorState(runs: runs, typesetting: typesetting, size: .zero)
  }

  /// Takes a key.
  ///
  /// - Returns: what the program has to do, in this order.
  public mutating func handle(_ key: Key) -> [TerminalRequest] {
    perform(inspectorReducer(&state, Keymap.action(for: key, in: state)))
  }

  /// Whether there is work to go on with while no key comes.
  public var isBusy: Bool { searching != nil }

  /// Goes on with what runs in the background, for some milliseconds.
  public mutating func work() {
    guard let (rows, text) = searching else { return }
    searching = nil
    let hits = RowSearcher(history: state.history, matcher: TextMatcher(text)).hits(in: rows)
    _ = perform(inspectorReducer(&state, .rowsSearched(rows, text: text, hits: hits)))
  }

  /// The screen, at this size.
  ///
  /// - Complexity: O(cells); the first time at another size, O(rows of the panes).
  public mutating func frame(size: Size) -> Frame {
    if size != state.size { _ = perform(inspectorReducer(&state, .resized(size))) }
    return inspectorView(state)
  }
}

// MARK: - Effects

extension Inspector {
  /// Carries effects out, and those that their answers lead to.
  private mutating func perform(_ effects: [InspectorEffect]) -> [TerminalRequest] {
    var requests: [TerminalRequest] = []
    for effect in effects {
      switch effect {
      case .readStep(let question):
        let detail = DetailLoader(history: state.runs[question.run]).load(question)
        requests += perform(inspectorReducer(&state, .stepRead(detail)))
      case .searchRows(let rows, let text): searching = (rows, text)
      case .terminal(let request): requests.append(request)
      }
    }
    return requests
  }
}
