import Fluxtape
import FluxtapeJSON
import FluxtapeLog
import Observation
import Testing

// The code of the page "Recipes for libraries", word for word.

@Suite struct RecipeSnippets {
  let sink = MemorySink()
  let recorder: Recorder

  init() { recorder = Recorder(writingTo: sink, context: .fixed()) }

  private func recorded() throws -> RecordedLog { try RecordedLog(sink) }
}

// MARK: - RxSwift

extension RecipeSnippets {
  @Test func `RxSwift`() throws {
    let (search, results) = (recorder.store("search"), recorder.store("results"))
    let (query, scheduler) = (PublishSubject<String>(), LaterScheduler())
    query.observe(on: scheduler, keepingCausesOf: recorder)
      .subscribe(onNext: { text in results.record("asked", text) {} }, onError: { _ in }, onCompleted: {})
    search.record("queryTyped", "tea") { query.onNext("tea") }
    search.record("queryTyped", "té") { query.onNext("té") }
    scheduler.run()
    #expect(try recorded().summary == ["1 search queryTyped", "2 search queryTyped", "3 results asked <1", "4 results asked <2"])
  }
}

extension ObservableType {
  func observe(on scheduler: some ImmediateSchedulerType, keepingCausesOf recorder: Recorder) -> Observable<Element> {
    let caused = map { (element: $0, cause: recorder.cause) }.observe(on: scheduler)
    return Observable.create { observer in
      caused.subscribe(
        onNext: { next in recorder.caused(by: next.cause) { observer.onNext(next.element) } },
        onError: { observer.onError($0) },
        onCompleted: { observer.onCompleted() })
    }
  }
}

// Stand-ins for the types of RxSwift, with the functions that the recipe asks for.

private protocol ImmediateSchedulerType { func schedule(_ work: @escaping () -> Void) }

/// Does nothing until it is told to.
private final class LaterScheduler: ImmediateSchedulerType {
  private var waiting: [() -> Void] = []

  func schedule(_ work: @escaping () -> Void) { waiting.append(work) }

  func run() {
    while !waiting.isEmpty { waiting.removeFirst()() }
  }
}

private struct Observer<Element> {
  let onNext: (Element) -> Void
  let onError: (any Error) -> Void
  let onCompleted: () -> Void
}

private protocol ObservableType<Element> {
  associatedtype Element
  func attach(_ observer: Observer<Element>)
}

extension ObservableType {
  fileprivate func subscribe(
    onNext: @escaping (Element) -> Void, onError: @escaping (any Error) -> Void, onCompleted: @escaping () -> Void
  ) {
    attach(Observer(onNext: onNext, onError: onError, onCompleted: onCompleted))
  }

  fileprivate func map<Other>(_ transform: @escaping (Element) -> Other) -> Observable<Other> {
    Observable.create { observer in
      attach(Observer(onNext: { observer.onNext(transform($0)) }, onError: observer.onError, onCompleted: observer.onCompleted))
    }
  }

  fileprivate func observe(on scheduler: some ImmediateSchedulerType) -> Observable<Element> {
    Observable.create { observer in
      attach(
        Observer(
          onNext: { element in scheduler.schedule { observer.onNext(element) } },
          onError: { error in scheduler.schedule { observer.onError(error) } },
          onCompleted: { scheduler.schedule { observer.onCompleted() } }))
    }
  }
}

private struct Observable<Element>: ObservableType {
  private let subscription: (Observer<Element>) -> Void

  static func create(_ subscription: @escaping (Observer<Element>) -> Void) -> Observable { Observable(subscription: subscription) }

  func attach(_ observer: Observer<Element>) { subscription(observer) }
}

private final class PublishSubject<Element>: ObservableType {
  private var observers: [Observer<Element>] = []

  func attach(_ observer: Observer<Element>) { observers.append(observer) }

  func onNext(_ element: Element) { observers.forEach { $0.onNext(element) } }
}

// MARK: - Unio

extension RecipeSnippets {
  @Test func `Unio`() throws {
    let screen = SearchScreen(recorder: recorder)
    screen.type("tea")
    let log = try withExtendedLifetime(screen) { try recorded() }
    #expect(log.summary == ["1 search @@INIT", "2 search searchText"])
    #expect(try log.states(of: "search").map(\.state) == [["query": ""], ["query": "tea"]])
  }
}

private final class SearchScreen {
  private let stream = SearchStream()
  private var recording = ObjectTap<SearchScreen>.disabled

  init(recorder: Recorder) {
    recording = recorder.store("search", of: self) { $0.stream.snapshot }
  }

  func type(_ text: String) {
    recording.record("searchText", text) { stream.input.accept(text, for: \.searchText) }
  }
}

/// Stands for a `UnioStream`, bound.
private final class SearchStream {
  struct Input { let searchText = Relay<String>() }
  struct State { var query = "" }

  /// Unio's wrapper around the inputs.
  struct InputWrapper {
    let base = Input()
    func accept<Value>(_ value: Value, for relay: KeyPath<Input, Relay<Value>>) { base[keyPath: relay].accept(value) }
  }

  final class Relay<Value> {
    var observer: ((Value) -> Void)?
    func accept(_ value: Value) { observer?(value) }
  }

  let input = InputWrapper()
  private var state = State()

  init() { input.base.searchText.observer = { [unowned self] in state.query = $0 } }

  var snapshot: [String: String] { ["query": state.query] }
}

// MARK: - Verge

extension RecipeSnippets {
  @Test func `Verge`() throws {
    let (store, counter) = (Store(state: 0), recorder.store("counter"))
    store.commit("increased", recordedBy: counter) { $0 += 1 }
    let log = try recorded()
    #expect(log.summary == ["1 counter increased"])
    #expect(try log.states(of: "counter").map(\.state) == [0, 1])
  }
}

/// Stands for a store of Verge.
private final class Store<State> {
  private(set) var state: State

  init(state: State) { self.state = state }

  func commit(_ mutation: (inout State) -> Void) { mutation(&state) }
}

extension Store {
  func commit(
    _ name: String, recordedBy tap: StoreTap, fileID: StaticString = #fileID, line: UInt = #line, _ mutation: (inout State) -> Void
  ) {
    tap.record(name, state: { state }, fileID: fileID, line: line) { commit(mutation) }
  }
}

// MARK: - @Observable

extension RecipeSnippets {
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func `an observable object`() throws {
    let profile = Profile(recorder: recorder)
    profile.rename("花子")
    let log = try withExtendedLifetime(profile) { try recorded() }
    #expect(log.summary == ["1 profile @@INIT", "2 profile renamed"])
    #expect(try log.states(of: "profile").map(\.state).last == ["name": "花子", "renames": "1"])
  }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@Observable final class Profile {
  private(set) var name = ""
  private(set) var renames = 0
  @ObservationIgnored private var recording = ObjectTap<Profile>.disabled

  init(recorder: Recorder) {
    recording = recorder.store("profile", of: self) { ["name": $0.name, "renames": "\($0.renames)"] }
  }

  func rename(_ name: String) {
    recording.record("renamed", name) {
      self.name = name
      renames += 1
    }
  }
}

// MARK: - AsyncSequence

extension RecipeSnippets {
  @Test func `an asynchronous sequence`() async throws {
    let feed = recorder.store("feed")
    let (messages, outlet) = AsyncStream.makeStream(of: (text: String, cause: Cause?).self)
    feed.record("sent", "おはよう") { _ = outlet.yield(("おはよう", recorder.cause)) }
    outlet.finish()
    for await message in messages {
      recorder.caused(by: message.cause) { feed.record("received", message.text) {} }
    }
    #expect(try recorded().summary == ["1 feed sent", "2 feed received <1"])
  }
}
