import Dispatch
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import Foundation
import Testing

@testable import Fluxtape

struct ExportTests {
  private func makeRecorder(in folder: Folder, _ options: RecorderOptions = RecorderOptions()) -> Recorder {
    Recorder(to: folder.path("a.jsonl"), options: options, context: .fixed())
  }

  @Test(arguments: [RecorderOptions.Durability.culprit, .perAction, .synchronized])
  func `an export has all that was recorded, and what is under way is in flight in it`(durability: RecorderOptions.Durability) throws {
    let folder = try Folder()
    let recorder = makeRecorder(in: folder, RecorderOptions(durability: durability))
    let tap = recorder.store("s", state: 0)
    var state = 0
    for _ in 0..<10 { tap.reduce("count", into: &state) { state, _ in state += 1 } }
    try tap.reduce("exports", into: &state) { state, _ in
      try recorder.export(to: folder.path("out.jsonl"))
      state = 100
    }
    recorder.close()

    let export = try RecordedLog(try folder.bytes("out.jsonl"))
    #expect(!export.isTorn)
    #expect(export.actions.count == 12)
    #expect(export.actions.last?.payload == "exports")
    #expect(export.actions.filter { !$0.outcome.isKnown }.map(\.payload) == ["exports"])
    #expect(try export.states(of: "s").last?.state == 10)
    #expect(try RecordedLog(try folder.bytes("a.jsonl")).states(of: "s").last?.state == 100)
    #expect(folder.names == ["a.jsonl", "out.jsonl"])
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("out.jsonl"))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func `all segments that are kept are joined`() throws {
    let folder = try Folder()
    let recorder = makeRecorder(in: folder, RecorderOptions(keeping: .last(bytes: 20_000)))
    let tap = recorder.store("s", state: 0)
    var state = 0
    for _ in 0..<500 { tap.reduce("count", into: &state) { state, _ in state += 1 } }
    let kept = try Segments(folder: folder).names.flatMap { try folder.bytes($0) }
    try recorder.export(to: folder.path("out.txt"))
    #expect(try folder.bytes("out.txt") == kept)
    recorder.close()
    try recorder.export(to: folder.path("closed.txt"))
    #expect(try folder.bytes("closed.txt").starts(with: kept))
    guard case .end? = try RecordedLog(try folder.bytes("closed.txt")).records.last else { throw RecordedLog.Mistake.patchWithoutState }
  }

  @Test func `what stands at the path stays`() throws {
    let folder = try Folder()
    let recorder = makeRecorder(in: folder)
    try folder.write("precious", to: "out.jsonl")
    let error = #expect(throws: RecorderError.self) { try recorder.export(to: folder.path("out.jsonl")) }
    #expect(error == RecorderError(.cannotCreate(code: EEXIST), path: folder.path("out.jsonl")))
    #expect(try folder.bytes("out.jsonl") == Array("precious".utf8))
    #expect(folder.names == ["a.jsonl", "out.jsonl"])
    #expect(recorder.failure == nil)
  }

  @Test func `a folder that is not there is an error`() throws {
    let folder = try Folder()
    let recorder = makeRecorder(in: folder)
    let error = #expect(throws: RecorderError.self) { try recorder.export(to: folder.path("no/out.jsonl")) }
    #expect(error?.reason == .cannotCreate(code: ENOENT))
  }

  @Test func `there has to be a file`() throws {
    let folder = try Folder()
    for recorder in [.disabled, Recorder(writingTo: MemorySink()), makeRecorder(in: Folder(missing: ()))] {
      let error = #expect(throws: RecorderError.self) { try recorder.export(to: folder.path("out.jsonl")) }
      #expect(error?.reason == .noFile)
    }
  }

  @Test func `a line that is not complete is left out`() throws {
    let folder = try Folder()
    let recorder = makeRecorder(in: folder)
    for number in 0..<20 { recorder.mark("\(number)") }
    let file = try #require(FileHandle(forWritingAtPath: folder.path("a.jsonl")))
    try file.seekToEnd()
    try file.write(contentsOf: Data(#"{"seq":21,"t":0,"ma"#.utf8))
    try recorder.export(to: folder.path("out.jsonl"))
    let export = try RecordedLog(try folder.bytes("out.jsonl"))
    #expect(!export.isTorn && export.records.count == 20)
  }

  @Test func `exports that are made while several threads record are logs, each`() throws {
    let folder = try Folder()
    let recorder = makeRecorder(in: folder, RecorderOptions(keeping: .last(bytes: 50_000)))
    let taps = (0..<3).map { recorder.store("s\($0)", state: 0) }
    DispatchQueue.concurrentPerform(iterations: 4) { index in
      if index == 3 {
        for number in 0..<8 { try? recorder.export(to: folder.path("out\(number).txt")) }
        return
      }
      var state = 0
      for _ in 0..<100 { taps[index].reduce("count", into: &state) { state, _ in state += 1 } }
    }
    for number in 0..<8 {
      let export = try RecordedLog(try folder.bytes("out\(number).txt"))
      #expect(!export.isTorn)
      let steps = export.actions.map(\.step.rawValue)
      #expect(steps == Array((steps.first ?? 1)..<(steps.first ?? 1) + steps.count))
      for index in 0..<3 { _ = try export.states(of: "s\(index)") }
    }
  }
}
