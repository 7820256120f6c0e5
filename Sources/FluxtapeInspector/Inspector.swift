import FluxtapeDocuments
package import FluxtapeHistory
package import FluxtapeScreen
import FluxtapeStores

/// The debugger of a log: takes keys, draws screens.
///
/// ```swift
/// guard let inspector = Inspector(try HistoryOpening(paths), in: background) { try HistoryOpening(paths) } else { … }
/// while let event = terminal.next() {
///   inspector.work()                                                           // applies answers of background work
///   if case .key(let key) = event { for request in inspector.handle(key) { … } }  // quit, suspend, redraw
///   terminal.show(inspector.frame(size: terminal.size))
/// }
/// ```
///
/// State, actions and reducer are pure and live in a store like those that it inspects. This type carries out effects: slow work runs on
/// the threads of an ``InspectorBackground``, or in ``work()`` if there is none. Use it from one thread at a time.
package struct Inspector: Sendable {
  /// The state of the store: the inspector's state, and the effects of the last action.
  package struct Session: Sendable {
    package var state: InspectorState
    package var effects: [InspectorEffect] = []
  }

  private let store: Store<Session, InspectorAction>
  private let queue: WorkQueue
  private let watch: LogWatch?
  private let replayer: StepReplayer?
  /// Whether work runs on the caller's thread, as there is no background.
  private let isAlone: Bool

  /// Shows logs while they are being read, and follows them as they grow.
  ///
  /// - Parameters:
  ///   - opening: The logs.
  ///   - isFollowing: Whether the cursor follows new rows from the start.
  ///   - typesetting: How text becomes cells on the terminal.
  ///   - background: Runs slow work. Without it, ``work()`` does.
  ///   - replayer: Runs the reducers, for what-if questions.
  ///   - reopening: Opens the logs again after one was truncated or replaced.
  /// - Returns: Nil if there is no run.
  package init?(
    _ opening: HistoryOpening, isFollowing: Bool = false, typesetting: Typesetting = .unicode, in background: InspectorBackground? = nil,
    replayer: StepReplayer? = nil, reopening: @escaping @Sendable () throws(HistoryError) -> HistoryOpening
  ) {
    let watch = LogWatch(opening, reopening: reopening)
    self.init(
      runs: watch.runs, watch: watch, isFollowing: isFollowing, typesetting: typesetting, background: background, replayer: replayer,
      reducer: Self.reduce)
  }

  /// The store's reducer.
  package static func reduce(_ session: inout Session, _ action: InspectorAction) {
    session.effects = inspectorReducer(&session.state, action)
  }

  /// Creates an inspector with another reducer, such as one that records the inspector's own actions.
  ///
  /// - Parameters:
  ///   - conversion: Reads logs of other tools that are compared with a run.
  ///   - ignored: Paths whose values comparisons leave out.
  package init?(
    runs: [FixedRun], watch: LogWatch?, isFollowing: Bool, typesetting: Typesetting, background: InspectorBackground?,
    replayer: StepReplayer?, converting conversion: LogConversion? = nil, ignoring ignored: [StatePath] = [],
    reducer: @escaping @Sendable (inout Session, InspectorAction) -> Void
  ) {
    guard var state = InspectorState(runs: runs, typesetting: typesetting, size: .zero) else { return nil }
    state.whatIf.host = replayer?.host
    state.conversion = conversion
    state.ignored = ignored
    self.init(state, watch: watch, background: background, replayer: replayer, reducer: reducer)
    if let watch { _ = dispatch(.terminal(.logOpened(isFollowing: isFollowing, isInputOpen: watch.logs.isInputOpen))) }
  }

  /// Continues from a state that waits for no answer.
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

  /// Handles a key.
  ///
  /// - Returns: What the program has to do, in this order.
  package func handle(_ key: Key) -> [TerminalRequest] { dispatch(Keymap.action(for: key, in: state)) }

  /// Begins with the list of runs, as for the logs of a folder; if there turns out to be only one, with that.
  package func showRunsFirst() { _ = dispatch(.terminal(.folderOpened)) }

  /// Whether work is running, waiting to run, or has answers for ``work()``.
  package var isBusy: Bool { queue.isBusy }

  /// Whether the step under the cursor is being read. A program that waits some milliseconds for it saves a redraw.
  ///
  /// False as soon as ``work()`` has applied the answer, even if the thread that read the step has not ended yet.
  package var isReadingStep: Bool { state.isReadingStep }

  /// Whether a key needs the contents of the step under the cursor, so that it has to wait until they are read.
  package func isAboutStep(_ key: Key) -> Bool {
    if case .key(.bound(let binding, _, _)) = Keymap.action(for: key, in: state) { binding.isAboutStep } else { false }
  }

  /// Applies the answers of background work. Without a background, first does one piece of waiting work.
  ///
  /// - Returns: What the program has to do.
  @discardableResult
  package func work() -> [TerminalRequest] {
    if isAlone { _ = queue.runNext(includingDeferred: false) }
    return applyAnswers()
  }

  /// Does deferred work, such as checking whether a log has grown. Only without a background.
  package func workOnDeferred() {
    _ = queue.runNext(includingDeferred: true)
    _ = applyAnswers()
  }

  private func applyAnswers() -> [TerminalRequest] { queue.takeAnswers().flatMap { dispatch(.answered($0)) } }

  /// Shows a message at the bottom until the next key, such as the outcome of a request.
  package func show(message: String, isError: Bool = false) { _ = dispatch(.terminal(.messageShown(message, isError: isError))) }

  /// Takes news of the live session.
  ///
  /// - Returns: What the program has to do.
  package func receive(_ news: LiveNews) -> [TerminalRequest] { dispatch(.terminal(.live(news))) }

  /// Restores the text of an earlier ``TerminalRequest/remember(_:)``.
  package func recall(_ memory: String) { _ = dispatch(.terminal(.remembered(InspectorMemory(parsing: memory)))) }

  /// Watches values of a log that was not shown before.
  package func watch(_ paths: [StatePath]) {
    if !paths.isEmpty { _ = dispatch(.terminal(.remembered(InspectorMemory(watches: paths)))) }
  }

  /// Replaces the log's marks and notes by the lines of all ``TerminalRequest/keepNote(_:)`` requests so far.
  ///
  /// - Parameter log: The path of another log for which some were written. It begins in the same way, as a copy does.
  package func recallNotes(_ lines: String, writtenFor log: String? = nil) {
    _ = dispatch(.terminal(.notesRead(StepNotes(parsing: lines), writtenFor: log)))
  }

  /// Returns the screen at a size.
  ///
  /// - Complexity: O(cells); after a change of size, O(rows of the panes).
  package func frame(size: Size) -> Frame {
    prepare(for: size)
    return inspectorView(state)
  }

  /// Starts the work that a screen of this size needs, without drawing.
  package func prepare(for size: Size) {
    if size != state.size { _ = dispatch(.terminal(.resized(size))) }
  }
}

// MARK: - Effects

extension Inspector {
  /// Sends an action, starts its effects, and returns its requests to the program.
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
    case .work(let work): queue.add(work)
    case .stop(let lanes): lanes.forEach(queue.cancel)
    case .replay(let question): if let replayer { queue.add(replayer.work(on: question)) }
    case .checkLog(let check): if let watch { queue.add(watch.work(check, waits: isAlone, in: queue)) }
    case .terminal: break
    }
  }
}
