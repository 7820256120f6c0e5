import FluxtapeJSON
import FluxtapeLocking
import FluxtapeLog
import FluxtapeLogReading
import Testing

@testable import Fluxtape

/// A sink that counts its calls.
private final class ProbingSink: LogSink {
  struct Calls {
    var bytes: [UInt8] = []
    var writes = 0
    var synchronizations = 0
  }
  private let calls = Locked(Calls())
  private let failsToSynchronize: Bool

  init(failsToSynchronize: Bool = false) { self.failsToSynchronize = failsToSynchronize }

  var seen: Calls { calls.withLock { $0 } }
  var log: RecordedLog { get throws { try RecordedLog(seen.bytes) } }

  func write(_ bytes: ArraySlice<UInt8>) -> Int {
    calls.withLock { calls in
      calls.bytes += bytes
      calls.writes += 1
    }
    return bytes.count
  }

  func synchronize() throws(RecorderError) {
    calls.withLock { $0.synchronizations += 1 }
    if failsToSynchronize { throw RecorderError(.cannotSynchronize(code: 5)) }
  }

  func close() {}
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
    var writer = LogWriter(RunHeader(), to: sink, durability: .perAction)
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
