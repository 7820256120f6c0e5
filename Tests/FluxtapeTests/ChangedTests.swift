import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import Testing

@testable import Fluxtape

/// Changes that the app reports with `changed`.
struct ChangedTests {
  private let recorder: Recorder
  private let sink: MemorySink

  init() { (recorder, sink) = Recorder.inMemory() }

  private var lines: [String] {
    get throws { try RecordedLog(sink).lines.dropFirst().map { $0.replacing(/,"site":"[^"]*"/, with: "") } }
  }

  @Test func `a change outside of all scopes is a step with the cause that it has`() throws {
    let model = Box()
    let tap = recorder.store("s", of: model) { $0.value }
    tap.changed()
    model.value = 2
    tap.changed()
    tap.changed()
    model.value = 3
    tap.changed(cause: Cause(run: "other", seq: 7))
    let cause = tap.record("a") { recorder.cause }
    model.value = 4
    recorder.caused(by: cause) { tap.changed() }
    #expect(
      try lines.dropFirst() == [
        #"{"seq":2,"t":0,"store":"s","type":"@@STATE","settled":true,"patch":[{"op":"replace","path":"","value":2}]}"#,
        #"{"seq":3,"t":0,"store":"s","type":"@@STATE","cause":{"run":"other","seq":7},"settled":true,"patch":[{"op":"replace","path":"","value":3}]}"#,
        #"{"seq":4,"t":0,"store":"s","type":"a","dur":0,"patch":[]}"#,
        #"{"seq":5,"t":0,"store":"s","type":"@@STATE","cause":4,"settled":true,"patch":[{"op":"replace","path":"","value":4}]}"#,
      ])
    #expect(try RecordedLog(sink).actions[1].site?.hasPrefix("FluxtapeTests/ChangedTests.swift:") == true)
  }

  @Test func `a change inside of a scope is told by its end`() throws {
    let model = Box()
    let tap = recorder.store("s", of: model) { $0.value }
    tap.record("a") {
      model.value = 2
      tap.changed()
      model.value = 3
    }
    #expect(try RecordedLog(sink).summary == ["1 s @@INIT", "2 s a"])
    #expect(try RecordedLog(sink).states(of: "s").map(\.state) == [1, 3])
  }

  @Test func `a change inside of asynchronous work is a step that the work led to`() async throws {
    let model = Box()
    let tap = recorder.store("s", of: model) { $0.value }
    await tap.record("a") {
      await Task.yield()
      model.value = 2
      tap.changed()
      model.value = 3
    }
    #expect(try RecordedLog(sink).states(of: "s").map(\.state) == [1, 2, 3])
    #expect(try RecordedLog(sink).summary[2] == "3 s @@STATE <2")
  }

  @Test func `a store that only tells its states begins with the first`() throws {
    let tap = recorder.store("s")
    for state in [5, 5, 6] { tap.changed(to: state) }
    tap.record("a", state: { 7 }) { tap.changed(to: 8) }
    #expect(try RecordedLog(sink).summary == ["1 s @@INIT", "2 s @@STATE", "3 s @@STATE", "4 s a"])
    #expect(try RecordedLog(sink).states(of: "s").map(\.state) == [5, 6, 7, 7])
  }

  @Test func `changes alone fill segments as actions do`() throws {
    let folder = try Folder()
    let recorder = Recorder(to: folder.path("a.jsonl"), options: RecorderOptions(keeping: .last(bytes: 20_000)), context: .fixed())
    let tap = recorder.store("s", state: 0)
    for number in 1...2000 { tap.changed(to: number) }
    recorder.close()
    #expect(recorder.failure == nil)
    #expect(folder.names.count > 1)
  }

  @Test func `an object that is gone, or a recorder that is off, tells nothing`() throws {
    var model: Box? = Box()
    let tap = recorder.store("s", of: try #require(model)) { $0.value }
    model = nil
    tap.changed()
    ObjectTap<Box>.disabled.changed()
    Recorder.disabled.store("s").changed(to: 1)
    #expect(try RecordedLog(sink).summary == ["1 s @@INIT"])
  }
}
