import Fluxtape
import FluxtapeHistory
import FluxtapeReplay
import FluxtapeStores
import Foundation
import SampleWorld
import Testing

@testable import FluxSubjects
@testable import FluxTyped
@testable import ReduxEffects
@testable import ReduxStore
@testable import ReduxThunk
@testable import ViewStreams

/// The checked-in logs of all architectures that have reducers, through these. Handlers that a `ReduceStore` keeps are reached by a store
/// that begins in the state at hand.
struct ArchitectureReplayTests {
  /// A store of a log, and the reducer that it has.
  struct Play: Sendable, CustomTestStringConvertible {
    let log: String
    let store: String
    /// Where a mistake shows that is planted in the reducer.
    let pointer: String
    /// Replays the store; at a step the reducer makes the mistake, always or every second time.
    fileprivate let replay: @Sendable (Recording, _ mistakeAt: Int?) throws -> ReplayResult
    fileprivate let impureSteps: (@Sendable (Recording, _ mistakeAt: Int?) throws -> [ImpureStep])?

    var testDescription: String { "\(store) of \(log)" }
    var recording: Recording { get throws { try Recording(PlayedLog.file(log).path) } }
    /// The step in the middle of those that the reducer has seen.
    var step: Int {
      get throws {
        let history = try recording.history
        let steps = try history.reductions(of: store).filter { $0.kind == .action }.compactMap { history.rows[$0.row].step?.rawValue }
        return try #require(steps.isEmpty ? nil : steps[steps.count / 2])
      }
    }

    /// - Parameters:
    ///   - isPure: Whether the reducer can be called twice with the same state.
    ///   - mistake: Changes what is at `pointer`.
    init<State, Action>(
      _ store: String, of log: String, mistakeAt pointer: String, isPure: Bool = true, _ mistake: @escaping @Sendable (inout State) -> Void,
      _ make: @escaping @Sendable (Recording) throws -> ReplayedStore<State, Action>
    ) {
      (self.log, self.store, self.pointer) = (log, store, pointer)
      replay = { try $0.replay(store, as: Self.mistaken(make($0), at: $1, times: { _ in true }, mistake)) }
      let impureSteps: @Sendable (Recording, Int?) throws -> [ImpureStep] = {
        try $0.impureSteps(of: store, as: Self.mistaken(make($0), at: $1, times: { $0.isMultiple(of: 2) }, mistake))
      }
      self.impureSteps = isPure ? impureSteps : nil
    }

    private static func mistaken<State, Action>(
      _ store: ReplayedStore<State, Action>, at place: Int?, times: @escaping (Int) -> Bool, _ mistake: @escaping (inout State) -> Void
    ) -> ReplayedStore<State, Action> {
      var (mistaken, step, calls) = (store, 0, 0)
      mistaken.decodeAction = {
        step = $0.step
        return try store.decodeAction($0)
      }
      mistaken.reduce = { state, action in
        try store.reduce(&state, action)
        guard step == place else { return }
        calls += 1
        if times(calls) { mistake(&state) }
      }
      return mistaken
    }
  }

  static let plays = [searching, noticing, todos, shownTodos, drawing, timeline, repositories, comments]

  @Test(arguments: plays) func `a log replays as it was recorded`(_ play: Play) throws {
    let recording = try play.recording
    let result = try play.replay(recording, nil)
    let reduced = try recording.history.reductions(of: play.store).filter { $0.kind == .action }.count
    #expect(result.replayed == reduced && reduced >= 4)
    #expect(result.compared == reduced)
    #expect(result.notReplayable == [])
  }

  @Test(arguments: plays) func `a mistake that is planted in the reducer is found at its step and place`(_ play: Play) throws {
    let step = try play.step
    let divergence = try #require(throws: ReplayDivergence.self) { try play.replay(try play.recording, step) }
    #expect(divergence.step == step && divergence.store == play.store)
    #expect(divergence.differences.map(\.pointer) == [play.pointer])
  }

  @Test(arguments: plays.filter { $0.impureSteps != nil })
  func `a reducer that does something else the second time is named, and only that`(_ play: Play) throws {
    let (step, recording) = (try play.step, try play.recording)
    let found = try #require(try play.impureSteps?(recording, step))
    #expect(found.map(\.step) == [step] && found.map(\.store) == [play.store])
    #expect(found.map(\.pointers) == [[play.pointer]])
    #expect(try play.impureSteps?(recording, nil) == [])
  }
}

// MARK: - Flux

extension ArchitectureReplayTests {
  private struct Unexpected: Error { let type: String }

  private static let searching = Play(
    "search", of: "flux-subjects", mistakeAt: "/page", { (state: inout SearchState) in state.page += 1 }
  ) { _ in
    ReplayedStore<SearchState, (SearchDispatcher) -> Void>(decodeAction: { action in
      switch action.type {
      case "queryTyped":
        let query: String = try action.decode()
        return { $0.queryTyped.send(query) }
      case "loading":
        let isLoading: Bool = try action.decode()
        return { $0.loading.send(isLoading) }
      case "users":
        struct Page: Decodable { let page: Int, users: [User] }
        let found: Page = try action.decode()
        return { $0.users.send((page: found.page, users: found.users)) }
      default: throw Unexpected(type: action.type)
      }
    }) { state, send in
      let dispatcher = SearchDispatcher(recording: Recorder.disabled.dispatcher("app"))
      let store = SearchStore(dispatcher, from: state, recording: Recorder.disabled.store("search"))
      send(dispatcher)
      state = store.state
    }
  }

  private static let noticing = Play(
    "notice", of: "flux-subjects", mistakeAt: "/queue/0", { (state: inout NoticeState) in state.queue.insert("!", at: 0) }
  ) { _ in
    ReplayedStore<NoticeState, (SearchDispatcher) -> Void>(decodeAction: { action in
      guard action.type == "noticeRaised" else { return { $0.noticeDismissed.send() } }
      let notice: String = try action.decode()
      return { $0.noticeRaised.send(notice) }
    }) { state, send in
      let dispatcher = SearchDispatcher(recording: Recorder.disabled.dispatcher("app"))
      let store = NoticeStore(dispatcher, from: state, recording: Recorder.disabled.store("notice"))
      send(dispatcher)
      state = store.state
    }
  }
}

// MARK: - Flux with typed actions

extension ArchitectureReplayTests {
  /// An action on its way to those who handle it.
  typealias Sending = (Dispatcher) -> Void

  private static let todos = todos(of: "flux-typed", keepsError: false)

  private static func todos(of log: String, keepsError: Bool) -> Play {
    Play("todos", of: log, mistakeAt: "/isLoading", { (list: inout TodoList) in list.isLoading.toggle() }) { _ in
      ReplayedStore<TodoList, Sending>(decodeAction: sending) { list, send in
        let dispatcher = Dispatcher()
        let store = ReduceStore(todosOn: dispatcher, from: list, keepsError: keepsError)
        send(dispatcher)
        list = store.state
      }
    }
  }

  /// It reads another store, which stands as it was recorded before the action.
  private static let shownTodos = Play(
    "shown", of: "flux-typed", mistakeAt: "/openCount", { (shown: inout ShownTodos) in shown.openCount += 1 }
  ) { recording in
    ReplayedStore<ShownTodos, (send: Sending, todos: TodoList)>(decodeAction: { action in
      let history = recording.history
      let cause = history.row(of: .init(action.step)).flatMap { history.cause(of: $0) }.flatMap { history.rows[$0].step?.rawValue }
      return (try sending(action), try recording.state(of: "todos", at: cause))
    }) { shown, action in
      let dispatcher = Dispatcher()
      let todos = ReduceStore(todosOn: dispatcher, from: action.todos, keepsError: false)
      let store = ReduceStore(of: todos, on: dispatcher, from: shown)
      action.send(dispatcher)
      shown = store.state
    }
  }

  private static let repositories = Play(
    "repositories", of: "view-stream", mistakeAt: "/isLoading", { (state: inout RepositoryState) in state.isLoading.toggle() }
  ) { _ in
    ReplayedStore<RepositoryState, Sending>(decodeAction: { action in
      struct Started: Decodable { let query: String }
      switch action.type {
      case "SearchStarted":
        let query = try action.decode(Started.self).query
        return { $0.dispatch(SearchStarted(query: query)) }
      case "SearchRepositories.succeeded":
        let found: [Repository] = try action.decode()
        return { $0.dispatch(SearchRepositories.self, .success(found)) }
      default: throw Unexpected(type: action.type)
      }
    }) { state, send in
      let dispatcher = Dispatcher()
      let store = ReduceStore(repositoriesOn: dispatcher, from: state)
      send(dispatcher)
      state = store.state
    }
  }

  @Sendable private static func sending(_ action: RecordedAction) throws -> Sending {
    struct Toggled: Decodable { let id: Int }
    struct Chosen: Decodable { let filter: TodoFilter }
    func result<Value: Decodable & Sendable>() throws -> Result<Value, TodoError> {
      action.type.hasSuffix(".succeeded") ? .success(try action.decode()) : .failure(try action.decode())
    }
    switch action.type {
    case "FetchStarted": return { $0.dispatch(FetchStarted()) }
    case "FetchTodos.succeeded", "FetchTodos.failed":
      let result: FetchTodos.Outcome = try result()
      return { $0.dispatch(FetchTodos.self, result) }
    case "CreateTodo.succeeded", "CreateTodo.failed":
      let result: CreateTodo.Outcome = try result()
      return { $0.dispatch(CreateTodo.self, result) }
    case "TodoToggled":
      let id = try action.decode(Toggled.self).id
      return { $0.dispatch(TodoToggled(id: id)) }
    case "FilterChosen":
      let filter = try action.decode(Chosen.self).filter
      return { $0.dispatch(FilterChosen(filter: filter)) }
    case "ErrorDismissed": return { $0.dispatch(ErrorDismissed()) }
    default: throw Unexpected(type: action.type)
    }
  }

  @Test func `the log with the bug replays with the bug, and parts from the mended handlers where the bug is`() throws {
    let (bug, mended) = (
      Self.todos(of: "flux-typed-error-again", keepsError: true), Self.todos(of: "flux-typed-error-again", keepsError: false)
    )
    #expect(try bug.replay(try bug.recording, nil).replayed > 4)
    let divergence = try #require(throws: ReplayDivergence.self) { try mended.replay(try mended.recording, nil) }
    #expect(divergence.type == "FetchTodos.succeeded")
    #expect(divergence.differences.map(\.pointer) == ["/error"])
  }
}

// MARK: - Redux

extension ArchitectureReplayTests {
  enum Drawn: Sendable { case undo, redo, action(DrawingAction) }

  /// Undo and redo are of the store: it is one that goes along.
  private static let drawing = Play(
    "drawing", of: "redux", mistakeAt: "/counter", isPure: false, { (drawing: inout Drawing) in drawing.counter += 100 }
  ) { _ in
    let store = Store<Drawing, DrawingAction>(
      reducer: drawingReducer { $0 }, state: Drawing(), undoing: .last(4) { if case .shapes = $0 { true } else { false } })
    return ReplayedStore<Drawing, Drawn>(decodeAction: { action in
      switch action.type {
      case "undo": .undo
      case "redo": .redo
      default: .action(try action.decode())
      }
    }) { drawing, action in
      switch action {
      case .undo: store.undo()
      case .redo: store.redo()
      case .action(let action): store.dispatch(action)
      }
      drawing = store.state
    }
  }

  @Test func `a reducer that asks the clock parts from the log, and two logs of it tell that it is impure`() throws {
    let recordings = try ["redux", "redux-clock-in-reducer"].map { try Recording(PlayedLog.file($0).path) }
    let divergence = try #require(throws: ReplayDivergence.self) { try Self.drawing.replay(recordings[1], nil) }
    #expect(divergence.type == "shapes.added")
    #expect(divergence.differences.map(\.pointer).allSatisfy { $0.hasSuffix("/color") })
    let found = try Recording.impureSteps(in: recordings, of: "drawing")
    let first = try #require(found.first)
    #expect(first.recording == 1 && first.step.step == divergence.step)
    #expect(first.step.pointers == divergence.differences.map(\.pointer))
  }

  private static let timeline = Play(
    "timeline", of: "redux-effects", mistakeAt: "/isFetching", { (timeline: inout Timeline) in timeline.isFetching.toggle() }
  ) { _ in ReplayedStore<Timeline, TimelineAction>(reduce: timelineReducer) }

  private static let comments = Play(
    "comments", of: "redux-thunk", mistakeAt: "/draft", { (comments: inout Comments) in comments.draft += "!" }
  ) { _ in ReplayedStore<Comments, CommentAction> { comments, action in commentReducer(&comments, action) } }

  @Test func `answers that come out of order are no matter of the reducer`() throws {
    let recording = try Recording(PlayedLog.file("redux-effects-out-of-order").path)
    #expect(try Self.timeline.replay(recording, nil).replayed > 10)
  }
}
