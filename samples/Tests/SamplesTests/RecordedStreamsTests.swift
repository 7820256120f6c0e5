import Dispatch
import Fluxtape
import FluxtapeStores
import RecordedStreams
import SampleWorld
import Testing

#if !canImport(Combine)
import OpenCombineDispatch
#endif

/// Combine's subjects and operators, recorded; OpenCombine's where there is no Combine.
struct RecordedStreamsTests {
  private let clock = VirtualClock()
  private let sink = MemorySink()
  private let recorder: Recorder

  init() { recorder = Recorder(writingTo: sink, context: .sample("streams", clock: clock)) }

  #if canImport(Combine)
  private let queue = DispatchQueue(label: "streams")
  #else
  private let queue = DispatchQueue(label: "streams").ocombine
  #endif

  /// `store type <cause`, one for each record of an action.
  private var steps: [String] {
    sink.text.split(separator: "\n").compactMap { line in
      guard line.contains(#""seq":"#), let store = line.firstMatch(of: /"store":"([^"]+)","type":"([^"]+)"/) else { return nil }
      return "\(store.1) \(store.2)\(line.firstMatch(of: /"cause":(\d+)/).map { " <\($0.1)" } ?? "")"
    }
  }

  // MARK: Subjects and stores

  @Test(arguments: [0, 1, 40]) func `a value is recorded once, however many subscribe`(_ subscribers: Int) {
    let subject = RecordedSubject<String>("queryTyped", recordedBy: recorder.dispatcher("search"))
    let tokens = (0..<subscribers).map { _ in subject.sink { _ in } }
    subject.send("tea")
    withExtendedLifetime(tokens) { #expect(steps == ["search queryTyped"]) }
  }

  @Test func `a store's step stems from the dispatcher's, and is the cause of what follows from the state`() {
    let subject = RecordedSubject<Int>("added", recordedBy: recorder.dispatcher("app"))
    let (state, view) = (CurrentValueSubject<Int, Never>(1), recorder.store("view"))
    let tokens = [
      subject.reduce(into: state, recordedBy: recorder.store("sum")) { $0 += $1 }, state.dropFirst().sink { view.record("shown", $0) {} },
    ]
    subject.send(7)
    withExtendedLifetime(tokens) { #expect(steps == ["app added", "sum added <1", "view shown <2"]) }
    #expect(sink.text.contains(#""patch":[{"op":"replace","path":"","value":8}]"#))
  }

  @Test func `a latest value is the state, with a scope around the send`() {
    let (subject, tap) = (CurrentValueSubject<Int, Never>(1), recorder.store("volume"))
    tap.record("turnedUp", state: { subject.value }) { subject.send(7) }
    #expect(sink.text.contains(#""type":"@@STATE","state":1"#))
    #expect(sink.text.contains(#""patch":[{"op":"replace","path":"","value":7}]"#))
  }

  @Test func `a store's states are a publisher, each under the cause that it has`() {
    let (store, view) = (Store(initial: 0, reducer: { $0 += $1 }, recording: recorder.store("sum")), recorder.store("view"))
    let token = store.publisher.map { $0 / 2 }.removeDuplicates().sink { view.record("shown", $0) {} }
    for number in [1, 1] { store.dispatch(number) }
    token.cancel()
    store.dispatch(10)
    #expect(steps == ["view shown", "sum Int", "sum Int", "view shown <3", "sum Int"])
  }

  // MARK: The page "Every architecture, recorded", word for word

  @Test func `a subject for each event`() {
    struct SearchState: Equatable { var isLoading = false }
    let tap = recorder.dispatcher("app")
    let loading = RecordedSubject<Bool>("loading", recordedBy: tap)
    let state = CurrentValueSubject<SearchState, Never>(SearchState())
    let handler = loading.reduce(into: state, recordedBy: recorder.store("search")) { state, isLoading in state.isLoading = isLoading }
    loading.send(true)
    withExtendedLifetime(handler) { #expect(state.value.isLoading && steps == ["app loading", "search loading <1"]) }
  }

  @MainActor @Test func `a search takes the place of the one under way`() async {
    struct API {
      let server: FakeServer
      func users(_ query: String) async throws -> [String] { try await server.call { [query] } }
    }
    let (tap, clock, scheduler) = (recorder.dispatcher("app"), clock, clock.scheduler.keepingCauses(of: recorder))
    let queries = RecordedSubject<String>("queryTyped", recordedBy: tap)
    let found = RecordedSubject<[String]>("found", recordedBy: tap)
    let api = API(server: FakeServer(clock: clock, answers: [.success(after: .seconds(2))]))
    let token = queries.debounce(for: .milliseconds(300), scheduler: scheduler)
      .map { query in tap.publisher("searchUsers", query, runner: clock) { try await api.users(query) }.replaceError(with: []) }
      .switchToLatest()
      .sink { users in found.send(users) }
    for query in ["a", "ab"] {
      queries.send(query)
      await clock.advance(by: .seconds(1))
    }
    await clock.run()
    withExtendedLifetime(token) {
      #expect(
        steps == [
          "app queryTyped", "app searchUsers <1", "app queryTyped", "app searchUsers <2", "app searchUsers <3", "app found <5",
          "app searchUsers <5",
        ])
    }
  }

  // MARK: Causes

  /// Sends 1, 2 and 3, each as an action, through `operators`, and waits for the last one. What comes out is told with its cause.
  private func causes<Through: Publisher<Int, Never>>(through operators: (PassthroughSubject<Int, Never>) -> Through) async -> [String] {
    let (subject, input, output) = (PassthroughSubject<Int, Never>(), recorder.store("input"), recorder.store("output"))
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    let token = operators(subject).sink { number in
      output.record("heard-\(number)") {}
      if number == 3 { end.yield() }
    }
    for number in 1...3 { input.record("typed-\(number)") { subject.send(number) } }
    for await _ in ended { break }
    return withExtendedLifetime(token) {
      let steps = steps.map { $0.split(separator: " ") }
      return steps.filter { $0[0] == "output" }.map { step in
        let cause = step.count > 2 ? Int(step[2].dropFirst()) : nil
        return "\(step[1]) by \(cause.map { steps[$0 - 1][1] } ?? "nothing")"
      }
    }
  }

  @Test func `a queue loses which action a value stems from, and one line keeps it`() async {
    let queue = queue.keepingCauses(of: recorder)
    #expect(await causes { $0.receive(on: queue) } == ["heard-1 by typed-1", "heard-2 by typed-2", "heard-3 by typed-3"])
  }

  @Test func `without that line there is no cause, rather than a wrong one`() async {
    let queue = queue
    #expect(await causes { $0.receive(on: queue) } == ["heard-1 by nothing", "heard-2 by nothing", "heard-3 by nothing"])
  }

  @Test func `what is debounced has the cause of the last value`() async {
    let queue = queue.keepingCauses(of: recorder)
    #expect(await causes { $0.debounce(for: .milliseconds(200), scheduler: queue) } == ["heard-3 by typed-3"])
  }

  @Test func `a throttle hands on another value than the one that woke it, under that value's cause`() async {
    let (queue, recorder) = (queue, recorder)
    let heard = await causes { subject in
      subject.keepingCauses(of: recorder) { $0.throttle(for: .milliseconds(200), scheduler: queue, latest: true) }
    }
    #expect(heard.last == "heard-3 by typed-3")
  }

  @Test func `a throttle on a scheduler that keeps causes needs no line of its own`() async {
    let queue = queue.keepingCauses(of: recorder)
    let heard = await causes { $0.throttle(for: .milliseconds(200), scheduler: queue, latest: true) }
    #expect(heard.last == "heard-3 by typed-3")
  }

  // MARK: Requests

  @MainActor @Test func `a newer request takes the place of one under way, and what comes of each stems from it`() async {
    let (tap, view, queries) = (recorder.dispatcher("app"), recorder.store("view"), PassthroughSubject<String, Never>())
    let token =
      queries
      .map { [clock] query in
        tap.publisher("search", query, runner: clock) {
          try await clock.sleep(for: .milliseconds(80))
          guard query != "fail" else { throw ServerError(reason: "502") }
          return query.count
        }
        .mapToResult()
      }
      .switchToLatest()
      .sink { answer in view.record(((try? answer.get()).map { "found \($0)" }) ?? "failed") {} }
    for (query, pause) in [("a", 10), ("ab", 200), ("fail", 200), ("abc", 200)] {
      queries.send(query)
      await clock.advance(by: .milliseconds(pause))
    }
    await clock.run()
    withExtendedLifetime(token) {
      #expect(
        steps == [
          "app search", "app search <1", "app search", "view found 2 <3", "app search <3", "app search", "view failed <6", "app search <6",
          "app search", "view found 3 <9", "app search <9",
        ])
    }
    #expect(sink.text.contains(#""phase":"cancelled""#))
  }

  @MainActor @Test func `a request is cancelled with its subscription`() async {
    let tap = recorder.store("detail")
    let token = tap.publisher("readme", "swift", runner: clock) { [clock] in try await clock.sleep(for: .seconds(9)) }.mapToResult()
      .sink { _ in Issue.record("nobody is there to hear of it") }
    await clock.advance(by: .seconds(1))
    token.cancel()
    await clock.run()
    #expect(clock.now.offset == .seconds(1))
    #expect(sink.text.contains(#""phase":"cancelled""#))
  }

  // MARK: Ends

  @Test func `subjects, what listens to them, and their taps go with their owners`() {
    final class Witness: Sendable {}
    weak var subject: RecordedSubject<Int>?
    weak var state: CurrentValueSubject<Int, Never>?
    weak var witness: Witness?
    do {
      let made = RecordedSubject<Int>("sent", recordedBy: recorder.dispatcher("app"))
      let (value, held) = (CurrentValueSubject<Int, Never>(0), Witness())
      (subject, state, witness) = (made, value, held)
      let tokens = [
        made.reduce(into: value, recordedBy: recorder.store("sum")) { $0 = $1 },
        made.receive(on: ImmediateScheduler.shared.keepingCauses(of: recorder)).sink { _ in _ = held },
        made.keepingCauses(of: recorder) { $0.filter { _ in true } }.sink { _ in _ = held },
        value.combineLatest(made).merge(with: made.map { ($0, $0) }).sink { _ in _ = held },
      ]
      made.send(1)
      withExtendedLifetime(tokens) {}
    }
    #expect(subject == nil && state == nil && witness == nil)
    #expect(steps.last == "sum @@DEINIT")
  }

  @Test func `streams that stem from one are joined a moment too early, whichever comes first`() {
    let numbers = PassthroughSubject<Int, Never>()
    var joined: [String] = []
    let token = numbers.combineLatest(numbers.map { $0 * 10 }).sink { joined.append("\($0)/\($1)") }
    for number in 1...2 { numbers.send(number) }
    withExtendedLifetime(token) { #expect(["2/10", "1/20"].map { ["1/10", $0, "2/20"] }.contains(joined), "\(joined)") }
  }

  @Test func `merged and joined streams give what both give`() {
    let (numbers, texts) = (PassthroughSubject<Int, Never>(), PassthroughSubject<String, Never>())
    var (merged, joined, ended): ([String], [String], Int) = ([], [], 0)
    let tokens = [
      numbers.map { "\($0)" }.merge(with: texts).sink(receiveCompletion: { _ in ended += 1 }) { merged.append($0) },
      numbers.combineLatest(texts).sink(receiveCompletion: { _ in ended += 1 }) { joined.append("\($0)\($1)") },
    ]
    numbers.send(1)
    texts.send("a")
    numbers.send(2)
    numbers.send(completion: .finished)
    texts.send("b")
    #expect(ended == 0)
    texts.send(completion: .finished)
    withExtendedLifetime(tokens) {
      #expect(merged == ["1", "a", "2", "b"])
      #expect(joined == ["1a", "2a", "2b"])
      #expect(ended == 2)
    }
  }
}
