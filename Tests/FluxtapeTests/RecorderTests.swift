import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import Testing

@testable import Fluxtape

struct RecorderTests {
  @Test func `a fixed context gives the same bytes`() throws {
    func session() -> [UInt8] {
      let clock = ManualClock()
      var context = RecordingContext.fixed(clock: clock)
      context.app = RecordingContext.App(name: "Shop", version: "1.2")
      context.process = RecordingContext.Process(id: 4123, host: "ci-7", os: "Linux")
      context.meta = ["seed": "7", "commit": "1f3a9c"]
      let sink = MemorySink()
      let recorder = Recorder(writingTo: sink, context: context)
      let cart = recorder.store("cart", state: ["items": [String](), "password": ["x"]])
      let catalog = recorder.store("catalog")
      let stock = catalog.reducer { (state: inout [String: Int], sku: String) in state[sku, default: 0] -= 1 }
      var levels = ["p7": 3, "p1": 9, "p4": 1]
      for sku in ["p7", "p1"] {
        clock.advance(by: 1000)
        cart.record("itemAdded", ["sku": sku, "token": "s"]) { stock(&levels, sku) }
      }
      recorder.mark("done")
      recorder.close()
      return sink.bytes
    }
    let bytes = session()
    #expect(bytes == session())
    let log = try RecordedLog(bytes)
    #expect(
      log.lines.first
        == #"{"fluxtape":1,"run":"run","time":"2026-11-21T09:00:00.000000Z","app":{"name":"Shop","version":"1.2"},"process":{"id":4123,"host":"ci-7","os":"Linux"},"meta":{"commit":"1f3a9c","seed":"7"}}"#
    )
    #expect(log.lines.last == #"{"seq":7,"t":2000,"end":"closed"}"#)
  }

  @Test func `the context of this process is a new run each time`() {
    let (first, second) = (RecordingContext.current(), RecordingContext.current())
    #expect(first.run != second.run)
    #expect(first.run.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil)
    #expect(first.digestKey != second.digestKey)
    #expect(first.clock() >= 0 && first.clock() <= first.clock())
    #expect((first.process?.id ?? 0) > 0)
    #expect(first.app?.name.isEmpty == false)
  }

  @Test func `a whole state stands beside its patch when patches have grown`() throws {
    let options = RecorderOptions(patchBytesPerSnapshot: 1000)
    let (recorder, sink) = Recorder.inMemory(options: options)
    let reduce = recorder.store("text").reducer { (state: inout [String], line: String) in state.append(line) }
    var state: [String] = []
    for number in 0..<200 { reduce(&state, "line \(number)") }
    let log = try RecordedLog(sink)
    let whole = log.actions.filter { $0.outcome.state != nil }
    #expect(whole.allSatisfy { $0.outcome.patch != nil })
    #expect((3..<20).contains(whole.count))
    #expect(try log.states(of: "text").last?.state.array?.count == 200)
  }

  @Test func `many small patches count as well`() throws {
    let (recorder, sink) = Recorder.inMemory(options: RecorderOptions(patchesPerSnapshot: 3))
    let reduce = recorder.store("n").reducer { (state: inout Int, amount: Int) in state += amount }
    var state = 0
    for _ in 0..<9 { reduce(&state, 1) }
    #expect(try RecordedLog(sink).actions.filter { $0.outcome.state != nil }.map(\.step) == [4, 8])
  }

  @Test func `a larger state is followed by as many more patches as it is larger`() throws {
    let options = RecorderOptions(stateTimePerAction: .seconds(3600), patchBytesPerSnapshot: 1 << 30, patchesPerSnapshot: 4)
    let (recorder, sink) = Recorder.inMemory(options: options)
    struct State: Encodable {
      var count = 0
      let texts = Array(repeating: String(repeating: "x", count: RecorderOptions.stateBytesPerPatchCount / 2), count: 3)
    }
    let reduce = recorder.store("large").reducer { (state: inout State, amount: Int) in state.count += amount }
    var state = State()
    for _ in 0..<14 { reduce(&state, 1) }
    #expect(try RecordedLog(sink).actions.filter { $0.outcome.state != nil }.map(\.step) == [7, 14])
    #expect(RecorderOptions(patchesPerSnapshot: .max).patches(afterStateOf: .max) == .max)
  }

  @Test func `a string that changes a little is spliced`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let reduce = recorder.store("text").reducer { (state: inout [String: String], text: String) in state["body"]?.append(text) }
    var state = ["body": String(repeating: "書", count: 200)]
    reduce(&state, "🛒!")
    let log = try RecordedLog(sink)
    #expect(log.actions.first?.outcome.patch?.operations == [.splice(JSONPointer(tokens: ["body"]), at: 200, deleting: 0, inserting: "🛒!")])
    #expect(try log.states(of: "text").last?.state["body"]?.string == state["body"])
  }

  @Test func `after a loss a store's next state is whole`() throws {
    let sink = FailingSink(room: 10_000)
    let recorder = Recorder(writingTo: sink, context: .fixed())
    let reduce = recorder.store("n").reducer { (state: inout Int, amount: Int) in state += amount }
    let other = recorder.store("m").reducer { (state: inout Int, amount: Int) in state += amount }
    var (n, m) = (0, 0)
    reduce(&n, 1)
    other(&m, 1)
    sink.setRoom(0)
    reduce(&n, 10)
    sink.setRoom(10_000)
    reduce(&n, 100)
    other(&m, 10)
    reduce(&n, 1000)
    #expect(recorder.failure?.reason == .refused("No space left on device"))
    let log = try RecordedLog(sink.bytes)
    #expect(log.actions.map(\.step) == [1, 2, 5, 6, 7])
    // The store that lost an action states its state, with the lost change, before its next action. The other store records its whole state
    // with its next action.
    #expect(log.actions.map { $0.outcome.patch == nil } == [false, false, false, true, false])
    #expect(try log.states(of: "n").map(\.step) == [nil, 1, nil, 5, 7])
    #expect(try log.states(of: "n").map(\.state) == [0, 1, 11, 111, 1111])
    #expect(try log.states(of: "m").map(\.state) == [0, 1, 11])
  }

  @Test func `the state of an action whose beginning was lost is told on its own`() throws {
    let sink = FailingSink(room: 10_000)
    let recorder = Recorder(writingTo: sink, context: .fixed())
    let tap = recorder.store("n")
    var n = 0
    tap.reduce(1, into: &n) { $0 += $1 }
    sink.setRoom(0)
    tap.reduce(10, into: &n) {
      $0 += $1
      sink.setRoom(10_000)
    }
    let log = try RecordedLog(sink.bytes)
    #expect(log.actions.map(\.step) == [1])
    #expect(try log.states(of: "n").map(\.state) == [0, 1, 11])
  }

  @Test func `what is recorded after the end changes nothing`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let tap = recorder.store("n")
    recorder.close()
    var n = 0
    tap.reduce(1, into: &n) { $0 += $1 }
    tap.record("late") { recorder.mark("late") }
    tap.record(
      action: 1,
      state: { () -> Int? in
        Issue.record("a state is asked for that nobody will read")
        return n
      }
    ) { n += 1 }
    #expect(n == 2)
    #expect(try RecordedLog(sink).lines.count == 2)
  }

  @Test func `a disabled recorder runs everything and records nothing`() async {
    let recorder = Recorder.disabled
    #expect(!recorder.isRecording)
    let tap = recorder.store("n", state: 1)
    let object = recorder.store("o", of: recorder) { _ in 1 }
    let (first, second): (Int, Int) = (tap.record("a") { 1 }, object.record("b", 2) { 1 })
    #expect(first + second == 2)
    #expect(await tap.record("c") { await Task.yield() } == ())
    #expect(recorder.dispatcher("d").record(action: 1) { 5 } == 5)
    #expect(recorder.caused(by: Cause(run: "r", seq: 1)) { Cause.current } == nil)
    recorder.mark("m")
    recorder.close()
  }
}
