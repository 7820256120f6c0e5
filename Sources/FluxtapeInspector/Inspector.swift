public import FluxtapeHistory
public import FluxtapeScreen
package import FluxtapeStores

/// The debugger of a log: takes keys, gives screens.
///
/// ```swift
/// guard let inspector = Inspector(runs: try History.open(paths)) else { … }
/// while true {
///   terminal.show(inspector.frame(size: terminal.size))
///   guard let key = terminal.key(waiting: !inspector.isBusy) else { inspector.work(); continue }
///   for request in inspector.handle(key) { … }                                // quit, suspend, redraw
/// }
/// ```
///
/// State, actions and reducer are pure and live in a store like those that it inspects. This is where effects are carried out:
/// steps are read and rows are searched in their logs, in slices of ``work()``, so that a key is never waited for. One thread
/// at a time may use it.
public struct Inspector: Sendable {
  /// What the store holds: the inspector's state, and what the last action asks the outside for.
  package struct Session: Sendable {
    package var state: InspectorState
    package var effects: [InspectorEffect] = []
  }

  private let store: Store<Session, InspectorAction>

  /// - Parameters:
  ///   - runs: the logs of one or several runs, in the order in which `:run` counts them.
  ///   - typesetting: how text becomes cells on the terminal.
  /// - Returns: nil where there is no run.
  public init?(runs: [History], typesetting: Typesetting = .unicode) {
    self.init(runs: runs, typesetting: typesetting, middleware: [])
  }

  /// As above, with middleware: the inspector's own actions can be recorded and inspected.
  package init?(runs: [History], typesetting: Typesetting, middleware: [Middleware<Session, InspectorAction>]) {
    guard let state = InspectorState(runs: runs, typesetting: typesetting, size: .zero) else { return nil }
    store = Store(
      initial: Session(state: state),
      reducer: { session, action in session.effects = inspectorReducer(&session.state, action) },
      middleware: middleware)
  }

  package var state: InspectorState { store.state.state }

  /// Takes a key.
  ///
  /// - Returns: what the program has to do, in this order.
  public func handle(_ key: Key) -> [TerminalRequest] { dispatch(Keymap.action(for: key, in: state)) }

  /// Whether there is work to go on with while no key comes.
  public var isBusy: Bool { state.search?.nextRows != nil }

  /// Goes on with what runs in the background, for some milliseconds.
  public func work() {
    let state = state
    guard let search = state.search, let rows = search.nextRows else { return }
    let hits = RowSearcher(history: state.history, matcher: TextMatcher(search.text)).hits(in: rows)
    _ = dispatch(.rowsSearched(rows, text: search.text, hits: hits))
  }

  /// The screen, at this size.
  ///
  /// - Complexity: O(cells); the first time at another size, O(rows of the panes).
  public func frame(size: Size) -> Frame {
    if size != state.size { _ = dispatch(.resized(size)) }
    return inspectorView(state)
  }
}

// MARK: - Effects

extension Inspector {
  /// Sends an action, carries out the effects that it leads to, and returns those that are the terminal's.
  private func dispatch(_ action: InspectorAction) -> [TerminalRequest] {
    store.dispatch(action)
    var requests: [TerminalRequest] = []
    for effect in store.state.effects {
      switch effect {
      case .readStep(let question):
        requests += dispatch(.stepRead(DetailLoader(history: state.runs[question.run]).load(question)))
      case .terminal(let request): requests.append(request)
      }
    }
    return requests
  }
}
