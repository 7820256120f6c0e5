import FluxtapeStores
import Testing

struct EffectTests {
  enum Caller {
    @TaskLocal static var name = "nobody"
  }

  struct Failure: Error {}

  /// Waits until cancelled, then throws, like `Task.sleep`.
  @Sendable static func untilCancelled() async throws {
    for await _ in AsyncStream<Never>.makeStream().stream {}
    throw CancellationError()
  }

  private let clock = VirtualClock()
  private let store = Store(initial: 0, reducer: countingReducer)

  private func store(
    onProblem: @escaping @Sendable (StoreProblem<CounterAction>) -> Void = { _ in },
    effects: @escaping @Sendable (CounterAction, Int) -> Effect<CounterAction>
  ) -> Store<Int, CounterAction> {
    Store(initial: 0, reducer: countingReducer, effects: effects, onProblem: onProblem)
  }

  @Test func `work dispatches when it has something to tell, as often as it likes`() async {
    store.run { dispatch in
      dispatch(.added(1))
      await Task.yield()
      dispatch(.added(10))
    }
    await store.settled()
    #expect(store.state == 11)
  }

  @Test func `the handler is asked with the new state`() async {
    let asked = Trace<Int>()
    let store = store { action, count in
      asked.note(count)
      return count < 3 ? .run { $0(.added(1)) } : .none
    }
    store.dispatch(.added(1))
    await store.settled()
    #expect(asked.entries == [1, 2, 3])
  }

  @Test func `a subscriber that cancels the work of the action it is told of finds it`() async {
    let store = store { action, _ in
      switch action {
      case .added: .run(id: "wait") { _ in try await Self.untilCancelled() }
      case .reset: .cancel(id: "wait")
      }
    }
    let token = store.subscribe { [weak store] count in if count == 1 { store?.dispatch(.reset) } }
    store.dispatch(.added(1))
    await store.settled()
    withExtendedLifetime(token) { #expect(store.state == 0) }
  }

  @Test func `newer work replaces older work with the same id, and no other`() async {
    let trace = Trace<String>()
    let store = Store(initial: 0, reducer: countingReducer, runner: clock)
    let sleeping: @Sendable (Int, String) -> Effect<CounterAction>.Work = { [clock] milliseconds, name in
      { _ in
        do { try await clock.sleep(for: .milliseconds(milliseconds)) } catch { trace.note("\(name) was cancelled") }
        trace.note("\(name) ended at \(clock.now.offset)")
      }
    }
    store.run(id: "search", sleeping(50, "search"))
    store.run(id: "fetch", sleeping(40, "older"))
    await clock.advance(by: .milliseconds(10))
    store.cancel(id: "nothing has this id")
    store.run(id: "fetch", sleeping(5, "newer"))
    await clock.run()
    #expect(
      trace.entries == [
        "older was cancelled", "older ended at 0.01 seconds", "newer ended at 0.015 seconds", "search ended at 0.05 seconds",
      ]
    )
  }

  /// Runs a closure before the store has the task of its work.
  private struct SlowRunner: EffectRunner {
    let tasks = Trace<Task<Void, Never>>()
    let meanwhile: @Sendable () -> Void

    func start(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
      let task = Task { await work() }
      meanwhile()
      tasks.note(task)
      return task
    }
  }

  @Test func `work that is cancelled before the store has its task is cancelled then`() async {
    let cancel = Trace<@Sendable () -> Void>()
    let runner = SlowRunner { cancel.entries.first?() }
    let store = Store(initial: 0, reducer: countingReducer, runner: runner)
    cancel.note { [weak store] in store?.cancel(id: "wait") }
    store.run(id: "wait") { _ in try await Self.untilCancelled() }
    #expect(runner.tasks.entries.map(\.isCancelled) == [true])
    runner.tasks.entries.first?.cancel()
    await store.settled()
  }

  @Test func `what cancelled work dispatches is dropped`() async {
    let (cancelled, cancel) = AsyncStream.makeStream(of: Void.self)
    store.run(id: "fetch") { dispatch in
      dispatch(.added(1))
      _ = await cancelled.first { true }
      dispatch(.added(100))
    }
    store.cancel(id: "fetch")
    store.run(id: "fetch") { dispatch in dispatch(.added(10)) }
    cancel.yield()
    await store.settled()
    #expect([10, 11].contains(store.state), "the first dispatch may have come before the cancellation, the last may not")
  }

  @Test func `an error is reported, unless the work was cancelled`() async {
    let (problems, report) = AsyncStream.makeStream(of: StoreProblem<CounterAction>.self)
    let store = store(onProblem: { report.yield($0) }) { _, _ in .none }
    store.run(id: "cancelled") { _ in
      do { try await Self.untilCancelled() } catch { throw Failure() }
    }
    store.cancel(id: "cancelled")
    await store.settled()
    store.run(id: "failing") { _ in throw Failure() }
    await store.settled()
    guard case .effectFailed("failing", let error)? = await problems.first(where: { _ in true }) else {
      Issue.record("not told of the failure first")
      return
    }
    #expect(error is Failure)
  }

  @Test func `several steps are taken in order`() async {
    let trace = Trace<String>()
    let store = Store(initial: 0, reducer: countingReducer, runner: clock)
    store.run(
      .many([
        .run(id: "a") { _ in trace.note("first") },
        .many([.cancel(id: "a"), .run { _ in trace.note("second") }]),
        .run { _ in trace.note("third") },
      ])
    )
    await clock.run()
    #expect(trace.entries == ["second", "third"])
  }

  @Test func `work inherits the task-local values of its dispatch`() async {
    let trace = Trace<String>()
    let tasks = store { _, _ in .run { _ in trace.note(Caller.name) } }
    Caller.$name.withValue("button") { tasks.dispatch(.reset) }
    await tasks.settled()
    let virtual = Store(
      initial: 0, reducer: countingReducer, effects: { _, _ in .run { _ in trace.note(Caller.name) } }, runner: clock
    )
    Caller.$name.withValue("timer") { virtual.dispatch(.reset) }
    await clock.run()
    #expect(trace.entries == ["button", "timer"])
  }

  @Test func `waiting for effects can be given up`() async {
    store.run(id: "wait") { _ in try await Self.untilCancelled() }
    let waiting = Task { [store] in await store.settled() }
    waiting.cancel()
    await waiting.value
    store.cancel(id: "wait")
    await store.settled()
    await store.settled()
  }
}
