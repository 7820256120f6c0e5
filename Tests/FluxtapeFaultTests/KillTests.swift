import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import FluxtapeRandomCases
import Foundation
import Testing

/// Programs that `kill -9` ends in the first milliseconds of their recording.
@Suite(.serialized) struct KillTests {
  struct Killing: CustomTestStringConvertible {
    let options: [String]
    let threads: Int
    var testDescription: String { "\(options.joined(separator: ", ")), threads: \(threads)" }
  }

  private static let killings = [
    Killing(options: ["culprit"], threads: 1), Killing(options: ["culprit"], threads: 3), Killing(options: ["perAction"], threads: 1),
    Killing(options: ["culprit", "segments"], threads: 2),
  ]

  /// The number of programs to kill; few by default.
  private static let rounds = ProcessInfo.processInfo.environment["FLUXTAPE_KILLS"].flatMap { Int($0) } ?? 20

  @Test(arguments: killings)
  func `no step whose recording returned is lost, and what it died in is in flight`(killing: Killing) throws {
    var random = SplitMix64(seed: killing.threads)
    var (returned, segments) = (0, 0)
    for _ in 0..<max(1, Self.rounds / Self.killings.count) {
      let program = try FaultProgram()
      defer { program.remove() }
      try program.kill(
        after: .random(in: 0..<6_000, using: &random),
        arguments: ["loop", program.path("a.jsonl"), program.path("numbers"), "\(killing.threads)"] + killing.options,
        isReady: { program.numbers(count: 2)[1] > 0 && (!killing.options.contains("segments") || program.logs.count > 2) })
      let steps = try RecordedSteps(program.logs)
      let numbers = program.numbers(count: 2 * killing.threads)
      for thread in 0..<killing.threads {
        try check(steps, of: "s\(thread)", entered: numbers[2 * thread], returned: numbers[2 * thread + 1], killing)
        returned += numbers[2 * thread + 1]
      }
      #expect(steps.history.inFlight.count <= killing.threads)
      segments = max(segments, steps.history.header?.segment ?? 1, program.logs.count)
    }
    if killing.options.contains("segments") { #expect(segments > 2, "some die while segments turn over") }
    print("note: \(max(1, Self.rounds / Self.killings.count)) killed (\(killing.testDescription)), \(returned) steps had returned")
  }

  private func check(_ log: RecordedSteps, of store: String, entered: Int, returned: Int, _ killing: Killing) throws {
    let steps = log.steps(of: store)
    let whole = steps.filter { !$0.isInFlight }.map(\.number)
    let begun = steps.filter(\.isInFlight).map(\.number)
    // The other thread may since have filled all segments that are kept.
    let isCut = killing.options.contains("segments") && whole.isEmpty
    if returned > 0 {
      let first = killing.options.contains("segments") ? whole.first ?? 0 : 1
      #expect(isCut || whole.starts(with: first...returned), "\(store): \(returned) returned, \(whole.suffix(3)) are there")
      #expect(whole.count <= returned - first + 2)
      if isCut { #expect(try (log.lastCount(of: store) ?? 0) >= returned) }
    }
    if killing.options.contains("culprit") {
      // The reducer was entered, and its outcome was never written. A segment that is gone takes the beginning with it.
      if entered > returned {
        let isThere = whole.last == entered || begun == [entered] || (isCut && begun.isEmpty)
        #expect(isThere, "\(store): \(entered) was entered, \(whole.suffix(3)) are there, \(begun) in flight")
      }
      #expect(begun.allSatisfy { $0 == returned + 1 })
    } else {
      // Both parts of a line are written at once. A kill cuts a write at a page of the file.
      #expect(begun.isEmpty || begun == [returned + 1])
    }
    if let last = steps.last(where: { !$0.isInFlight }) {
      // Later records of other stores may be in flight, so ask for the state after the store's own row.
      #expect(try log.history.state(of: store, after: last.row).value?["count"]?.int == last.number)
    }
  }
}
