import Fluxtape
import FluxtapeJSON
import Testing

// The code on the page "Recipes for libraries" about RxSwift and Unio, word for word. Stand-ins for the types of RxSwift have the same
// functions, and their operators delay elements in the same way.

struct RxSnippets {
  let sink = MemorySink()
  let recorder: Recorder

  init() { recorder = Recorder(writingTo: sink, context: .fixed()) }

  private func summary() throws -> [String] { try RecordedLog(sink).summary }
}

// MARK: - Schedulers

/// An operator with a scheduler, and the records after two elements in a row.
struct RxOperator: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let apply: @Sendable (PublishSubject<String>, CausalScheduler) -> Observable<String>
  let summary: [String]

  static let all = [
    RxOperator(
      testDescription: "observe(on:)", apply: { $0.observe(on: $1) },
      summary: ["1 search queryTyped", "2 search queryTyped", "3 results asked <1", "4 results asked <2"]),
    RxOperator(
      testDescription: "delay", apply: { $0.delay(.milliseconds(100), scheduler: $1) },
      summary: ["1 search queryTyped", "2 search queryTyped", "3 results asked <1", "4 results asked <2"]),
    RxOperator(
      testDescription: "debounce", apply: { $0.debounce(.milliseconds(100), scheduler: $1) },
      summary: ["1 search queryTyped", "2 search queryTyped", "3 results asked <2"]),
    RxOperator(
      testDescription: "throttle", apply: { $0.throttle(.milliseconds(100), scheduler: $1) },
      summary: ["1 search queryTyped", "2 results asked <1", "3 search queryTyped", "4 results asked <3"]),
  ]
}

extension RxSnippets {
  @Test(arguments: RxOperator.all) func `each element keeps its own cause`(_ rxOperator: RxOperator) throws {
    let (search, results) = (recorder.store("search"), recorder.store("results"))
    let (query, scheduler) = (PublishSubject<String>(), VirtualScheduler())
    let subscription = rxOperator.apply(query, scheduler.keepingCauses(of: recorder))
      .subscribe(onNext: { text in results.record("asked", text) {} })
    search.record("queryTyped", "tea") { query.onNext("tea") }
    search.record("queryTyped", "té") { query.onNext("té") }
    scheduler.run()
    #expect(try withExtendedLifetime(subscription) { try summary() } == rxOperator.summary)
  }

  @Test func `an error keeps its cause`() throws {
    struct Offline: Error {}
    let (search, main) = (recorder.store("search"), MainScheduler.instance.keepingCauses(of: recorder))
    let query = PublishSubject<String>()
    let subscription = query.observe(on: main).subscribe(onError: { _ in search.record("failed") {} })
    search.record("queryTyped", "tea") { query.onError(Offline()) }
    MainScheduler.instance.run()
    #expect(try withExtendedLifetime(subscription) { try summary() } == ["1 search queryTyped", "2 search failed <1"])
  }

  @Test func `a request`() throws {
    let search = recorder.store("search")
    let answers = PublishSubject<String>()
    let users = answers.keepingCause(of: recorder)
    var subscriptions: [any Disposable] = []
    for text in ["tea", "té"] {
      search.record("queryTyped", text) {
        subscriptions.append(users.subscribe(onNext: { search.record("answered", $0) {} }))
      }
    }
    answers.onNext("tea")
    #expect(
      try withExtendedLifetime(subscriptions) { try summary() } == [
        "1 search queryTyped", "2 search queryTyped", "3 search answered <1", "4 search answered <2",
      ])
  }
}

extension RxSnippets {
  @Test func `a request that waits for another one`() throws {
    let search = recorder.store("search")
    let (query, answers) = (PublishSubject<String>(), [PublishSubject<String>(), PublishSubject<String>()])
    var requests = 0
    func request(_ text: String) -> Observable<String> {
      requests += 1
      return answers[requests - 1].map { "\(text) \($0)" }
    }
    let users = query.concatMap { text in request(text).keepingCause(of: recorder, recorder.cause) }
    let subscription = users.subscribe(onNext: { search.record("answered", $0) {} })
    for text in ["tea", "té"] { search.record("queryTyped", text) { query.onNext(text) } }
    answers[0].onNext("1")
    answers[0].onCompleted()
    answers[1].onNext("2")
    #expect(
      try withExtendedLifetime(subscription) { try summary() } == [
        "1 search queryTyped", "2 search queryTyped", "3 search answered <1", "4 search answered <2",
      ])
  }
}

/// A scheduler for the operators below. Each element keeps its cause.
struct CausalScheduler {
  let base: any SchedulerType
  let recorder: Recorder
}

extension SchedulerType {
  func keepingCauses(of recorder: Recorder) -> CausalScheduler { CausalScheduler(base: self, recorder: recorder) }
}

extension ObservableType {
  func observe(on scheduler: CausalScheduler) -> Observable<Element> {
    keepingCauses(of: scheduler.recorder) { $0.observe(on: scheduler.base) }
  }

  func delay(_ time: RxTimeInterval, scheduler: CausalScheduler) -> Observable<Element> {
    keepingCauses(of: scheduler.recorder) { $0.delay(time, scheduler: scheduler.base) }
  }

  func debounce(_ time: RxTimeInterval, scheduler: CausalScheduler) -> Observable<Element> {
    keepingCauses(of: scheduler.recorder) { $0.debounce(time, scheduler: scheduler.base) }
  }

  func throttle(_ time: RxTimeInterval, latest: Bool = true, scheduler: CausalScheduler) -> Observable<Element> {
    keepingCauses(of: scheduler.recorder) { $0.throttle(time, latest: latest, scheduler: scheduler.base) }
  }

  /// What `operators` let through, each element under the cause with which it came.
  func keepingCauses(
    of recorder: Recorder, through operators: @escaping (Observable<(Element, Cause?)>) -> Observable<(Element, Cause?)>
  ) -> Observable<Element> {
    Observable.create { observer in
      var end: Cause?
      let caused = self.do(onError: { _ in end = recorder.cause }, onCompleted: { end = recorder.cause }).map { ($0, recorder.cause) }
      return operators(caused).subscribe(
        onNext: { element, cause in recorder.caused(by: cause) { observer.onNext(element) } },
        onError: { error in recorder.caused(by: end) { observer.onError(error) } },
        onCompleted: { recorder.caused(by: end) { observer.onCompleted() } })
    }
  }
}

extension ObservableType {
  /// Everything that a request answers, under the cause with which it was made, or under another one.
  func keepingCause(of recorder: Recorder, _ cause: Cause? = nil) -> Observable<Element> {
    Observable.create { observer in
      let cause = cause ?? recorder.cause
      return subscribe { event in recorder.caused(by: cause) { observer.on(event) } }
    }
  }
}

private enum MainScheduler { static let instance = VirtualScheduler() }

// MARK: - Unio

extension RxSnippets {
  @Test func `Unio`() throws {
    let scheduler = VirtualScheduler()
    let screen = SearchScreen(SearchStream(scheduler.keepingCauses(of: recorder)), recorder: recorder)
    screen.type("te")
    screen.type("tea")
    scheduler.run()
    let log = try withExtendedLifetime(screen) { try RecordedLog(sink) }
    #expect(log.summary == ["1 search @@INIT", "2 search searchText", "3 search searchText", "4 search @@STATE <3"])
    #expect(try log.states(of: "search").map(\.state).last == ["query": "tea", "results": ["tea!"]])
  }
}

private final class SearchScreen {
  private let stream: SearchStream
  private let bag = DisposeBag()
  private var recording = ObjectTap<SearchScreen>.disabled

  init(_ stream: SearchStream, recorder: Recorder) {
    self.stream = stream
    recording = recorder.store("search", of: self) { $0.stream.snapshot }
    stream.output.results.subscribe(onNext: { [unowned self] _ in recording.changed() }).disposed(by: bag)
  }

  func type(_ text: String) {
    recording.record("searchText", text) { stream.input.searchText(text) }
  }
}

/// A stand-in for a bound `UnioStream`. Its inputs are called like those of Unio's wrapper.
private final class SearchStream {
  struct Input { let searchText: (String) -> Void }
  struct Output {
    let query = BehaviorRelay(value: "")
    let results = BehaviorRelay<[String]>(value: [])
  }

  let input: Input
  let output = Output()
  private let bag = DisposeBag()

  init(_ scheduler: CausalScheduler) {
    let texts = PublishSubject<String>()
    input = Input { texts.accept($0) }
    texts.subscribe(onNext: output.query.accept).disposed(by: bag)
    texts.debounce(.milliseconds(100), scheduler: scheduler).map { ["\($0)!"] }.subscribe(onNext: output.results.accept).disposed(by: bag)
  }

  var snapshot: some Encodable { Snapshot(query: output.query.value, results: output.results.value) }

  private struct Snapshot: Encodable {
    let query: String
    let results: [String]
  }
}
