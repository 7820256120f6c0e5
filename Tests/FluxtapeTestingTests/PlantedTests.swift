import Fluxtape
import FluxtapeTesting
import Foundation
import Testing

/// Failing tests for the tests of recorded tests. They run only in a separate process.
@Suite(.recorded, .enabled(if: PlantedRun.isRunning("ends"))) struct PlantedTests {
  private let counter = Counter()

  @Test func passes() {
    counter.add(1)
    #expect(counter.value == 1)
  }

  @Test func fails() {
    counter.add(1)
    counter.add(-6)
    #expect(counter.value >= 0, "never negative")
    counter.add(2)
  }

  @Test func throwsError() throws {
    counter.add(1)
    throw Broken(reason: "password=hunter22")
  }

  @Test func requires() throws {
    counter.add(1)
    let nothing: Int? = nil
    _ = try #require(nothing)
  }

  @Test(arguments: [1, 2, -2], ["a"]) func many(of number: Int, _ text: String) {
    counter.add(number)
    #expect(number == 1)
  }

  @Test func knows() {
    withKnownIssue { #expect(counter.value == 1) }
  }

  @Test func warns() {
    Issue.record("slow today", severity: .warning)
    Issue.record("stopped")
  }

  @Test func isCancelled() throws {
    counter.add(1)
    try Test.cancel("no need")
  }

  @Test func `a sentence, with a / slash`() async {
    await Task { counter.add(1) }.value
    #expect(Bool(false))
  }

  @Test(.recorded) func asksTwice() {
    counter.add(1)
    #expect(Bool(false))
  }

  struct Inner {
    @Test func fails() { Issue.record("inner") }
  }

  struct Broken: Error { var reason: String }
}

/// Passes at the second attempt: the first one leaves a file.
@Suite(.recorded, .enabled(if: PlantedRun.isRunning("retries"))) struct PlantedRetries {
  @Test func isFlaky() {
    let counter = Counter()
    let isFirst = PlantedRun.leaveTrace()
    counter.add(isFirst ? -1 : 1)
    #expect(counter.value > 0)
  }
}

/// An issue that cannot be attributed to a test.
@Suite(.recorded, .enabled(if: PlantedRun.isRunning("detached"))) struct PlantedDetached {
  @Test func leavesItsTask() async {
    Counter().add(1)
    await Task.detached { #expect(Bool(false), "far away") }.value
  }
}

@Suite(.recorded, .enabled(if: PlantedRun.isRunning("trap"))) struct PlantedTrap {
  @Test func traps() {
    let counter = Counter()
    counter.add(1)
    counter.add(1000)
  }
}

/// Many tests at the same time.
@Suite(.recorded, .enabled(if: PlantedRun.isRunning("parallel"))) struct PlantedParallel {
  static let cases = 0..<40

  @Test(arguments: cases) func counts(_ number: Int) async {
    let counter = Counter()
    for _ in 0..<20 {
      counter.add(number)
      await Task.yield()
      await withTaskGroup(of: Void.self) { group in group.addTask { counter.add(2000 + number) } }
    }
    #expect(Bool(false), "number \(number)")
  }
}

/// A store that is recorded into the log of its test.
final class Counter: Sendable {
  private let tap = Recorder.current.store("counter")
  private let total = Total()

  var value: Int { total.value }

  func add(_ number: Int) {
    tap.record(action: CounterAction.added(number), state: { total.value }) {
      precondition(number != 1000, "a reducer that traps")
      total.value += number
    }
  }

  private final class Total: @unchecked Sendable {  // one task at a time
    var value = 0
  }
}

enum CounterAction { case added(Int) }

/// Tests with files beside their logs.
@Suite(.recorded, .enabled(if: PlantedRun.isRunning("attachments"))) struct PlantedAttachments {
  @Test(arguments: [true, false]) func attaches(_ passes: Bool) throws {
    let folder = try #require(RecordedTest.makeAttachmentsFolder())
    try Data("seen".utf8).write(to: URL(fileURLWithPath: folder + "/screen.txt"))
    #expect(passes)
  }
}

/// Tests that use one store, one after the other.
@Suite(.recorded, .serialized, .enabled(if: PlantedRun.isRunning("sharing"))) struct PlantedSharing {
  static let shared = Counter()

  @Test func first() { Self.shared.add(1) }

  @Test func second() {
    for _ in 0..<2 { Self.shared.add(2) }
    #expect(Bool(false))
  }

  @Test func third() async {
    await Task.detached { Self.shared.add(3) }.value
    Counter().add(4)
    #expect(Bool(false))
  }
}

/// A task of a test that goes on after it.
@Suite(.recorded, .serialized, .enabled(if: PlantedRun.isRunning("late"))) struct PlantedLateTask {
  private static let earlier = Counter()
  private static let turns = AsyncStream.makeStream(of: Int.self)
  private static let ends = AsyncStream.makeStream(of: Int.self)

  @Test func first() { Self.earlier.add(1) }

  @Test func second() {
    let counter = Counter()
    Task {
      for await _ in Self.turns.stream { break }
      counter.add(2)
      Self.earlier.add(3)
      Self.ends.continuation.yield(1)
    }
  }

  @Test func third() async {
    Self.turns.continuation.yield(1)
    for await _ in Self.ends.stream { break }
    #expect(Bool(false))
  }
}

/// Tests that use one store at the same time.
@Suite(.recorded, .enabled(if: PlantedRun.isRunning("neighbors"))) struct PlantedNeighbors {
  private static let stores = AsyncStream.makeStream(of: Counter.self)
  private static let uses = AsyncStream.makeStream(of: Int.self)

  @Test func makes() async {
    let counter = Counter()
    // Of no test, while the store's own test runs.
    await Task.detached { counter.add(1) }.value
    Self.stores.continuation.yield(counter)
    for await _ in Self.uses.stream { break }
    #expect(Bool(false))
  }

  @Test func uses() async {
    for await counter in Self.stores.stream {
      counter.add(2)
      break
    }
    Self.uses.continuation.yield(1)
    #expect(Bool(false))
  }
}
