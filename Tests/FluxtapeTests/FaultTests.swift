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
    let clock = ManualClock()
    let recorder: Recorder
    let busy: StoreTap
    let idle: StoreTap
    private(set) var state = 0

    init(options: RecorderOptions = RecorderOptions()) throws {
      folder = try Folder()
      recorder = Recorder(to: folder.path("a.jsonl"), options: options, context: .fixed(clock: clock))
      idle = recorder.store("idle", state: "here")
      busy = recorder.store("busy", state: 0)
    }

    func count() { busy.reduce("count", into: &state) { state, _ in state += 1 } }

    /// Lets the time to the next check of the file pass.
    func wait() { clock.advance(by: 1000) }

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
    app.wait()
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
    #expect(steps.count >= 5 && steps.first == gap.step.rawValue + 1 && gap.last?.rawValue == gap.step.rawValue - 1)
    #expect(try log.states(of: "busy").last?.state == 15)
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
    app.wait()
    app.busy.reduce("counts", into: &state) { state, _ in state += 1 }
    let log = try app.log()
    guard case .gap(let gap)? = log.records.first else { throw RecordedLog.Mistake.patchWithoutState }
    #expect(gap.lost == 4)
    #expect(gap.first == 1 && gap.last == 4)
    let states = try log.states(of: "busy").map(\.state)
    #expect(states.first == 7 && states.last == 8)
    #expect(try log.states(of: "idle").map(\.state) == ["here"])
  }

  @Test(arguments: [0, 1, 200, 1_000])
  func `a file that is cut goes on behind the cut`(bytes: Int) throws {
    let app = try App()
    for _ in 0..<20 { app.count() }
    let before = try app.folder.bytes("a.jsonl")
    let handle = try #require(FileHandle(forWritingAtPath: app.folder.path("a.jsonl")))
    try handle.truncate(atOffset: UInt64(bytes))
    app.wait()
    for _ in 0..<20 { app.count() }
    let after = try app.folder.bytes("a.jsonl")
    #expect(Array(after.prefix(bytes)) == Array(before.prefix(bytes)))

    let rest = Array(after.dropFirst(bytes).drop { $0 == UInt8(ascii: "\n") })
    let log = try RecordedLog(rest)
    #expect(log.header?.segment == 2)
    guard case .gap(let gap)? = log.records.first else { throw RecordedLog.Mistake.patchWithoutState }
    let lines = before.count { $0 == UInt8(ascii: "\n") }
    let left = before.prefix(bytes).count { $0 == UInt8(ascii: "\n") }
    #expect(gap.lost == lines - max(1, left))
    #expect(gap.reason == "the log's file was shortened to \(bytes) bytes while it was written")
    #expect(try log.states(of: "busy").last?.state == 40)
    #expect(try log.states(of: "idle").last?.state == "here")
    #expect(app.recorder.failure?.reason == .truncated(bytes: bytes))
  }

  @Test(arguments: [false, true])
  func `a file that is cut again and again tells each time what was lost`(isCutBetweenLines: Bool) throws {
    let app = try App()
    var expected: [Int] = []
    for _ in 0..<4 {
      for _ in 0..<20 { app.count() }
      let before = try app.folder.bytes("a.jsonl")
      var cut = before.count - 1_000
      if isCutBetweenLines { cut = try #require(before[..<cut].lastIndex(of: UInt8(ascii: "\n"))) + 1 }
      let handle = try #require(FileHandle(forWritingAtPath: app.folder.path("a.jsonl")))
      try handle.truncate(atOffset: UInt64(cut))
      app.wait()
      expected.append((before.count { $0 == UInt8(ascii: "\n") }) - before.prefix(cut).count { $0 == UInt8(ascii: "\n") })
    }
    app.count()
    let lines = try app.folder.bytes("a.jsonl").split(separator: UInt8(ascii: "\n"))
    let gaps = lines.compactMap { line -> Int? in
      guard case .record(.gap(let gap))? = try? LogLine(decoding: Array(line)) else { return nil }
      return gap.lost
    }
    #expect(gaps == expected)
  }

  @Test func `a folder that is gone is waited for`() throws {
    let folder = try Folder()
    try FileManager.default.createDirectory(atPath: folder.path("logs"), withIntermediateDirectories: false)
    let clock = ManualClock()
    let recorder = Recorder(to: folder.path("logs/a.jsonl"), context: .fixed(clock: clock))
    recorder.mark("1")
    try folder.remove("logs")
    clock.advance(by: 1000)
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
    app.wait()
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

  @Test func `a descriptor that is gone with its file's name is followed by another file, found out by a look`() async {
    await #expect(processExitsWith: .success) {
      // Every store writes its state before the action.
      try Self.loseDescriptorAndName(isLookedAt: true, states: [1, 2])
    }
  }

  @Test func `a descriptor that is gone with its file's name is followed by another file, found out by a write`() async {
    await #expect(processExitsWith: .success) {
      // Every store writes its state after the action whose write failed.
      try Self.loseDescriptorAndName(isLookedAt: false, states: [2])
    }
  }

  private static func loseDescriptorAndName(isLookedAt: Bool, states: [JSONValue]) throws {
    let app = try App()
    app.count()
    try FileManager.default.moveItem(atPath: app.folder.path("a.jsonl"), toPath: app.folder.path("b.jsonl"))
    try app.closeDescriptor(of: "b.jsonl")
    if isLookedAt { app.wait() }
    app.count()
    #expect(app.folder.names == ["a.jsonl", "b.jsonl"])
    let log = try app.log()
    #expect(log.header?.segment == 2)
    #expect(try log.states(of: "busy").map(\.state) == states)
    #expect(log.actions.map(\.step) == [4])
    app.count()
    #expect(try app.log().states(of: "busy").last?.state == 3)
    #expect(try app.log().states(of: "idle").map(\.state) == ["here"])
  }
  #endif

  // For a millisecond after a check, the file counts as unchanged.

  @Test(arguments: [0, 300, 999])
  func `a file that is deleted is missed a millisecond later, with what was written meanwhile`(microseconds: Int) throws {
    let app = try App()
    for _ in 0..<5 { app.count() }
    try app.folder.remove("a.jsonl")
    app.clock.advance(by: microseconds)
    for _ in 0..<5 { app.count() }
    #expect(app.folder.names.isEmpty && app.recorder.failure == nil)
    app.wait()
    app.count()
    let log = try app.log()
    guard case .gap(let gap)? = log.records.first else { throw RecordedLog.Mistake.patchWithoutState }
    #expect(gap.lost == 12 && gap.first == 1 && gap.last == 12)
    #expect(try log.states(of: "busy").map(\.state) == [10, 11])
    #expect(try log.states(of: "idle").map(\.state) == ["here"])
  }

  @Test func `a file that is deleted is missed even if the clock stands still`() throws {
    let app = try App()
    try app.folder.remove("a.jsonl")
    for _ in 0..<200 { app.count() }
    let log = try app.log()
    guard case .gap(let gap)? = log.records.first else { throw RecordedLog.Mistake.patchWithoutState }
    #expect(gap.lost + log.actions.count == 202 && log.actions.count > 50)
    #expect(try log.states(of: "busy").last?.state == 200)
  }

  @Test func `a file that is deleted right before the end is missed`() throws {
    let app = try App()
    app.count()
    try app.folder.remove("a.jsonl")
    app.recorder.close()
    let log = try app.log()
    guard case .gap(let gap)? = log.records.first, case .end? = log.records.last else { throw RecordedLog.Mistake.patchWithoutState }
    #expect(gap.lost == 3)
  }

  @Test(arguments: [nil, 30, 0] as [Int?])
  func `a file that is cut is missed a millisecond later, and what is left is counted by whole lines`(bytesOfLastLine: Int?) throws {
    let app = try App()
    for _ in 0..<20 { app.count() }
    let before = try app.folder.bytes("a.jsonl")
    // Nothing remains, or some lines and part of another, or some lines.
    let lineEnd = try #require(before[..<(before.count / 2)].lastIndex(of: UInt8(ascii: "\n"))) + 1
    let handle = try #require(FileHandle(forWritingAtPath: app.folder.path("a.jsonl")))
    try handle.truncate(atOffset: bytesOfLastLine.map { UInt64(lineEnd + $0) } ?? 0)
    for _ in 0..<5 { app.count() }
    #expect(app.recorder.failure == nil)
    app.wait()
    app.count()

    let lines = try app.folder.bytes("a.jsonl").split(separator: UInt8(ascii: "\n")).map { try? LogLine(decoding: Array($0)) }
    let end = try #require(lines.lastIndex { if case .header? = $0 { true } else { false } })
    let recordsLeft = lines[..<end].count { if case .record? = $0 { true } else { false } }
    guard case .record(.gap(let gap))? = lines[end + 1] else { throw RecordedLog.Mistake.patchWithoutState }
    #expect(gap.lost == 22 + 5 - recordsLeft && gap.last == 27)
    #expect(lines[..<end].count { $0 == nil } == (bytesOfLastLine == 30 ? 1 : 0))
    guard case .record(.action(let action))? = lines.last else { throw RecordedLog.Mistake.patchWithoutState }
    #expect(action.step == 29 && action.outcome.patch != nil)
  }

  @Test func `a file that the app opens under the descriptor is never written to, however short ago the log was looked at`() throws {
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
    var writer = LogWriter(RunHeader(), to: LogTarget(sink))
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
