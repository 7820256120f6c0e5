import Dispatch
import FluxtapeJSON
import FluxtapeLocking
import FluxtapeLog
import FluxtapeLogReading
import FluxtapeRandomCases
import Foundation
import Testing

@testable import Fluxtape

/// The files of a flight recorder.
struct Segments {
  let folder: Folder

  /// Their names, oldest first.
  var names: [String] { folder.names.filter { $0 != "a.jsonl" } + folder.names.filter { $0 == "a.jsonl" } }

  var bytes: Int { folder.names.map { folder.size($0) }.reduce(0, +) }

  /// Each segment, read alone.
  var logs: [RecordedLog] { get throws { try names.map { try RecordedLog(try folder.bytes($0)) } } }

  /// All segments, read together.
  var whole: RecordedLog { get throws { try RecordedLog(try names.flatMap { try folder.bytes($0) }) } }

  /// Checks that each segment can be read alone: it has the run's header, and no patch precedes its store's state.
  func check(stores: [String]) throws {
    let logs = try logs
    let numbers = logs.compactMap(\.header?.segment)
    #expect(numbers == Array((numbers.first ?? 1)..<(numbers.first ?? 1) + logs.count))
    for (log, name) in zip(logs, names) {
      #expect(log.header?.run == "run" && log.header?.time == "2026-11-21T09:00:00.000000Z")
      #expect(!log.isTorn)
      if let number = log.header?.segment, name != "a.jsonl" {
        #expect(name == "a.2026-11-21T09-00-00Z.\(String(number + 10_000).dropFirst()).jsonl")
      }
      for store in stores { #expect(try !log.states(of: store).isEmpty, "\(store) in \(name)") }
    }
    for store in stores { _ = try whole.states(of: store) }
  }
}

private func makeRecorder(
  in folder: Folder, _ keeping: RecorderOptions.Keeping, durability: RecorderOptions.Durability = .culprit
) -> Recorder {
  Recorder(to: folder.path("a.jsonl"), options: RecorderOptions(durability: durability, keeping: keeping), context: .fixed())
}

struct KeepingTests {
  @Test(arguments: [RecorderOptions.Durability.culprit, .perAction])
  func `the newest bytes stay, never more than asked for, and each file can be read alone`(
    durability: RecorderOptions.Durability
  ) throws {
    let segments = Segments(folder: try Folder())
    let recorder = makeRecorder(in: segments.folder, .last(bytes: 20_000), durability: durability)
    let idle = recorder.store("idle", state: ["never": "changes"])
    let busy = recorder.store("busy", state: 0)
    var state = 0
    for _ in 0..<1_500 {
      busy.reduce("count", into: &state) { state, _ in state += 1 }
      #expect(segments.bytes <= 20_000)
    }
    recorder.close()
    _ = idle
    try segments.check(stores: ["busy", "idle"])
    let logs = try segments.logs
    #expect(logs.count >= 7)
    #expect(segments.bytes > 20_000 / 8 * 6)
    #expect(try segments.whole.states(of: "busy").last?.state == 1_500)
    // The header reports all lines before the first kept segment as dropped.
    let last = try #require(logs.last?.header)
    #expect(last.dropped?.segments == (last.segment ?? 0) - logs.count)
    let steps = try segments.whole.actions.map(\.step.rawValue)
    #expect(steps == Array((steps.first ?? 0)...(steps.last ?? 0)))
    #expect(steps.last == 1_502)
    #expect(recorder.failure == nil)
  }

  @Test func `the first states of stores fill segments, too`() throws {
    let segments = Segments(folder: try Folder())
    let recorder = makeRecorder(in: segments.folder, .last(bytes: 80_000))
    for number in 0..<60 {
      var state = String(repeating: "x", count: 2_000)
      recorder.store("s\(number)").reduce("changed", into: &state) { state, _ in _ = state.removeLast() }
    }
    recorder.close()
    #expect(segments.names.count > 5 && segments.bytes > 50_000, "\(segments.names)")
  }

  @Test func `what is no longer kept is counted by lines`() throws {
    let segments = Segments(folder: try Folder())
    let recorder = makeRecorder(in: segments.folder, .last(bytes: 8_000))
    let tap = recorder.store("s", state: 0)
    var state = 0
    var seen: [Int: Int] = [:]
    for _ in 0..<60 {
      tap.record(action: "outer") { tap.reduce("inner", into: &state) { state, _ in state += 1 } }
      for log in try segments.logs { seen[log.header?.segment ?? 0] = log.records.count }
    }
    let header = try #require(segments.logs.last?.header)
    let dropped = try #require(header.dropped)
    let kept = try segments.logs.compactMap(\.header?.segment)
    #expect(dropped.records == seen.filter { $0.key < (header.segment ?? 0) && !kept.contains($0.key) }.values.reduce(0, +))
  }

  @Test func `an action that a segment begins inside of is completed in the next one`() throws {
    let segments = Segments(folder: try Folder())
    let recorder = makeRecorder(in: segments.folder, .last(bytes: 40_000))
    let tap = recorder.store("s", state: 0)
    var state = 0
    tap.record(action: 1.5) {
      for _ in 0..<100 { tap.reduce("inner", into: &state) { state, _ in state += 1 } }
    }
    recorder.close()
    #expect(segments.names.count > 1)
    try segments.check(stores: ["s"])
    let outer = try #require(segments.whole.actions.first { $0.type == "Double" })
    #expect(outer.outcome.isUnreduced)
    #expect(try segments.whole.actions.count == 102)
  }

  @Test func `a record that is larger than all that may be kept is lost and told, and recording goes on`() throws {
    let segments = Segments(folder: try Folder())
    let recorder = makeRecorder(in: segments.folder, .last(bytes: 20_000))
    let tap = recorder.store("s", state: "small")
    var state = "small"
    for size in [10, 30_000, 10, 12_000, 10] {
      tap.reduce("set", into: &state) { state, _ in state = String(repeating: "x", count: size) }
      recorder.mark("\(size)")
      #expect(segments.bytes <= 20_000)
    }
    recorder.close()
    let log = try segments.whole
    #expect(try log.states(of: "s").last?.state == .string(state))
    let gaps = log.records.compactMap { if case .gap(let gap) = $0 { gap } else { nil } }
    #expect(gaps.map(\.lost) == [1] || gaps.isEmpty, "unless the newer large one took its place")
    guard case .tooLarge(let bytes)? = recorder.failure?.reason else { throw RecordedLog.Mistake.patchWithoutState }
    #expect(bytes > 30_000)
  }

  @Test func `states that leave no room for anything else are bounded too`() throws {
    let segments = Segments(folder: try Folder())
    let recorder = makeRecorder(in: segments.folder, .last(bytes: 10_000))
    let taps = (0..<3).map { recorder.store("s\($0)", state: String(repeating: "\($0)", count: 4_000)) }
    var state = ""
    for number in 0..<30 {
      taps[0].reduce("set", into: &state) { state, _ in state = String(repeating: "\(number)", count: 2_000) }
      #expect(segments.bytes <= 10_000)
    }
    // A store that has ended has no state to keep.
    withExtendedLifetime(taps) { recorder.close() }
    #expect(try segments.whole.states(of: "s0").last?.state == .string(state))
  }

  @Test func `everything is one file`() throws {
    let segments = Segments(folder: try Folder())
    let recorder = makeRecorder(in: segments.folder, .everything)
    for number in 0..<100 { recorder.mark("\(number)") }
    #expect(segments.names == ["a.jsonl"])
    #expect(try segments.logs[0].header?.segment == nil)
  }

  @Test func `a sink of the app's own keeps what it likes`() throws {
    let sink = MemorySink()
    let recorder = Recorder(writingTo: sink, options: RecorderOptions(keeping: .last(bytes: 500)), context: .fixed())
    for number in 0..<100 { recorder.mark("\(number)") }
    #expect(try RecordedLog(sink).records.count == 100)
  }

  @Test(arguments: [(0, 1_000_000), (1, 1_000_000), (20, 20_000_000), (Int.max, Int.max)])
  func `megabytes are bytes`(megabytes: Int, bytes: Int) {
    #expect(RecorderOptions.Keeping.last(megabytes: megabytes).bytes == bytes)
  }
}

struct SegmentFilesTests {
  @Test func `the next run moves the last segment to the others of its run`() throws {
    let segments = Segments(folder: try Folder())
    var recorder = makeRecorder(in: segments.folder, .last(bytes: 4_000))
    for number in 0..<40 { recorder.mark("\(number)") }
    recorder.close()
    let before = segments.names
    let number = try #require(segments.logs.last?.header?.segment)
    recorder = Recorder(to: segments.folder.path("a.jsonl"), context: .fixed(run: "next"))
    let renamed = "a.2026-11-21T09-00-00Z.\(String(number + 10_000).dropFirst()).jsonl"
    #expect(segments.names.dropLast() == before.dropLast() + [renamed])
    #expect(try segments.logs.dropLast().allSatisfy { $0.header?.run == "run" })
  }

  @Test func `two recorders at one place leave each other's segments alone`() throws {
    let folder = try Folder()
    let recorders = ["first", "second"].map { run in
      Recorder(to: folder.path("a.jsonl"), options: RecorderOptions(keeping: .last(bytes: 4_000)), context: .fixed(run: run))
    }
    let taps = recorders.map { $0.store("s", state: 0) }
    var states = [0, 0]
    for _ in 0..<200 {
      for index in 0..<2 { taps[index].reduce("count", into: &states[index]) { state, _ in state += 1 } }
    }
    for run in ["first", "second"] {
      let logs = try folder.names.map { try RecordedLog(try folder.bytes($0)) }.filter { $0.header?.run == run }
        .sorted { ($0.header?.segment ?? 0) < ($1.header?.segment ?? 0) }
      let numbers = logs.compactMap(\.header?.segment)
      let first: Int = numbers.first ?? 0
      #expect(numbers == Array(first..<first + numbers.count))
      #expect(try logs.last?.states(of: "s").last?.state == 200)
      let files: [[UInt8]] = try folder.names.map { try folder.bytes($0) }
      let bytes = try files.filter { try RecordedLog($0).header?.run == run }.reduce(0) { $0 + $1.count }
      #expect(bytes <= 4_000)
    }
    #expect(recorders.allSatisfy { $0.failure == nil })
    withExtendedLifetime(taps) {}
  }

  @Test func `a segment that somebody deleted is no trouble`() throws {
    let segments = Segments(folder: try Folder())
    let recorder = makeRecorder(in: segments.folder, .last(bytes: 4_000))
    for number in 0..<100 {
      recorder.mark("\(number)")
      if number % 10 == 0, segments.names.count > 1 { try segments.folder.remove(segments.names[0]) }
    }
    #expect(recorder.failure == nil)
    try segments.check(stores: [])
  }

  @Test func `no more stays than asked for when somebody deletes the newest`() throws {
    let segments = Segments(folder: try Folder())
    let recorder = makeRecorder(in: segments.folder, .last(bytes: 8_000))
    let tap = recorder.store("s", state: 0)
    var state = 0
    for number in 0..<600 {
      tap.reduce("count", into: &state) { state, _ in state += 1 }
      #expect(segments.bytes <= 8_000)
      if number % 37 == 0 { try segments.folder.remove("a.jsonl") }
    }
    recorder.close()
    #expect(try segments.logs.allSatisfy { try !$0.states(of: "s").isEmpty })
    #expect(try segments.logs.last?.states(of: "s").last?.state == 600)
    #expect(segments.names.count <= 9)
  }

  @Test func `a file that got a deleted segment's name stays`() throws {
    let segments = Segments(folder: try Folder())
    let recorder = makeRecorder(in: segments.folder, .last(bytes: 4_000))
    for number in 0..<30 { recorder.mark("\(number)") }
    let name = segments.names[0]
    try segments.folder.remove(name)
    try segments.folder.write("precious", to: name)
    for number in 0..<300 { recorder.mark("\(number)") }
    #expect(try segments.folder.bytes(name) == Array("precious".utf8))
  }

  @Test func `logs of one run are tidied up together, and never while they are written`() throws {
    let folder = try Folder()
    let living = Recorder(
      to: folder.path("shop.jsonl"), options: RecorderOptions(keeping: .last(bytes: 4_000)),
      context: RecordingContext(run: "living", start: 0, clock: { 0 }))
    for number in 0..<40 { living.mark("\(number)") }
    let ofLiving = folder.names
    for second in 0..<8 {
      for segment in ["0001", "0002"] {
        try folder.write(#"{"fluxtape":1,"run":"r"}"# + "\n", to: "shop.2026-01-01T00-00-0\(second)Z.\(segment).jsonl")
      }
    }
    // Another process starts recording there.
    let next = Recorder(to: folder.path("shop.jsonl"), context: .fixed())
    ExistingLog.keepNewest(5, besides: folder.path("shop.jsonl"))
    let kept = (3..<8).flatMap { second in ["0001", "0002"].map { "shop.2026-01-01T00-00-0\(second)Z.\($0).jsonl" } }
    #expect(folder.names.count == ofLiving.count + kept.count + 1)
    #expect(Set(folder.names).isSuperset(of: kept))
    living.close()
    next.close()
    ExistingLog.keepNewest(5, besides: folder.path("shop.jsonl"))
    #expect(folder.names == (kept + ["shop.jsonl"]).sorted())
  }

  @Test(arguments: [
    ("2026-11-21T09-00-00Z", 1, nil), ("2026-11-21T09-00-00Z-2", 2, nil), ("2026-11-21T09-00-00Z.0003", 1, 3),
    ("2026-11-21T09-00-00Z-12.12345", 12, 12_345),
  ])
  func `a label is read as it is written`(text: String, count: Int, segment: Int?) throws {
    let label = try #require(LogLabel(text))
    #expect(label.text == text && label.count == count && label.segment == segment)
  }

  @Test(arguments: [
    "", "2026-11-21", "2026-11-21T09-00-00Z.", "2026-11-21T09-00-00Z-1", "2026-11-21T09-00-00Z.x", "2026-11-21T09-00-00Z.0",
  ])
  func `what is no label is none`(text: String) {
    #expect(LogLabel(text) == nil)
  }
}

struct SegmentThreadTests {
  @Test func `several threads turn segments over`() throws {
    let segments = Segments(folder: try Folder())
    let recorder = makeRecorder(in: segments.folder, .last(bytes: 60_000))
    let names = (0..<4).map { "s\($0)" }
    let taps = names.map { recorder.store($0, state: 0) }
    DispatchQueue.concurrentPerform(iterations: 4) { index in
      var state = 0
      for number in 0..<600 {
        taps[index].reduce("count", into: &state) { state, _ in state += 1 }
        if number % 50 == 0 { recorder.mark("\(number)") }
      }
    }
    // The last segment may lack the state of a store that was busy when it began, until the next record.
    recorder.mark("done")
    recorder.close()
    try segments.check(stores: [])
    #expect(segments.bytes <= 60_000)
    let whole = try segments.whole
    for name in names { #expect(try whole.states(of: name).last?.state == 600) }
    let steps = whole.records.compactMap { record -> Int? in
      switch record {
      case .action(let action): action.step.rawValue
      case .mark(let mark): mark.step.rawValue
      case .end(let end): end.step.rawValue
      default: nil
      }
    }
    #expect(steps == Array((steps.first ?? 0)...(steps.last ?? 0)))
    #expect(recorder.failure == nil)
  }
}
