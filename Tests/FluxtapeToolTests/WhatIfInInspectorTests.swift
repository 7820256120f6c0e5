#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

import FluxtapePseudoTerminal
import FluxtapeRandomCases
import Foundation
import Testing

#if Inspector
import FluxtapeHistory
import FluxtapeReplay

@testable import FluxtapeTool
#endif

/// `X` in the inspector, with hosts that behave and hosts that do not: none of them costs more than a message.
struct WhatIfInInspectorTests {
  private let folder: TemporaryFolder
  private let log: String

  init() throws {
    folder = try TemporaryFolder()
    log = try folder.write(ReplayCommandTests.log, to: "counter.jsonl")
  }

  /// A host that does this at the second action.
  private func host(misdeed: String = "true") throws -> String {
    let host = try folder.write("#!/bin/sh\nset -- '\(misdeed)'\n" + ReplayCommandTests.host + "\n", to: "host.sh")
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: host)
    return host
  }

  /// The rows of the screen after these keys.
  private func screen(_ keys: String..., host: String? = nil, patience: String = "60") throws -> [String] {
    try screen(keys, host: host, patience: patience)
  }

  private func screen(_ keys: [String], host: String? = nil, patience: String = "60") throws -> [String] {
    let script = try folder.write(":size 80x24\n" + keys.map { $0 + "\n" }.joined() + ":save-screen -\n", to: "keys.txt")
    let hosts = host.map { ["--host", $0, "--host-timeout", patience] } ?? []
    let answer = try BuiltTool.run([log, "--script", script] + hosts)
    #expect(answer.status == 0 && answer.errors == "", "\(answer.errors)")
    return answer.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test func `a step is left out, and the host says what would have been`() throws {
    let screen = try screen("2g", "X", "4g", "tab tab tab", host: host())
    #expect(screen[0].contains(" WHAT IF without #2 "))
    #expect(screen.contains { $0.hasPrefix(" ✗  2") && $0.hasSuffix("skipped") })
    #expect(screen.contains { $0.hasPrefix("▶≈  4") })
    #expect(screen.contains { $0.hasPrefix("~   n       5 ") && $0.contains("was 1") })
  }

  @Test func `the run is saved as a log and as a test, but not over a file`() throws {
    let (log, test) = (folder.path("saved.jsonl"), folder.path("SavedTests.swift"))
    let keys = ["2g", "X", ":save-what-if \(log)"]
    let screen = try screen(keys + [":save-what-if \(test)"], host: host())
    #expect(screen[0].contains(" WHAT IF without #2 "))
    let states = try (2...3).map { try BuiltTool.run("show", log + ":\($0)", "--path", ".n").output }
    #expect(states == ["1\n", "5\n"])
    #expect(try String(contentsOfFile: test, encoding: .utf8).contains(#"try recording.replay("counter")"#))
    let script = try folder.write(keys.map { $0 + "\n" }.joined(), to: "again.txt")
    let again = try BuiltTool.run(self.log, "--host", host(), "--script", script)
    #expect(again.status == 2 && again.errors.contains("the file exists; choose another name"), "\(again.errors)")
  }

  @Test func `without a host it is said what is needed`() throws {
    #expect(try screen("2g", "X").contains { $0.hasPrefix(" X needs a host with your reducers: fluxtape LOG --host PROGRAM") })
  }

  private static let misdeeds = [
    ("kill -9 $$", "host.sh died of signal 9 at action 4 (add)"),
    ("exec sleep 60", "host.sh has not answered action 4 (add) within 1.0 seconds"),
    ("echo nonsense", "host.sh answers action 4 (add) with an invalid answer: nonsense"),
    ("echo \"\\033[31mred\"", "with an invalid answer: ␛[31mred"),
    ("exec cat /dev/zero", "host.sh has not answered"),
    ("echo noise >&2; exit 1", "host.sh ended with status 1 at action 4 (add)"),
  ]
  /// What a replay on the command line tells, too.
  private static let moreMisdeeds = [
    ("exit 3", "host.sh ended with status 3 at action 4 (add)"),
    ("exec >&-; exec sleep 60", "host.sh closed its output at action 4 (add)"),
    ("echo {\\\"host\\\":1,\\\"stores\\\":[]}", "the host's answer to action 4 is not valid"),
    ("exec yes", "with an invalid answer: y"),
  ]

  @Test(arguments: misdeeds + (triesAll ? moreMisdeeds : []))
  func `a host that misbehaves costs a message, and everything is as recorded`(misdeed: String, says: String) throws {
    // Only a host that never answers needs the timeout, and one that floods is detected early.
    let patience = misdeed.contains("zero") ? "0.3" : says.contains("within") ? "1" : "60"
    let screen = try screen("2g", "X", host: host(misdeed: misdeed), patience: patience)
    #expect(screen.contains { $0.contains(says) }, "\(screen.suffix(2))")
    #expect(!screen.contains { $0.contains("WHAT IF") || $0.contains("✗") })
  }

  @Test(arguments: [("/no/such/program", "/no/such/program cannot be started"), ("true", "true ended with status 0 at the first question")])
  func `a host that is none is told`(host: String, says: String) throws {
    #expect(try screen("2g", "X", host: host).contains { $0.contains(says) })
  }

  @Test func `a host that answers late, but in time, is waited for`() throws {
    #expect(try screen("2g", "X", host: host(misdeed: "sleep 0.1")).contains { $0.contains("WHAT IF without #2") })
  }

  @Test func `a host for other stores is told, and one that nobody can wait for is refused`() throws {
    let other = try folder.write(#"{"seq":1,"t":0,"store":"other","type":"x","state":1}"# + "\n", to: "other.jsonl")
    let script = try folder.write("X\n:save-screen -\n", to: "other.txt")
    let host = try host()
    let answer = try BuiltTool.run(other, "--host", host, "--script", script)
    #expect(answer.output.contains("has no reducer for any store of this log"), "\(answer.output)")
    let refused = try BuiltTool.run(other, "--host", host, "--host-timeout", "0", "--script", script)
    #expect(refused.status == 2 && refused.errors.contains("--host-timeout needs seconds"))
  }

  @Test func `in a terminal a host that hangs is stopped by Ctrl-C, and does not outlive the inspector`() throws {
    let numbers = folder.path("numbers")
    let host = try host(misdeed: "echo $$ >> \(numbers); exec sleep 600")
    let terminal = try PseudoTerminal(
      BuiltTool.path, [log, "--host", host, "--host-timeout", "600"],
      environment: ["TERM=xterm-256color", "LANG=C.UTF-8", "LC_ALL=C.UTF-8", "PATH=/usr/bin:/bin"], rows: 24, columns: 80)
    try terminal.wait(for: "counter.jsonl")
    terminal.type(".X")
    try terminal.wait(for: "REPLAY")
    try wait(forLines: 1, in: numbers)
    terminal.type("\u{3}")
    try terminal.wait(for: "stopped: everything is as recorded")
    terminal.type(".X")
    try terminal.wait(for: "REPLAY")
    try wait(forLines: 2, in: numbers)
    terminal.type("Q")
    #expect(try terminal.waitUntilExit() == 0)
    for number in try String(contentsOfFile: numbers, encoding: .utf8).split(separator: "\n").compactMap({ pid_t($0) }) {
      #expect(isGone(number), "\(number) is still there")
    }
  }

  #if Inspector
  @Test func `a replay that begins as the inspector is left starts no host`() throws {
    let traces = folder.path("traces")
    let host = InspectorHost(try HostCommand(host(misdeed: "echo $$ >> \(traces)"), seconds: 60))
    let run = try #require(try HistoryOpening([log]).histories.first)
    _ = try host.replay(run, WhatIf([.skip(2)])) { _ in true }
    #expect(FileManager.default.fileExists(atPath: traces))
    try FileManager.default.removeItem(atPath: traces)
    host.close()
    #expect(throws: CancellationError.self) { _ = try host.replay(run, WhatIf([.skip(2)])) { _ in true } }
    #expect(!FileManager.default.fileExists(atPath: traces))
  }
  #endif

  /// Waits until a file has this many lines: a host that has not started cannot hang.
  private func wait(forLines count: Int, in file: String) throws {
    let deadline = ContinuousClock.now + .seconds(60)
    while ((try? String(contentsOfFile: file, encoding: .utf8)) ?? "").count(where: { $0 == "\n" }) < count {
      try #require(ContinuousClock.now < deadline, "the host never got to its misdeed")
      usleep(1000)
    }
  }

  /// Whether a process ends within seconds; a killed process exists until the system has reaped it.
  private func isGone(_ process: pid_t) -> Bool {
    let deadline = ContinuousClock.now + .seconds(5)
    while ContinuousClock.now < deadline {
      if kill(process, 0) != 0 { return true }
      sched_yield()
    }
    return false
  }
}
