import Dispatch
import Fluxtape
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import Testing

// The code on the page "Attach to any store" about objects, streams, asynchronous work and causes, word for word.

struct ObjectSnippets {
  let sink = MemorySink()
  let recorder: Recorder

  init() { recorder = Recorder(writingTo: sink, context: .fixed()) }

  private func summary() throws -> [String] { try RecordedLog(sink).summary }
  private func states(of store: String) throws -> [JSONValue] { try RecordedLog(sink).states(of: store).map(\.state) }
}

// MARK: - In short

extension ObjectSnippets {
  /// Only compiled: a test must not record to the default place.
  private func recordByDefault() -> StoreTap {
    let recorder = Recorder("shop")
    let cart = recorder.store("cart")
    return cart
  }
}

// MARK: - A view model

private final class TodoModel {
  private(set) var titles: [String] = []
  private(set) var isLoading = false

  func add(_ title: String) { titles.append(title) }
  func removeAll() { titles = [] }
  func move(from source: Int, to target: Int) { titles.insert(titles.remove(at: source), at: target) }

  func load() async {
    isLoading = true
    await Task.yield()
    (titles, isLoading) = (["cake"], false)
  }
}

private final class LoginModel {
  private let recorder: Recorder

  init(recorder: Recorder) { self.recorder = recorder }

  private(set) var email = ""
  private(set) var isValid = false
  private lazy var recording = recorder.store("login", of: self) { (email: $0.email, isValid: $0.isValid) }

  func type(_ text: String) {
    recording.record("emailTyped", text) {
      email = text
      isValid = text.contains("@")
    }
  }
}

private final class CounterModel {
  enum Action { case increased(by: Int), cleared }

  private var count = 0
  private var recording = ObjectTap<CounterModel>.disabled

  init(recorder: Recorder) {
    recording = recorder.store("counter", of: self) { $0.count }
  }

  func send(_ action: Action) {
    recording.record(action: action) {
      switch action {
      case .increased(let amount): count += amount
      case .cleared: count = 0
      }
    }
  }
}

extension ObjectSnippets {
  @Test func `an object recorded where it is used`() async throws {
    let model = TodoModel()
    let todos = recorder.store("todos", of: model) { (titles: $0.titles, isLoading: $0.isLoading) }
    todos.record("added", "tea") { model.add("tea") }
    todos.record("moved", (from: 0, to: 0)) { model.move(from: 0, to: 0) }
    todos.record("cleared") { model.removeAll() }
    await todos.record("loaded") { await model.load() }
    let log = try withExtendedLifetime(model) { try RecordedLog(sink) }
    #expect(log.summary == ["1 todos @@INIT", "2 todos added", "3 todos moved", "4 todos cleared", "5 todos loaded", "6 todos loaded <5"])
    #expect(log.actions.map(\.payload) == [nil, "tea", ["from": 0, "to": 0], nil, nil, nil])
    #expect(try log.states(of: "todos").map(\.state).last == ["titles": ["cake"], "isLoading": false])
  }

  @Test func `an object that has its tap`() throws {
    let model = LoginModel(recorder: recorder)
    model.type("a@b.c")
    let log = try withExtendedLifetime(model) { try RecordedLog(sink) }
    #expect(log.summary == ["1 login @@INIT", "2 login emailTyped"])
    #expect(try log.states(of: "login").map(\.state) == [["email": "", "isValid": false], ["email": "a@b.c", "isValid": true]])
  }

  @Test func `an object that takes actions`() throws {
    let model = CounterModel(recorder: recorder)
    model.send(.increased(by: 3))
    model.send(.cleared)
    let log = try withExtendedLifetime(model) { try RecordedLog(sink) }
    #expect(log.summary == ["1 counter @@INIT", "2 counter CounterModel.Action.increased", "3 counter CounterModel.Action.cleared"])
    #expect(log.actions[1].payload == ["by": 3])
    #expect(try log.states(of: "counter").map(\.state) == [0, 3, 0])
  }
}

// MARK: - Streams

/// A stand-in for a subject of Combine, OpenCombine or RxSwift.
private final class Subject<Output> {
  private var observers: [(Output) -> Void] = []

  func handleEvents(receiveOutput: ((Output) -> Void)?) -> Subject {
    if let receiveOutput { observers.append(receiveOutput) }
    return self
  }

  func subscribe(onNext: ((Output) -> Void)?) { if let onNext { observers.append(onNext) } }
  func send(_ value: Output) { observers.forEach { $0(value) } }
}

extension ObjectSnippets {
  @Test func `streams`() throws {
    let subject = Subject<String>()
    let search = recorder.store("search")
    let recorded = subject.handleEvents(receiveOutput: search.tap("query"))  // Combine
    subject.subscribe(onNext: search.tap("query"))  // RxSwift
    subject.send("tea")
    search.record("queryTyped", "tea") { subject.send("tea") }
    let found = try withExtendedLifetime(recorded) { try summary() }
    #expect(found == ["1 search query", "2 search query", "3 search queryTyped", "4 search query <3", "5 search query <3"])
  }
}

// MARK: - Asynchronous work

private actor Warehouse {
  private var stock = ["tea": 3]
  private let recording: StoreTap

  init(recording: StoreTap) { self.recording = recording }

  func reserve(_ item: String) async throws {
    try await recording.record("reserve", item) {
      try await Task.sleep(for: .zero)
      stock[item, default: 0] -= 1
    }
  }
}

private actor Depot {
  private let recorder: Recorder

  init(recorder: Recorder) { self.recorder = recorder }

  private var stock = ["tea": 3]
  private lazy var recording = recorder.store("depot", of: self) { $0.stock }

  func reserve(_ item: String) async throws {
    try await recording.record("reserve", item) {
      try await Task.sleep(for: .zero)
      stock[item, default: 0] -= 1
    }
  }
}

extension ObjectSnippets {
  @Test func `the state of an actor`() async throws {
    let depot = Depot(recorder: recorder)
    try await depot.reserve("tea")
    let found = try states(of: "depot")
    #expect(found == [["tea": 3], ["tea": 2]])
    _ = depot
  }

  @Test func `asynchronous work`() async throws {
    let warehouse = Warehouse(recording: recorder.store("warehouse"))
    try await warehouse.reserve("tea")
    let log = try withExtendedLifetime(warehouse) { try RecordedLog(sink) }
    #expect(log.summary == ["1 warehouse reserve", "2 warehouse reserve <1"])
    #expect(log.actions.map(\.effect?.phase) == [.started, .finished])
    #expect(log.actions.map { $0.outcome.duration != nil } == [false, true])
  }
}

// MARK: - Causes

extension ObjectSnippets {
  @Test func `a queue`() async throws {
    let queue = DispatchQueue(label: "queue")
    let cart = recorder.store("cart")
    await withCheckedContinuation { continuation in
      cart.record("checkOutTapped") {
        queue.async(execute: recorder.keepingCause { cart.record("paid") {} })
        queue.async { continuation.resume() }
      }
    }
    #expect(try summary() == ["1 cart checkOutTapped", "2 cart paid <1"])
  }

  @Test func `a callback that is called later`() throws {
    typealias Answer = (Result<String, any Error>) -> Void
    var answers: [Answer] = []
    let server = (get: { (path: String, answer: @escaping Answer) in answers.append(answer) }, ())
    let cart = recorder.store("cart")
    cart.record("opened") {
      server.get("/cart", recorder.keepingCause { result in cart.record("loaded", result) {} })
    }
    answers[0](.success("tea"))
    #expect(try summary() == ["1 cart opened", "2 cart loaded <1"])
  }

  @Test func `a loop that lives long`() async throws {
    let cart = recorder.store("cart")
    let (orders, input) = AsyncStream.makeStream(of: (id: String, cause: Cause?).self)
    for id in ["one", "two"] {
      cart.record("ordered", id) {
        _ = input.yield((id, recorder.cause))
      }
    }
    input.finish()
    for await order in orders {
      recorder.caused(by: order.cause) { cart.record("confirmed", order.id) {} }
    }
    #expect(try summary() == ["1 cart ordered", "2 cart ordered", "3 cart confirmed <1", "4 cart confirmed <2"])
  }
}

// MARK: - Marks

/// The requirements of `LogHandler` in swift-log. The samples compile the same handler with the library itself.
private protocol LogHandler {
  var metadata: Logger.Metadata { get set }
  var logLevel: Logger.Level { get set }
  subscript(metadataKey key: String) -> Logger.Metadata.Value? { get set }
  func log(event: LogEvent)
}

private struct LogEvent {
  let level: Logger.Level
  let message: Logger.Message
  let file: String
  let line: UInt
}

private enum Logger {
  typealias Message = String
  typealias Metadata = [String: String]
  enum Level: Comparable { case trace, debug, info, notice, warning, error, critical }
}

private struct LogMarks: LogHandler {
  let recorder: Recorder
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.info

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let level: Recorder.Level = event.level >= .error ? .error : event.level == .warning ? .warning : .info
    recorder.mark("\(event.message)", level: level, site: "\(event.file):\(event.line)")
  }
}

extension ObjectSnippets {
  @Test func `marks`() throws {
    let cart = recorder.store("cart")
    recorder.mark("the total flickers", level: .warning)
    cart.record("checkOutTapped") {
      LogMarks(recorder: recorder).log(event: LogEvent(level: .critical, message: "no network", file: "Shop/API.swift", line: 7))
    }
    let marks = try RecordedLog(sink).records.compactMap { record -> MarkRecord? in if case .mark(let mark) = record { mark } else { nil } }
    #expect(marks.map(\.text) == ["the total flickers", "no network"])
    #expect(marks.map(\.level) == ["warning", "error"])
    #expect(marks.last?.site == "Shop/API.swift:7")
    #expect(marks.last?.cause == .step(2))
  }
}

// MARK: - Without a recorder

private final class WishList {
  private let recording = Recorder.current.store("wishes")
  private(set) var wishes: [String] = []

  func add(_ wish: String) {
    recording.record("wishAdded", wish) { wishes.append(wish) }
  }
}

extension ObjectSnippets {
  @Test func `the current recorder`() throws {
    let list = Recorder.withCurrent(recorder) { WishList() }
    list.add("tea")
    #expect(try withExtendedLifetime(list) { try summary() } == ["1 wishes wishAdded"])
  }
}
