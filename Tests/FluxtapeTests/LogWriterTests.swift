import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import Testing

@testable import Fluxtape

private func action(_ type: String, cause: RecordedCause? = nil, payload: JSONValue? = nil) -> ActionHead {
  var head = ActionHead(store: store, name: ActionHead.nameMembers(type: type))
  if let cause { head.append(cause: cause) }
  if let payload { head.append(payload: payload.bytes) }
  return head
}

private let store = ActionHead.storeMember("s")
private let nothing = OutcomeFacts()
private let unreduced = OutcomeFacts(isUnreduced: true).closingOfLine

struct LogWriterTests {
  @Test func `times never go back`() throws {
    let sink = MemorySink()
    var writer = LogWriter(RunHeader(), to: sink)
    _ = writer.append(action("a"), nothing, at: 50)
    _ = writer.append(action("b"), nothing, at: 40)
    #expect(try RecordedLog(sink).actions.map(\.time) == [50, 50])
  }

  @Test func `a cause that is not earlier is left out`() throws {
    let sink = MemorySink()
    var writer = LogWriter(RunHeader(), to: sink)
    for cause in [StepNumber(1), 1, 7] {
      _ = writer.append(action("a", cause: .step(cause)), nothing, at: 0)
    }
    #expect(try RecordedLog(sink).actions.map(\.cause) == [nil, .step(1), nil])
  }

  @Test func `a line that is open is closed before a mark, and completed behind it`() throws {
    let sink = MemorySink()
    var writer = LogWriter(RunHeader(), to: sink)
    _ = writer.begin(action("a"), at: 1)
    _ = writer.append(MarkFacts("here", level: nil), at: 2)
    #expect(writer.write(.completion(of: 1), of: store, with: unreduced, losses: nil, at: 3) == .written(losses: writer.losses))
    #expect(
      try RecordedLog(sink).lines == [
        #"{"fluxtape":1}"#, #"{"seq":1,"t":1,"store":"s","type":"a"}"#, #"{"seq":2,"t":2,"mark":"here"}"#,
        #"{"completes":1,"t":3,"store":"s","reduced":false}"#,
      ])
  }

  @Test func `what is lost is told when writing works again`() throws {
    let sink = FailingSink(room: 10_000)
    var writer = LogWriter(RunHeader(), to: sink)
    _ = writer.append(action("kept"), nothing, at: 1)
    sink.setRoom(0)
    for _ in 0..<3 { #expect(writer.append(action("lost"), nothing, at: 2)?.isWritten == false) }
    sink.setRoom(10_000)
    #expect(writer.append(action("kept"), nothing, at: 3)?.step == 6)
    #expect(writer.failure == RecorderError(.refused("No space left on device")))
    let log = try RecordedLog(sink.bytes)
    #expect(log.lines[2] == #"{"seq":5,"t":3,"gap":{"lost":3,"first":2,"last":4,"reason":"No space left on device"}}"#)
    #expect(log.actions.map(\.step) == [1, 6])
  }

  @Test func `a lost completion is told by the step that it would have completed`() throws {
    let sink = FailingSink(room: 10_000)
    var writer = LogWriter(RunHeader(), to: sink)
    _ = writer.begin(action("a"), at: 1)
    sink.setRoom(0)
    #expect(writer.write(.completion(of: 1), of: store, with: unreduced, losses: nil, at: 2) == .lost)
    sink.setRoom(10_000)
    _ = writer.append(action("b"), nothing, at: 3)
    let log = try RecordedLog(sink.bytes)
    #expect(log.lines[1] == #"{"seq":1,"t":1,"store":"s","type":"a"}"#)
    #expect(log.lines[2] == #"{"seq":2,"t":3,"gap":{"lost":1,"first":1,"last":1,"reason":"No space left on device"}}"#)
    #expect(log.actions.map(\.step) == [1, 3])
  }

  /// A disk may fill up at any byte: each line is complete once there is room again, and no step is missing without an explanation.
  @Test func `no line is torn by a sink that fills up`() throws {
    for room in 0..<400 {
      let sink = FailingSink(room: room)
      var writer = LogWriter(RunHeader(run: "r"), to: sink)
      var lost: Set<Int> = []
      for count in 0..<4 {
        let step = writer.begin(action("a", payload: .number(JSONNumber(count))), at: count)
        #expect(step != nil)
        if let step, !step.isWritten { lost.insert(step.step.rawValue) }
        if let step, step.isWritten, writer.write(.completion(of: step.step), of: store, with: unreduced, losses: nil, at: count) == .lost {
          lost.insert(step.step.rawValue)
        }
      }
      sink.setRoom(100_000)
      writer.close(at: 9)
      let log = try RecordedLog(sink.bytes)
      #expect(log.header?.run == "r")
      #expect(!log.isTorn)
      var told: Set<Int> = []
      for case .gap(let gap) in log.records {
        if let first = gap.first, let last = gap.last { told.formUnion(first.rawValue...last.rawValue) }
      }
      #expect(lost.isSubset(of: told), "room for \(room) bytes")
      let known = log.actions.filter { $0.outcome.isUnreduced }.map(\.step.rawValue)
      #expect(Set(known).union(told).isSuperset(of: 1...4), "room for \(room) bytes")
      guard case .end(let end)? = log.records.last else {
        Issue.record("no end with room for \(room) bytes")
        continue
      }
      #expect(end.reason == "closed")
    }
  }

  @Test func `a patch is refused after a loss, and a whole state is not`() {
    let sink = FailingSink(room: 10_000)
    var writer = LogWriter(RunHeader(), to: sink)
    let losses = writer.losses
    _ = writer.begin(action("a"), at: 1)
    writer.drop(for: "a test")
    #expect(writer.write(.completion(of: 1), of: store, with: unreduced, losses: losses, at: 1) == .stale)
    #expect(writer.write(.completion(of: 1), of: store, with: unreduced, losses: nil, at: 1) == .written(losses: writer.losses))
  }

  @Test func `after the end nothing is written`() throws {
    let sink = FailingSink(room: 10_000)
    var writer = LogWriter(RunHeader(), to: sink)
    _ = writer.begin(action("a"), at: 1)
    writer.close(at: 2)
    writer.close(at: 3)
    #expect(writer.begin(action("b"), at: 3) == nil)
    #expect(writer.write(.completion(of: 1), of: store, with: unreduced, losses: nil, at: 3) == .lost)
    #expect(sink.isClosed)
    #expect(
      try RecordedLog(sink.bytes).lines == [
        #"{"fluxtape":1}"#, #"{"seq":1,"t":1,"store":"s","type":"a"}"#, #"{"seq":2,"t":2,"end":"closed"}"#,
      ])
  }

  @Test func `a sink that takes nothing and says nothing does not hang the writer`() {
    struct LazySink: LogSink {
      func write(_ bytes: ArraySlice<UInt8>) -> Int { 0 }
      func close() {}
    }
    var writer = LogWriter(RunHeader(), to: LazySink())
    #expect(writer.append(action("a"), nothing, at: 0)?.isWritten == false)
    #expect(writer.failure?.reason == .tookNothing)
  }
}
