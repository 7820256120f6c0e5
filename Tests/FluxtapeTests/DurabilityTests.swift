import FluxtapeJSON
import FluxtapeLocking
import FluxtapeLog
import FluxtapeLogReading
import Testing

@testable import Fluxtape

/// A sink that counts its calls, and can block.
private final class ProbingSink: LogSink {
  struct Calls {
    var bytes: [UInt8] = []
    var writes = 0
    var synchronizations = 0
    var isClosed = false
    var isHeld = false
  }
  private let calls = Monitor(Calls())
  private let failsToSynchronize: Bool

  init(failsToSynchronize: Bool = false) { self.failsToSynchronize = failsToSynchronize }

  var seen: Calls { calls.withLock { $0 } }
  var log: RecordedLog { get throws { try RecordedLog(seen.bytes) } }
  func hold(_ isHeld: Bool) { calls.withLock { $0.isHeld = isHeld } }

  func write(_ bytes: ArraySlice<UInt8>) -> Int {
    calls.wait(until: { !$0.isHeld }) { calls in
      calls.bytes += bytes
      calls.writes += 1
    }
    return bytes.count
  }

  func synchronize() throws(RecorderError) {
    calls.withLock { $0.synchronizations += 1 }
    if failsToSynchronize { throw RecorderError(.cannotSynchronize(code: 5)) }
  }

  func close() { calls.withLock { $0.isClosed = true } }
}

private func recorder(_ durability: RecorderOptions.Durability, to sink: any LogSink) -> Recorder {
  Recorder(writingTo: sink, options: RecorderOptions(durability: durability), context: .fixed())
}

struct DurabilityTests {
  @Test(arguments: [
    (RecorderOptions.Durability.culprit, 2, 0, ["a"]), (.perAction, 1, 0, []), (.synchronized, 2, 2, ["a"]),
  ])
  func `an action is handed over`(durability: RecorderOptions.Durability, writes: Int, synchronizations: Int, inReducer: [String]) throws {
    let sink = ProbingSink()
    let tap = recorder(durability, to: sink).store("s", state: 0)
    let before = sink.seen
    var state = 0
    tap.reduce("a", into: &state) { state, _ in
      state = 1
      let begun = String(decoding: sink.seen.bytes.dropFirst(before.bytes.count), as: UTF8.self)
      #expect(begun == inReducer.map { #"{"seq":2,"t":0,"store":"s","type":"String","payload":"\#($0)""# }.joined())
    }
    #expect(sink.seen.writes - before.writes == writes)
    #expect(sink.seen.synchronizations - before.synchronizations == synchronizations)
    #expect(try sink.log.states(of: "s").map(\.state) == [0, 1])
  }

  @Test func `beginnings wait for the first outcome, in their order`() throws {
    let sink = ProbingSink()
    let tap = recorder(.perAction, to: sink).store("s")
    let before = sink.seen.writes
    tap.record(action: "outer") {
      tap.record(action: "middle") {
        tap.record(action: "inner") {}
        #expect(sink.seen.writes == before + 1)
      }
    }
    #expect(sink.seen.writes == before + 3)
    let lines = try sink.log.lines
    #expect(lines[1].hasSuffix(#""payload":"outer"}"#))
    #expect(lines[2].hasSuffix(#""payload":"middle"}"#))
    #expect(lines[3].hasSuffix(#""payload":"inner","reduced":false}"#))
    #expect(lines[4...].map { $0.prefix(14) } == [#"{"completes":2"#, #"{"completes":1"#])
  }

  @Test func `a mark goes through at once`() throws {
    let sink = ProbingSink()
    let recorder = recorder(.perAction, to: sink)
    recorder.store("s").record(action: "outer") {
      recorder.mark("here")
      #expect(sink.seen.bytes.last == UInt8(ascii: "\n"))
      #expect((try? sink.log.records.count) == 2)
    }
  }

  @Test func `beginnings that nobody ends are told at the end of the recorder`() throws {
    let sink = ProbingSink()
    var writer = LogWriter(RunHeader(), to: LogTarget(sink), durability: .perAction)
    _ = writer.begin(ActionHead(store: ActionHead.storeMember("s"), name: ActionHead.nameMembers(type: "a")), at: 1)
    #expect(try sink.log.lines.count == 1)
    _ = writer.output.flush()
    #expect(String(decoding: sink.seen.bytes, as: UTF8.self).hasSuffix(#""type":"a""#))
  }

  @Test func `beginnings that wait take no more than some memory`() throws {
    let sink = ProbingSink()
    let tap = recorder(.perAction, to: sink).store("s")
    func dispatch(_ depth: Int) {
      guard depth > 0 else { return #expect(sink.seen.bytes.count > 100_000) }
      tap.record(action: String(repeating: "x", count: 5_000)) { dispatch(depth - 1) }
    }
    dispatch(40)
    #expect(try sink.log.actions.count == 40)
  }

  @Test func `a disk that does not answer for what it has is a failure, and nothing is lost`() throws {
    let sink = ProbingSink(failsToSynchronize: true)
    let recorder = recorder(.synchronized, to: sink)
    recorder.mark("a")
    recorder.mark("b")
    #expect(recorder.failure?.reason == .cannotSynchronize(code: 5))
    #expect(try sink.log.records.count == 2)
  }
}

struct BackgroundTests {
  @Test func `all that was queued is there when the recorder is closed`() throws {
    let sink = ProbingSink()
    let recorder = recorder(.background(), to: sink)
    for number in 0..<1_000 { recorder.mark("\(number)") }
    recorder.close()
    #expect(sink.seen.isClosed)
    #expect(try sink.log.records.count == 1_001)
    #expect(recorder.failure == nil)
  }

  @Test func `all that was queued is written after the end of the recorder`() throws {
    let sink = ProbingSink()
    for number in 0..<100 { recorder(.background(), to: sink).mark("\(number)") }
    // Each recorder wrote a header and a mark, and closed the sink on its thread.
    while sink.seen.bytes.count(where: { $0 == UInt8(ascii: "\n") }) < 200 {}
  }

  @Test func `recording does not wait for the disk`() throws {
    let sink = ProbingSink()
    let recorder = recorder(.background(), to: sink)
    sink.hold(true)
    for number in 0..<1_000 { recorder.mark("\(number)") }
    #expect(try sink.log.records.isEmpty)
    sink.hold(false)
    recorder.close()
    #expect(try sink.log.records.count == 1_001)
  }

  @Test func `nothing but the header is written before the first record, and by no thread`() throws {
    let sink = ProbingSink()
    let recorder = recorder(.background(), to: sink)
    #expect(try sink.log.header?.run == "run")
    recorder.close()
    #expect(sink.seen.isClosed)
  }

  @Test func `a full queue drops, and the log tells what`() throws {
    let sink = ProbingSink()
    let recorder = recorder(.background(queueBytes: 1_000, whenFull: .drop), to: sink)
    sink.hold(true)
    for number in 0..<200 { recorder.mark("\(number)") }
    #expect(recorder.failure?.reason == .queueFull(bytes: 1_000))
    sink.hold(false)
    // The gap record fits into the queue at the latest when the thread has emptied the queue.
    while recorder.log?.losses == 0 || !sink.seen.bytes.contains("\"gap\"".utf8) { recorder.mark("after") }
    recorder.close()
    let log = try sink.log
    var steps: Set<Int> = []
    for record in log.records {
      switch record {
      case .mark(let mark): steps.insert(mark.step.rawValue)
      case .gap(let gap):
        let (first, last) = (try #require(gap.first).rawValue, try #require(gap.last).rawValue)
        #expect(gap.lost == last - first + 1)
        #expect(steps.isDisjoint(with: first...last))
        steps.formUnion(first...last)
        steps.insert(gap.step.rawValue)
      case .end(let end): steps.insert(end.step.rawValue)
      default: break
      }
    }
    #expect(steps == Set(1...steps.count))
  }

  @Test func `a full queue makes recording wait, and nothing is lost`() throws {
    let sink = MemorySink()
    let recorder = recorder(.background(queueBytes: 100), to: sink)
    let text = String(repeating: "longer than the queue ", count: 20)
    for _ in 0..<300 { recorder.mark(text) }
    recorder.close()
    #expect(recorder.failure == nil)
    #expect(try RecordedLog(sink).records.count == 301)
  }

  @Test func `what is refused is kept until it is taken, as long as there is room`() throws {
    let sink = FailingSink(room: 60)
    let recorder = recorder(.background(), to: sink)
    for number in 0..<100 { recorder.mark("\(number)") }
    while recorder.failure == nil {}
    sink.setRoom(100_000)
    recorder.mark("after")
    recorder.close()
    #expect(try RecordedLog(sink.bytes).records.count == 102)
    #expect(recorder.failure?.reason == .refused("No space left on device"))
  }

  @Test(arguments: [RecorderOptions.WhenFull.wait, .drop])
  func `a sink that refuses for ever holds nobody up`(whenFull: RecorderOptions.WhenFull) {
    let sink = FailingSink(room: 60)
    let recorder = recorder(.background(queueBytes: 500, whenFull: whenFull), to: sink)
    for number in 0..<300 { recorder.mark("\(number)") }
    recorder.close()
    #expect(recorder.failure != nil)
    #expect(sink.isClosed)
  }
}
