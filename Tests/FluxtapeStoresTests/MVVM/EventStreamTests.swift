import Fluxtape
import FluxtapeStores
import Testing

@Suite struct EventStreamTests {
  private let relay = Relay<Int>()
  private let trace = Trace<String>()

  @Test func `a subscriber gets what comes after it, until its subscription ends`() {
    relay.accept(1)
    let token = relay.events.subscribe { [trace] in trace.note("\($0)") }
    relay.accept(2)
    token.cancel()
    relay.accept(3)
    #expect(trace.entries == ["2"])
  }

  @Test func `operators pass on what they say`() {
    let variable = Variable("a")
    let other = Relay<Int>()
    let tokens = [
      relay.events.map { $0 * 2 }.filter { $0 > 2 }.subscribe { [trace] in trace.note("doubled \($0)") },
      relay.events.latest(of: variable).subscribe { [trace] in trace.note("latest \($0)") },
      relay.events.merged(with: other.events).subscribe { [trace] in trace.note("merged \($0)") },
    ]
    relay.accept(1)
    variable.accept("b")
    relay.accept(2)
    other.accept(9)
    withExtendedLifetime(tokens) {
      #expect(trace.entries == ["latest a", "merged 1", "doubled 4", "latest b", "merged 2", "merged 9"])
    }
  }

  @Test func `a value put in by a subscriber comes to all after the one at hand`() {
    let tokens = [
      relay.events.subscribe { [relay, trace] in
        trace.note("a\($0)")
        if $0 == 1 { relay.accept(2) }
      },
      relay.events.subscribe { [trace] in trace.note("b\($0)") },
    ]
    relay.accept(1)
    withExtendedLifetime(tokens) { #expect(trace.entries == ["a1", "b1", "b2", "a2"]) }
  }

  @Test func `more than thirty-one observers all hear, in order`() {
    let tokens = (0..<40).map { number in relay.events.subscribe { [trace] in trace.note("\(number):\($0)") } }
    relay.accept(1)
    relay.accept(2)
    withExtendedLifetime(tokens) {
      #expect(trace.entries == (0..<40).map { "\($0):1" } + (0..<40).map { "\($0):2" })
    }
  }

  @Test func `what is debounced comes once it is quiet`() async {
    let clock = VirtualClock()
    let token = relay.events.debounced(for: .milliseconds(300), clock: clock, runner: clock).subscribe { [trace] in trace.note("\($0)") }
    for number in 1...3 {
      relay.accept(number)
      await clock.advance(by: .milliseconds(200))
    }
    await clock.run()
    relay.accept(4)
    await clock.advance(by: .milliseconds(299))
    token.cancel()
    await clock.run()
    #expect(trace.entries == ["3"])
  }

  @Test func `values that hop keep their order and their cause`() {
    let hops = Trace<@Sendable () -> Void>()
    let world = RecordedWorld()
    let tap = world.recorder.store("input")
    let token = relay.events.delivered { work in hops.note(work) }.subscribe { number in tap.record("heard", number) {} }
    for number in 1...3 { tap.record("typed", number) { relay.accept(number) } }
    // As a queue that runs its work in another order.
    for work in hops.entries.reversed() { work() }
    withExtendedLifetime(token) {
      #expect(
        world.chain == ["1 input typed", "2 input typed", "3 input typed", "4 input heard <1", "5 input heard <2", "6 input heard <3"])
    }
  }

  @Test func `from many threads each value comes once to each subscriber, never two at a time`() async {
    let heard = Trace<Int>()
    let token = relay.events.subscribe { heard.note($0) }
    await onThreads(8) { [relay] thread in
      for number in 0..<100 { relay.accept(thread * 100 + number) }
    }
    withExtendedLifetime(token) { #expect(heard.entries.sorted() == Array(0..<800)) }
  }
}
