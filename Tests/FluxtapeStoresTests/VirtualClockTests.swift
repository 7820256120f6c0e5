import FluxtapeStores
import Testing

struct VirtualClockTests {
  private let clock = VirtualClock()
  private let trace = Trace<String>()

  private func store() -> Store<Int, CounterAction> {
    Store(initial: 0, reducer: countingReducer, runner: clock)
  }

  private func sleeping(_ milliseconds: Int, _ name: String) -> Effect<CounterAction>.Work {
    { [clock, trace] dispatch in
      trace.note("\(name) began at \(clock.now.offset)")
      do {
        try await clock.sleep(for: .milliseconds(milliseconds))
        trace.note("\(name) woke at \(clock.now.offset)")
        dispatch(.added(milliseconds))
      } catch {
        trace.note("\(name) was cancelled at \(clock.now.offset)")
        throw error
      }
    }
  }

  @Test func `effects begin when the clock goes on, and wake in the order of their times`() async {
    let store = store()
    store.run(sleeping(30, "long"))
    store.run(sleeping(10, "short"))
    store.run(sleeping(10, "other"))
    #expect(trace.entries.isEmpty)
    await clock.advance(by: .milliseconds(9))
    #expect(store.state == 0)
    await clock.advance(by: .milliseconds(1))
    #expect(store.state == 20)
    await clock.run()
    #expect(store.state == 50)
    #expect(clock.now.offset == .milliseconds(30))
    #expect(
      trace.entries == [
        "long began at 0.0 seconds", "short began at 0.0 seconds", "other began at 0.0 seconds",
        "short woke at 0.01 seconds", "other woke at 0.01 seconds", "long woke at 0.03 seconds",
      ]
    )
  }

  @Test func `time passes also when nothing is to be done`() async {
    await clock.advance(by: .seconds(5))
    #expect(clock.now.offset == .seconds(5))
    await clock.run()
    #expect(clock.now.offset == .seconds(5))
    try? await clock.sleep(for: .milliseconds(1_250))
    #expect(clock.now.offset == .milliseconds(6_250))
    #expect(clock.now.microseconds == 6_250_000)
  }

  @Test func `a cancelled effect ends in its turn, and its store hears nothing of it`() async {
    let store = store()
    store.run(id: "fetch", sleeping(80, "fetch"))
    await clock.advance(by: .milliseconds(50))
    store.cancel(id: "fetch")
    #expect(trace.entries == ["fetch began at 0.0 seconds"])
    await clock.run()
    #expect(trace.entries == ["fetch began at 0.0 seconds", "fetch was cancelled at 0.05 seconds"])
    #expect(clock.now.offset == .milliseconds(50))
    #expect(store.state == 0)
  }

  @Test func `an effect that is cancelled before its first turn does nothing that matters`() async {
    let store = store()
    store.run(id: "fetch", sleeping(80, "older"))
    store.run(id: "fetch", sleeping(20, "newer"))
    await clock.run()
    #expect(store.state == 20)
    await store.settled()
  }

  @Test func `an effect that advances the clock sleeps`() async {
    let store = store()
    store.run { [clock, trace] _ in
      await clock.advance(by: .milliseconds(10))
      trace.note("advanced to \(clock.now.offset)")
      await clock.run()
    }
    store.run(sleeping(5, "other"))
    await clock.run()
    #expect(
      trace.entries == ["other began at 0.0 seconds", "other woke at 0.005 seconds", "advanced to 0.01 seconds"]
    )
  }

  @Test func `effects of effects run, and a script with many of them always plays the same`() async {
    func play() async -> [String] {
      let clock = VirtualClock()
      let trace = Trace<String>()
      let stores = (0..<3).map { number in
        Store(
          initial: 0,
          reducer: countingReducer,
          effects: { action, count in
            trace.note("store \(number): \(action) at \(clock.now.offset)")
            guard case .added(let amount) = action, count < 40 else { return .none }
            return .run(id: count.isMultiple(of: 3) ? "shared" : nil) { dispatch in
              try await clock.sleep(for: .milliseconds((count * 7 + number * 5 + amount) % 11))
              await Task.yield()
              dispatch(.added(amount % 3 + 1))
            }
          },
          runner: clock
        )
      }
      for step in 0..<20 {
        stores[step % 3].dispatch(.added(step % 4))
        await clock.advance(by: .milliseconds(step % 5))
      }
      await clock.run()
      return trace.entries
    }
    let first = await play()
    #expect(first.count > 40)
    for _ in 1...20 { #expect(await play() == first) }
  }
}
