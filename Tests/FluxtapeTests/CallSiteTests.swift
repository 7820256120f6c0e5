import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import Testing

@testable import Fluxtape

// Code as in apps. Half of the test is that it compiles in Swift 6 mode without annotations and warnings.

private struct Count: Encodable, Equatable { var n = 0 }
private enum Step { case up, down }

private func inPlace(_ count: inout Count, _ step: Step) { count.n += step == .up ? 1 : -1 }
private func actionFirst(_ step: Step, _ count: Count?) -> Count { stateFirst(count ?? Count(), step) }
private func stateFirst(_ count: Count, _ step: Step) -> Count { Count(n: count.n + (step == .up ? 1 : -1)) }
@MainActor private func onMainActor(_ count: inout Count, _ step: Step) { inPlace(&count, step) }

struct ReducerCallSiteTests {
  @Test func `functions of each shape find their wrap`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let first = recorder.store("first").reducer(actionFirst)
    let second = recorder.store("second").reducer(stateFirst)
    let third = recorder.store("third").reducer(inPlace)
    #expect(first(.up, nil) == Count(n: 1))
    #expect([Step.up, .up, .down].reduce(Count(), second) == Count(n: 1))
    #expect([Step.down].reduce(into: Count(), third) == Count(n: -1))
    let log = try RecordedLog(sink)
    #expect(try log.states(of: "first").map(\.state["n"]) == [1])
    #expect(try log.states(of: "second").map(\.state["n"]) == [0, 1, 2, 1])
    #expect(try log.states(of: "third").map(\.state["n"]) == [0, -1])
  }

  @Test func `closures without types find theirs by where they go`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let app = recorder.store("app")
    let first: (Step, Count?) -> Count = app.reducer { step, count in
      let count = count ?? Count()
      return stateFirst(count, step)
    }
    let second: (Count, Step) -> Count = app.reducer { count, step in Count(n: count.n + 10) }
    let third: (inout Count, Step) -> Void = app.reducer { count, step in
      count.n += 100
    }
    var count = first(.up, nil)
    count = second(count, .up)
    third(&count, .up)
    #expect(try RecordedLog(sink).states(of: "app").map(\.state["n"]) == [1, 11, 111])
  }
}

/// A main-actor store as in apps, whose reducers are closures that use the store itself.
@MainActor private final class MainActorStore {
  private(set) var count = Count()
  private(set) var seen: [Step] = []
  private let tap: StoreTap
  private var reduce: (inout Count, Step) -> Void = { _, _ in }
  private var send: (Step) -> Void = { _ in }

  init(_ tap: StoreTap) {
    self.tap = tap
    reduce = tap.reducer { [unowned self] (count: inout Count, step: Step) in
      seen.append(step)
      inPlace(&count, step)
    }
    send = tap.middleware({ [unowned self] in dispatch($0) }, { [unowned self] in count })({ [unowned self] in reduce(&count, $0) })
  }

  func dispatch(_ step: Step) { send(step) }

  func dispatchInScope(_ step: Step) {
    tap.record(action: step, state: { count }) {
      tap.reduce(step, into: &count) { count, step in
        seen.append(step)
        inPlace(&count, step)
      }
    }
  }

  func load() async throws {
    try await tap.record("load") {
      try await Task.sleep(for: .zero)
      seen = []
    }
  }
}

@MainActor private final class MainActorModel {
  private(set) var text = ""
  private(set) lazy var tap = recorder.store("model", of: self) { $0.text }
  private let recorder: Recorder

  init(_ recorder: Recorder) { self.recorder = recorder }

  func type(_ text: String) { tap.record("typed", text) { self.text = text } }

  func load() async {
    await tap.record("loaded") {
      await Task.yield()
      text += "!"
    }
  }
}

private actor Counter {
  private var count = Count()
  private let tap: StoreTap

  init(_ tap: StoreTap) { self.tap = tap }

  func up() { tap.reduce(Step.up, into: &count, by: inPlace) }

  func wait() async {
    await tap.record("waited") {
      await Task.yield()
      count.n += 1
    }
  }
}

struct IsolatedCallSiteTests {
  @Test @MainActor func `a store of the main actor is recorded where it stands`() async throws {
    let (recorder, sink) = Recorder.inMemory()
    let store = MainActorStore(recorder.store("app"))
    store.dispatch(.up)
    store.dispatchInScope(.up)
    #expect(store.seen == [.up, .up])
    try await store.load()
    var count = Count()
    let reduce = recorder.store("function").reducer(onMainActor)
    reduce(&count, .down)
    let log = try RecordedLog(sink)
    #expect(try log.states(of: "app").map(\.state["n"]) == [0, 1, 2])
    #expect(try log.states(of: "function").map(\.state["n"]) == [0, -1])
    #expect(log.action("load")?.effect?.phase == .started)
    #expect(store.seen.isEmpty)
  }

  @Test @MainActor func `a model of the main actor is asked for its state there`() async throws {
    let (recorder, sink) = Recorder.inMemory()
    let model = MainActorModel(recorder)
    model.type("a")
    await model.load()
    #expect(try RecordedLog(sink).states(of: "model").map(\.state) == ["", "a", "a!"])
  }

  @Test func `an actor is recorded from inside`() async throws {
    let (recorder, sink) = Recorder.inMemory()
    let counter = Counter(recorder.store("counter"))
    await counter.up()
    await counter.wait()
    let log = try RecordedLog(sink)
    #expect(try log.states(of: "counter").map(\.state["n"]) == [0, 1])
    #expect(log.actions.filter { $0.type == "waited" }.map(\.effect?.phase) == [.started, .finished])
  }
}
