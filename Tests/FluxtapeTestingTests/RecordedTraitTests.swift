import FluxtapeHistory
import Foundation
import Testing

// Apple's runner loads test bundles into a helper program, which cannot be started like this.
#if !canImport(Darwin)
struct RecordedTraitTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ name: String, _ filter: String, library: String = "swift-testing", keep: String? = nil) throws -> PlantedRun {
    try PlantedRun.of(name, filter: filter, library: library, keep: keep, in: folder.url)
  }

  private static let source = "FluxtapeTestingTests/PlantedTests.swift"

  @Test func `each test case that fails leaves a log, with marks between the actions that name the site`() throws {
    let run = try run("ends", "PlantedTests")
    #expect(run.status == 1)
    let expected: [String: [String]] = [
      "PlantedTests.fails.1-failed.jsonl": [
        "CounterAction.added 1", "CounterAction.added -6",
        "error: Expectation failed: (counter.value → -5) >= 0 — never negative @\(Self.source):18", "CounterAction.added 2",
      ],
      "PlantedTests.throwsError.1-failed.jsonl": [
        "CounterAction.added 1", #"error: Caught error: Broken(reason: "password=[redacted]") @\#(Self.source):22"#,
      ],
      "PlantedTests.requires.1-failed.jsonl": [
        "CounterAction.added 1", "error: Expectation failed: nothing → nil @\(Self.source):30",
      ],
      "PlantedTests.many-of-number-2-text-a-3754c4.1-failed.jsonl": [
        "CounterAction.added 2", "error: Expectation failed: (number → 2) == 1 @\(Self.source):35",
      ],
      "PlantedTests.many-of-number-2-text-a-d50176.1-failed.jsonl": [
        "CounterAction.added -2", "error: Expectation failed: (number → -2) == 1 @\(Self.source):35",
      ],
      "PlantedTests.warns.1-failed.jsonl": [
        "warning: Issue recorded — slow today @\(Self.source):43", "error: Issue recorded — stopped @\(Self.source):44",
      ],
      "PlantedTests.a-sentence-with-a-slash-f0a560.1-failed.jsonl": [
        "CounterAction.added 1", "error: Expectation failed: Bool(false) @\(Self.source):54",
      ],
      "PlantedTests.asksTwice.1-failed.jsonl": ["CounterAction.added 1", "error: Expectation failed: Bool(false) @\(Self.source):59"],
      "PlantedTests.Inner.fails.1-failed.jsonl": ["error: Issue recorded — inner @\(Self.source):63"],
    ]
    #expect(run.names == expected.keys.sorted())
    for (name, rows) in expected where run.names.contains(name) {
      #expect(try run.rows(name) == rows + ["end: failed"], "\(name)")
    }
  }

  @Test func `the log of a test that fails is attached to it`() throws {
    let attachments = folder.url.appendingPathComponent("attachments")
    try FileManager.default.createDirectory(at: attachments, withIntermediateDirectories: true)
    let run = try PlantedRun.of("ends", filter: "PlantedTests/(fails|passes)", in: folder.url, attachments: attachments.path)
    let name = "PlantedTests.fails.1-failed.jsonl"
    #expect(run.names == [name])
    #expect(try FileManager.default.contentsOfDirectory(atPath: attachments.path) == [name])
    #expect(try Data(contentsOf: attachments.appendingPathComponent(name)) == Data(contentsOf: run.folder.appendingPathComponent(name)))
  }

  @Test func `attachments stay with the log of a test that fails`() throws {
    let run = try run("attachments", "PlantedAttachments")
    let log = try #require(run.names.first)
    let attachments = String(log.dropLast(".jsonl".count)) + ".attachments"
    #expect(try FileManager.default.contentsOfDirectory(atPath: run.folder.path).sorted() == [attachments, log])
    #expect(try Data(contentsOf: run.folder.appendingPathComponent(attachments + "/screen.txt")) == Data("seen".utf8))
  }

  @Test func `the header says which test case it was, and how to run it again`() throws {
    let run = try run("ends", "PlantedTests/many")
    #expect(
      try run.meta("PlantedTests.many-of-number-2-text-a-d50176.1-failed.jsonl") == [
        "test": "PlantedTests/many(of:_:)", "case": "number: -2, text: a", "attempt": "1", "site": "\(Self.source):33",
        "id": "FluxtapeTestingTests.PlantedTests/many(of:_:)",
      ])
    #expect(run.output.contains("PlantedTests/many(of:_:) failed; what it did: fluxtape "))
  }

  @Test func `with FLUXTAPE_KEEP=always every test leaves its log, which ends with how the test did`() throws {
    let run = try run("ends", "PlantedTests/(passes|isCancelled|knows)", keep: "always")
    #expect(
      run.names == [
        "PlantedTests.isCancelled.1-skipped.jsonl", "PlantedTests.knows.1-passed.jsonl", "PlantedTests.passes.1-passed.jsonl",
      ])
    #expect(try run.rows("PlantedTests.passes.1-passed.jsonl") == ["CounterAction.added 1", "end: passed"])
    #expect(
      try run.rows("PlantedTests.knows.1-passed.jsonl") == [
        "info: known issue: Expectation failed: (counter.value → 0) == 1 @\(Self.source):39", "end: passed",
      ])
  }

  @Test func `a retry that passes is kept beside the failure if asked for`() throws {
    let filter = "PlantedRetries"
    #expect(try run("retries", filter, keep: "on-failure-and-retries").status == 1)
    #expect(try run("retries", filter, keep: "on-failure-and-retries").status == 0)
    let run = try run("retries", filter)
    #expect(run.names == ["PlantedRetries.isFlaky.1-failed.jsonl", "PlantedRetries.isFlaky.2-passed.jsonl"])
    #expect(try run.meta("PlantedRetries.isFlaky.2-passed.jsonl")["attempt"] == "2")
  }

  @Test func `a test that traps keeps its log, up to the action that it trapped in`() throws {
    let run = try run("trap", "PlantedTrap")
    #expect(run.endedBySignal)
    #expect(run.names == ["PlantedTrap.traps.1-unfinished.jsonl"])
    #expect(
      try run.rows("PlantedTrap.traps.1-unfinished.jsonl") == ["CounterAction.added 1", "CounterAction.added 1000 in flight"])
  }

  @Test func `tests that run at the same time never mix their logs`() throws {
    let run = try run("parallel", "PlantedParallel")
    #expect(run.names.count == PlantedParallel.cases.count)
    for name in run.names {
      let number = try #require(try run.meta(name)["case"].flatMap { Int($0.dropFirst("number: ".count)) })
      let rows = Array(repeating: ["CounterAction.added \(number)", "CounterAction.added \(2000 + number)"], count: 20).flatMap(\.self)
      let mark = "error: Expectation failed: Bool(false) — number \(number) @\(Self.source):106"
      #expect(try run.rows(name) == rows + [mark, "end: failed"])
    }
  }

  @Test func `a problem of no test is told as such, and fails none`() throws {
    let run = try run("detached", "PlantedDetached")
    #expect(run.status == 1)
    #expect(
      try run.rows("PlantedDetached.leavesItsTask.1-passed.jsonl") == [
        "CounterAction.added 1", "warning: outside of any test: Expectation failed: Bool(false) — far away @\(Self.source):83",
        "end: passed",
      ])
  }

  @Test func `a test that changes a store of an earlier one says so`() throws {
    let run = try run("sharing", "PlantedSharing")
    #expect(run.names == ["PlantedSharing.second.1-failed.jsonl", "PlantedSharing.third.1-failed.jsonl"])
    let mark = "warning: a store of PlantedSharing/first() was changed: CounterAction.added"
    for (name, other) in zip(run.names, [[], ["CounterAction.added 4"]]) {
      let rows = try run.rows(name)
      #expect(rows.first == mark && rows.last == "end: failed" && rows.dropFirst().dropLast(2) == other[...], "\(rows)")
      let history = try run.log(name)
      #expect(try history.summary().sharesStoreWith == ["PlantedSharing/first()"])
    }
  }

  @Test func `what a task of a test does after it is not said of another test`() throws {
    let run = try run("late", "PlantedLateTask")
    #expect(run.names == ["PlantedLateTask.third.1-failed.jsonl"])
    let rows = try run.rows("PlantedLateTask.third.1-failed.jsonl")
    #expect(rows.count == 2 && rows[0].hasPrefix("error: "), "\(rows)")
  }

  @Test func `tests that use one store at the same time say so of each other`() throws {
    let run = try run("neighbors", "PlantedNeighbors")
    let makes = try run.rows("PlantedNeighbors.makes.1-failed.jsonl")
    #expect(makes.prefix(2) == ["CounterAction.added 1", "CounterAction.added 2"], "\(makes)")
    #expect(makes[2] == "warning: a store of this test was changed by PlantedNeighbors/uses(): CounterAction.added")
    let uses = try run.rows("PlantedNeighbors.uses.1-failed.jsonl")
    #expect(uses.first == "warning: a store of PlantedNeighbors/makes() was changed: CounterAction.added", "\(uses)")
    #expect(uses.count == 3)
  }

  @Test func `tests of XCTest are recorded as well`() throws {
    let run = try run("xctest", "PlantedXCTests", library: "xctest")
    #expect(run.names == ["PlantedXCTests.testFails.1-failed.jsonl", "PlantedXCTests.testThrows.1-failed.jsonl"])
    let rows = try run.rows("PlantedXCTests.testFails.1-failed.jsonl")
    #expect(rows.first == "CounterAction.added -1" && rows.dropFirst(2) == ["CounterAction.added 2", "end: failed"])
    #expect(
      rows[1].hasPrefix("error: XCTAssertGreaterThan failed")
        && rows[1].hasSuffix("never negative @FluxtapeTestingTests/PlantedXCTests.swift:22"))
    #expect(
      try run.rows("PlantedXCTests.testThrows.1-failed.jsonl") == [
        "CounterAction.added 3", #"error: threw error "Broken(reason: "broken")""#, "end: failed",
      ])
    #expect(
      try run.meta("PlantedXCTests.testFails.1-failed.jsonl")
        == ["test": "PlantedXCTests/testFails", "id": "FluxtapeTestingTests.PlantedXCTests/testFails", "attempt": "1"])
  }

  @Test func `nothing is recorded where the environment turns it off`() throws {
    // The environment decides when a process starts, so this needs a child.
    let run = try PlantedRun.of("ends", filter: "PlantedTests/fails", keep: "always", in: folder.url, log: "off")
    #expect(run.status == 1)
    #expect(run.names.isEmpty)
  }
}
#endif
