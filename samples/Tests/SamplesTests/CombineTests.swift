import Dispatch
import Fluxtape
import FluxtapeStores
import RecordedStreams
import SampleWorld
import Testing

#if canImport(Combine)
import Combine
#else
import OpenCombine
import OpenCombineDispatch
#endif

/// Combine's subjects and operators; OpenCombine's where there is no Combine.
@Suite struct CombineTests {
  private let sink = MemorySink()
  private let recorder: Recorder

  init() { recorder = Recorder(writingTo: sink, context: .sample("streams", clock: VirtualClock())) }

  #if canImport(Combine)
  private let queue = DispatchQueue(label: "streams")
  #else
  private let queue = DispatchQueue(label: "streams").ocombine
  #endif

  private func count(_ text: String) -> Int { sink.text.ranges(of: text).count }

  @Test(arguments: [0, 1, 40]) func `a value is recorded once, however many subscribe`(_ subscribers: Int) {
    let (subject, tap) = (PassthroughSubject<String, Never>(), recorder.store("search"))
    let tokens = (0..<subscribers).map { _ in subject.sink { _ in } }
    subject.send("tea", as: "queryTyped", recordedBy: tap)
    withExtendedLifetime(tokens) { #expect(count(#""type":"queryTyped""#) == 1) }
  }

  @Test func `a latest value is the state`() {
    let (subject, tap) = (CurrentValueSubject<Int, Never>(1), recorder.store("volume"))
    subject.send(7, as: "turnedUp", stateOf: tap)
    #expect(sink.text.contains(#""type":"turnedUp""#))
    #expect(sink.text.contains(#""value":7"#) || sink.text.contains(#""state":7"#))
  }

  @Test func `a scheduler does not lose which action a value stems from`() async {
    let (subject, input, output) = (PassthroughSubject<Int, Never>(), recorder.store("input"), recorder.store("output"))
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    let token = subject.receive(on: queue, keepingCausesOf: recorder).sink { number in
      output.record("heard", number) {}
      if number == 3 { end.yield() }
    }
    for number in 1...3 { subject.send(number, as: "typed", recordedBy: input) }
    for await _ in ended { break }
    withExtendedLifetime(token) {
      let lines = sink.text.split(separator: "\n")
      let causes = lines.filter { $0.contains(#""type":"heard""#) }.map { $0.firstMatch(of: /"cause":(\d+)/)?.1 }
      let typed = lines.filter { $0.contains(#""type":"typed""#) }.map { $0.firstMatch(of: /"seq":(\d+)/)?.1 }
      #expect(typed.count == 3 && causes == typed)
    }
  }

  @Test func `subjects, what listens to them, and their taps go with their owners`() {
    final class Witness: Sendable {}
    weak var subject: PassthroughSubject<Int, Never>?
    weak var latest: CurrentValueSubject<Int, Never>?
    weak var witness: Witness?
    do {
      let (made, value, held, tap) = (PassthroughSubject<Int, Never>(), CurrentValueSubject<Int, Never>(0), Witness(), recorder.store("s"))
      (subject, latest, witness) = (made, value, held)
      let tokens = [
        made.receive(on: ImmediateScheduler.shared, keepingCausesOf: recorder).sink { _ in _ = held }, value.sink { _ in _ = held },
      ]
      made.send(1, as: "sent", recordedBy: tap)
      value.send(2, as: "set", stateOf: tap)
      withExtendedLifetime(tokens) {}
    }
    #expect(subject == nil && latest == nil && witness == nil)
    #expect(count(#""type":"@@DEINIT""#) == 1)
  }
}
