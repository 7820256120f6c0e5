import FluxtapeJSON
import Testing

@testable import Fluxtape

/// Serialized, since all tests share the recorder of the process.
@Suite(.serialized) struct CurrentRecorderTests {
  @Test func `nothing is recorded where nobody has said by whom`() {
    #expect(Recorder.current === Recorder.disabled)
    #expect(!Recorder.current.isRecording)
  }

  @Test func `a task's recorder comes before that of the process`() async {
    let (process, _) = Recorder.inMemory()
    let (task, _) = Recorder.inMemory()
    let (inner, _) = Recorder.inMemory()
    #expect(process.makeCurrent() === process)
    defer { Recorder.disabled.makeCurrent() }
    #expect(Recorder.current === process)
    await Recorder.withCurrent(task) {
      #expect(Recorder.current === task)
      await Task.yield()
      #expect(Recorder.withCurrent(inner) { Recorder.current } === inner)
      #expect(await Task { Recorder.current }.value === task)
      async let child = Recorder.current
      #expect(await child === task)
      #expect(await Task.detached { Recorder.current }.value === process)
    }
    #expect(Recorder.current === process)
  }

  @Test func `tasks that run at the same time have each their own log`() async throws {
    let logs = await withTaskGroup { group in
      for number in 0..<8 {
        group.addTask {
          let (recorder, sink) = Recorder.inMemory()
          await Recorder.withCurrent(recorder) {
            await Task.yield()
            Recorder.current.store("counter", state: number).record("counted") {}
          }
          return (number, sink)
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    for (number, sink) in logs {
      let log = try RecordedLog(sink)
      #expect(log.summary == ["1 counter @@INIT", "2 counter counted", "3 counter @@DEINIT"])
      #expect(try log.states(of: "counter").map(\.state.int) == [number])
    }
  }

  @Test func `an error of the body comes out as it is`() async {
    struct Refused: Error {}
    let (recorder, _) = Recorder.inMemory()
    #expect(throws: Refused.self) { try Recorder.withCurrent(recorder) { () throws(Refused) in throw Refused() } }
    await #expect(throws: Refused.self) { try await Recorder.withCurrent(recorder) { () async throws in throw Refused() } }
    #expect(Recorder.current === Recorder.disabled)
  }

  @Test func `a recorder that is replaced is let go`() {
    weak var earlier: Recorder?
    do {
      let recorder = Recorder.inMemory().0
      earlier = recorder
      recorder.makeCurrent()
    }
    #expect(earlier != nil)
    Recorder.disabled.makeCurrent()
    #expect(earlier == nil)
  }
}
