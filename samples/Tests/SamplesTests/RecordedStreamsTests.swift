import Dispatch
import Fluxtape
import FluxtapeStores
import RecordedStreams
import SampleWorld
import Testing

@Suite struct RecordedStreamsTests {
  private let sink = MemorySink()
  private let recorder: Recorder

  init() { recorder = Recorder(writingTo: sink, context: .sample("streams", clock: VirtualClock())) }

  /// `store type cause`, one for each record of an action.
  private var steps: [String] {
    sink.text.split(separator: "\n").compactMap { line in
      guard line.contains(#""seq":"#), let store = line.firstMatch(of: /"store":"([^"]+)","type":"([^"]+)"/) else { return nil }
      return "\(store.1) \(store.2)\(line.firstMatch(of: /"cause":(\d+)/).map { " <\($0.1)" } ?? "")"
    }
  }

  @Test(arguments: [0, 1, 40]) func `a value is recorded once, however many subscribe`(_ count: Int) {
    let (relay, tap) = (Relay<String>(), recorder.store("search"))
    let tokens = (0..<count).map { _ in relay.events.subscribe { _ in } }
    relay.accept("tea", as: "queryTyped", recordedBy: tap)
    withExtendedLifetime(tokens) { #expect(steps == ["search queryTyped"]) }
  }

  @Test func `a latest value is the state`() {
    let (variable, tap) = (Variable(1), recorder.store("volume"))
    variable.accept(7, as: "turnedUp", recordedBy: tap)
    #expect(sink.text.contains(#""type":"@@STATE","state":1"#))
    #expect(sink.text.contains(#""patch":[{"op":"replace","path":"","value":7}]"#))
  }

  @Test func `a queue does not lose which action a value stems from`() async {
    let (relay, input, output) = (Relay<Int>(), recorder.store("input"), recorder.store("output"))
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    let token = relay.events.received(on: DispatchQueue(label: "streams")).subscribe { number in
      output.record("heard", number) {}
      if number == 3 { end.yield() }
    }
    for number in 1...3 { relay.accept(number, as: "typed", recordedBy: input) }
    for await _ in ended { break }
    withExtendedLifetime(token) {
      let heard = steps.filter { $0.hasPrefix("output") }
      let typed = steps.indices.filter { steps[$0].hasPrefix("input") }.map { $0 + 1 }
      #expect(heard == typed.map { "output heard <\($0)" })
    }
  }

  @Test func `a selection keeps its cause, too`() async {
    let (variable, input, output) = (Variable(0), recorder.store("input"), recorder.store("output"))
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    let token = variable.select { $0 * 2 }.received(on: DispatchQueue(label: "streams")).subscribe { number in
      if number > 0 {
        output.record("doubled", number) {}
        end.yield()
      }
    }
    variable.accept(2, as: "set", recordedBy: input)
    for await _ in ended { break }
    withExtendedLifetime(token) { #expect(steps.last == "output doubled <1") }
  }
}
