package import FluxtapeHistory
package import FluxtapeScreen
import FluxtapeStores

/// The debugger of a log: takes keys, gives screens.
///
/// ```swift
/// guard let inspector = Inspector(try HistoryOpening(paths, depth: .automatic), in: background) { try HistoryOpening(paths) } else { … }
/// while let event = terminal.next() {
///   inspector.work()                                                           // takes what was read meanwhile
///   if case .key(let key) = event { for request in inspector.handle(key) { … } }  // quit, suspend, redraw
///   terminal.show(inspector.frame(size: terminal.size))
/// }
/// ```
///
/// State, actions and reducer are pure and live in a store like those that it inspects. This is where effects are carried out: what takes
/// longer than a key may wait is done on the threads of an ``InspectorBackground``, or by ``work()`` where there is none. One thread at a
/// time may use it.
package struct Inspector: Sendable {
  /// What the store holds: the inspector's state, and what the last action asks the outside for.
  package struct Session: Sendable {
    package var state: InspectorState
    package var effects: [InspectorEffect] = []
  }

  private let store: Store<Session, InspectorAction>
  private let queue: WorkQueue
  private let watch: LogWatch?
  private let replayer: StepReplayer?
  /// Whether nobody but the caller works.
  private let isAlone: Bool

  /// - Parameters:
  ///   - runs: the logs of one or several runs, in the order in which `:run` counts them.
  ///   - typesetting: how text becomes cells on the terminal.
  ///   - replayer: what has the reducers, for steps that are left out.
  /// - Returns: nil where there is no run.
  package init?(runs: [History], typesetting: Typesetting = .unicode, replayer: StepReplayer? = nil) {
    self.init(
      runs: runs.map(FixedRun.init), watch: nil, isFollowing: false, typesetting: typesetting, background: nil, replayer: replayer,
      reducer: Self.reduce)
  }

  /// Shows logs while they are read, and what is written to them later.
  ///
  /// - Parameters:
  ///   - opening: the logs. Those that are opened quickly are read again as `reopening` opens them, to find damaged lines.
  ///   - isFollowing: whether the cursor goes to what is new, from the beginning.
  ///   - typesetting: how text becomes cells on the terminal.
  ///   - background: where work is done; without it ``work()`` does it.
  ///   - replayer: what has the reducers, for steps that are left out.
  ///   - reopening: opens them anew, when one of them was cut off or another log has its place.
  /// - Returns: nil where there is no run.
  package init?(
    _ opening: HistoryOpening, isFollowing: Bool = false, typesetting: Typesetting = .unicode, in background: InspectorBackground? = nil,
    replayer: StepReplayer? = nil, reopening: @escaping @Sendable () throws(HistoryError) -> HistoryOpening
  ) {
    let watch = LogWatch(opening, reopening: reopening)
    self.init(
      runs: watch.runs, watch: watch, isFollowing: isFollowing, typesetting: typesetting, background: background, replayer: replayer,
      reducer: Self.reduce)
  }

  /// What the store's reducer does with an action.
  package static func reduce(_ session: inout Session, _ action: InspectorAction) {
    session.effects = inspectorReducer(&session.state, action)
  }

  /// As above, with a reducer that may be wrapped: so that the inspector's own actions can be recorded and inspected.
  package init?(
    runs: [FixedRun], watch: LogWatch?, isFollowing: Bool, typesetting: Typesetting, background: InspectorBackground?,
    replayer: StepReplayer?, reducer: @escaping @Sendable (inout Session, InspectorAction) -> Void
  ) {
    guard var state = InspectorState(runs: runs, typesetting: typesetting, size: .zero) else { return nil }
    state.whatIf.host = replayer?.host
    self.init(state, watch: watch, background: background, replayer: replayer, reducer: reducer)
    if let watch { _ = dispatch(.logOpened(isFollowing: isFollowing, isInputOpen: watch.isInputOpen)) }
  }

  /// Goes on from a state in which nothing is being waited for.
  package init(
    _ state: InspectorState, watch: LogWatch? = nil, background: InspectorBackground? = nil, replayer: StepReplayer? = nil,
    reducer: @escaping @Sendable (inout Session, InspectorAction) -> Void = Self.reduce
  ) {
    store = Store(initial: Session(state: state), reducer: reducer)
    queue = WorkQueue(background)
    self.watch = watch
    self.replayer = replayer
    isAlone = background == nil
  }

  package var state: InspectorState { store.state.state }

  /// Takes a key.
  ///
  /// - Returns: what the program has to do, in this order.
  package func handle(_ key: Key) -> [TerminalRequest] { dispatch(Keymap.action(for: key, in: state)) }

  /// Whether something is being read or searched, or has been and waits for ``work()``.
  package var isBusy: Bool { queue.isBusy }

  /// Whether what the cursor is on is being read: a screen that waits some milliseconds for it need not be drawn twice. False as soon as
  /// ``work()`` has taken it, though the thread that read it may still be coming to its end: nobody is woken for that.
  package var isReadingStep: Bool { state.isReadingStep }

  /// Whether a key is about the contents of the step under the cursor, so that it means nothing before they are read.
  package func isAboutStep(_ key: Key) -> Bool {
    switch Keymap.action(for: key, in: state) {
    case .viewerAsked, .copied, .editorAsked, .blameAsked, .changesAsked, .changeSought, .watchToggled, .plotAsked, .treeMoved, .folded,
      .foldedTo, .promptAccepted, .promptOpened(.path), .promptOpened(.pipe):
      true
    default: false
    }
  }

  /// Takes what was found in the background; where there is none, does some of the work that waits.
  ///
  /// - Returns: what the program has to do.
  @discardableResult
  package func work() -> [TerminalRequest] {
    if isAlone { _ = queue.runNext(includingDeferred: false) }
    return takeAnswers()
  }

  /// Does what may be done later, as looking whether a log has grown. Only where there is no background.
  package func workOnWhatWaits() {
    _ = queue.runNext(includingDeferred: true)
    _ = takeAnswers()
  }

  private func takeAnswers() -> [TerminalRequest] { queue.takeAnswers().flatMap(dispatch) }

  /// Says something at the bottom, until the next key: how a request went.
  package func tell(_ message: String, isError: Bool = false) { _ = dispatch(.told(message, isError: isError)) }

  /// Takes up what an earlier ``TerminalRequest/remember(_:)`` handed over.
  package func recall(_ memory: String) { _ = dispatch(.remembered(InspectorMemory(parsing: memory))) }

  /// Takes the log's marks and notes: the lines that inspectors have handed over with ``TerminalRequest/keepNote(_:)``.
  package func recallNotes(_ lines: String) { _ = dispatch(.notesRead(StepNotes(parsing: lines))) }

  /// What to remember now, for the next time.
  package var memory: String { state.memory.text }

  /// The screen, at this size.
  ///
  /// - Complexity: O(cells); the first time at another size, O(rows of the panes).
  package func frame(size: Size) -> Frame {
    prepare(for: size)
    return inspectorView(state)
  }

  /// Begins with what a screen of this size needs, and draws nothing.
  package func prepare(for size: Size) {
    if size != state.size { _ = dispatch(.resized(size)) }
  }
}

// MARK: - Effects

extension Inspector {
  /// Sends an action, begins the work that it leads to, and returns what is the terminal's.
  private func dispatch(_ action: InspectorAction) -> [TerminalRequest] {
    store.dispatch(action)
    var requests: [TerminalRequest] = []
    for effect in store.state.effects {
      if case .terminal(let request) = effect { requests.append(request) } else { begin(effect) }
    }
    return requests
  }

  private func begin(_ effect: InspectorEffect) {
    switch effect {
    case .stopSearching: queue.cancel(.search)
    case .stopLooking: queue.cancel(.log)
    case .stopAsking: [InspectorWork.Lane.values, .statistics, .seek].forEach(queue.cancel)
    case .stopReplaying: queue.cancel(.replay)
    case .replay(let question):
      if let replayer { queue.add(replayer.work(on: question)) }
    case .lookAtLog(let look): if let watch { queue.add(watch.work(look, waits: isAlone, in: queue)) }
    default: if let work = effect.work(on: state.runs) { queue.add(work) }
    }
  }
}
