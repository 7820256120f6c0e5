import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import Foundation
import Testing

@testable import Fluxtape

/// Faults of a log's file while it is written.
struct FaultTests {
  /// A recorder with two stores, of which only the first one is active.
  private final class App {
    let folder: Folder
    let recorder: Recorder
    let busy: StoreTap
    let idle: StoreTap
    private(set) var state = 0

    init(options: RecorderOptions = RecorderOptions()) throws {
      folder = try Folder()
      recorder = Recorder(to: folder.path("a.jsonl"), options: options, context: .fixed())
      idle = recorder.store("idle", state: "here")
      busy = recorder.store("busy", state: 0)
    }

    func count() { busy.reduce("count", into: &state) { state, _ in state += 1 } }

    func log(_ name: String = "a.jsonl") throws -> RecordedLog { try RecordedLog(try folder.bytes(name)) }

    /// The descriptor under which the process has the file open.
    func descriptor(of name: String = "a.jsonl") throws -> Int32 {
      let identity = try #require(folder.identity(name))
      return try #require((3..<1024 as Range<Int32>).first { Folder.identity(of: $0) == identity })
    }

    func closeDescriptor(of name: String = "a.jsonl") throws { #expect(close(try descriptor(of: name)) == 0) }
  }

  @Test(arguments: [RecorderOptions.Durability.culprit, .perAction, .synchronized])
  func `a deleted file is followed by another one, which says what was lost and where every store stands`(
    durability: RecorderOptions.Durability
  ) throws {
    let app = try App(options: RecorderOptions(durability: durability))
    for _ in 0..<5 { app.count() }
    let lost = try app.log()
    try app.folder.remove("a.jsonl")
    for _ in 0..<5 { app.count() }
    app.recorder.close()

    let log = try app.log()
    #expect(log.header?.run == "run" && log.header?.segment == 2)
    guard case .gap(let gap)? = log.records.first else { throw RecordedLog.Mistake.patchWithoutState }
    #expect(gap.first == 1)
    #expect(gap.lost >= lost.records.count)
    #expect(gap.reason == "the log's file was deleted while it was written")
    #expect(app.recorder.failure?.reason == .removed)
    let steps = log.actions.map(\.step.rawValue)
    #expect(steps.count >= 4 && steps.first == gap.step.rawValue + 1 && gap.last?.rawValue == gap.step.rawValue - 1)
    #expect(try log.states(of: "busy").last?.state == 10)
    #expect(try log.states(of: "idle").last?.state == "here")
  }

  @Test func `a file that is deleted inside a reducer loses what stood there, and no state`() throws {
    let app = try App()
    app.count()
    var state = 1
    app.busy.reduce("deletes", into: &state) { state, _ in
      try? app.folder.remove("a.jsonl")
      state = 7
    }
    app.busy.reduce("counts", into: &state) { state, _ in state += 1 }
    let log = try app.log()
    guard case .gap(let gap)? = log.records.first else { throw RecordedLog.Mistake.patchWithoutState }
    #expect(gap.lost == 4)
    #expect(gap.first == 1 && gap.last == 4)
    let states = try log.states(of: "busy").map(\.state)
    #expect(states.first == 7 && states.last == 8)
    #expect(try log.states(of: "idle").map(\.state) == ["here"])
  }

  @Test func `a folder that is gone is waited for`() throws {
    let folder = try Folder()
    try FileManager.default.createDirectory(atPath: folder.path("logs"), withIntermediateDirectories: false)
    let recorder = Recorder(to: folder.path("logs/a.jsonl"), context: .fixed())
    recorder.mark("1")
    try folder.remove("logs")
    recorder.mark("2")
    recorder.mark("3")
    try FileManager.default.createDirectory(atPath: folder.path("logs"), withIntermediateDirectories: false)
    recorder.mark("4")
    let log = try RecordedLog(try folder.bytes("logs/a.jsonl"))
    guard case .gap(let gap)? = log.records.first else { throw RecordedLog.Mistake.patchWithoutState }
    #expect(gap.lost == 3 && gap.first == 1 && gap.last == 3)
    #expect(
      gap.reason
        == "the log's file was deleted while it was written; the log cannot be created: No such file or directory")
    #expect(log.records.count == 2)
  }

  @Test func `a file that was moved is written on`() throws {
    let app = try App()
    try FileManager.default.moveItem(atPath: app.folder.path("a.jsonl"), toPath: app.folder.path("b.jsonl"))
    app.count()
    #expect(app.folder.names == ["b.jsonl"])
    #expect(try app.log("b.jsonl").states(of: "busy").last?.state == 1)
    #expect(app.recorder.failure == nil)
  }

  @Test func `a file that another one replaced is deleted too, and the other one stays`() throws {
    let app = try App()
    app.count()
    try app.folder.write("edited by hand", to: "other")
    #expect(unsafe rename(app.folder.path("other"), app.folder.path("a.jsonl")) == 0)
    app.count()
    #expect(app.folder.names == ["a-2.jsonl", "a.jsonl"])
    #expect(try app.log("a-2.jsonl").states(of: "busy").last?.state == 2)
    #expect(try app.folder.bytes("a.jsonl") == Array("edited by hand".utf8))
  }

  #if os(Linux) || os(macOS)
  // In separate processes: a file of another test could get the number of a descriptor that is closed here.

  @Test func `an app that closes every descriptor loses nothing`() async {
    await #expect(processExitsWith: .success) {
      let app = try App()
      app.count()
      try app.closeDescriptor()
      for _ in 0..<3 { app.count() }
      app.recorder.close()
      let log = try app.log()
      #expect(log.header?.segment == nil)
      #expect(log.records.count == 7)
      #expect(try log.states(of: "busy").last?.state == 4)
      #expect(app.recorder.failure == nil)
    }
  }

  @Test func `a descriptor that is gone with its file's name is followed by another file`() async {
    await #expect(processExitsWith: .success) { try Self.loseDescriptorAndName() }
  }

  private static func loseDescriptorAndName() throws {
    let app = try App()
    app.count()
    try FileManager.default.moveItem(atPath: app.folder.path("a.jsonl"), toPath: app.folder.path("b.jsonl"))
    try app.closeDescriptor(of: "b.jsonl")
    app.count()
    #expect(app.folder.names == ["a.jsonl", "b.jsonl"])
    let log = try app.log()
    #expect(log.header?.segment == 2)
    #expect(try log.states(of: "busy").map(\.state) == [2])
    #expect(log.actions.map(\.step) == [4])
    app.count()
    #expect(try app.log().states(of: "busy").last?.state == 3)
    #expect(try app.log().states(of: "idle").map(\.state) == ["here"])
  }
  #endif

  @Test func `a file that is deleted right before the end is missed`() throws {
    let app = try App()
    app.count()
    try app.folder.remove("a.jsonl")
    app.recorder.close()
    let log = try app.log()
    guard case .gap(let gap)? = log.records.first, case .end? = log.records.last else { throw RecordedLog.Mistake.patchWithoutState }
    #expect(gap.lost == 3)
  }

  @Test func `a file that the app opens under the descriptor is never written to`() throws {
    let app = try App()
    app.count()
    let descriptor = try app.descriptor()
    try app.folder.write("the app's", to: "other")
    var state = 1
    app.busy.reduce("opens", into: &state) { state, _ in
      state = 2
      let other = unsafe open(app.folder.path("other"), O_WRONLY | O_APPEND)
      #expect(dup2(other, descriptor) == descriptor && close(other) == 0)
    }
    app.count()
    #expect(try app.folder.bytes("other") == Array("the app's".utf8))
    // The app's count differs from the state above.
    #expect(try app.log().states(of: "busy").map(\.state).suffix(3) == [2, 1, 2])
    #expect(close(descriptor) == 0)
    #expect(app.recorder.failure == nil)
  }

  @Test func `different reasons of one gap are told`() throws {
    let sink = FailingSink(room: 10_000)
    var writer = LogWriter(RunHeader(), to: sink)
    sink.setRoom(0)
    let mark = MarkFacts("lost", level: nil)
    _ = writer.append(mark, at: 0)
    for reason in ["a", "b", "a", "c", "d", "e"] { writer.drop(for: reason) }
    sink.setRoom(10_000)
    _ = writer.append(mark, at: 0)
    guard case .gap(let gap)? = try RecordedLog(sink.bytes).records.first else { throw RecordedLog.Mistake.patchWithoutState }
    #expect(gap.lost == 7)
    #expect(gap.reason == "No space left on device; a; b; c; and others")
  }
}
