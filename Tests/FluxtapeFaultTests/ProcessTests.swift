import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import Foundation
import Testing

struct ForkedTests {
  /// A thread of the parent may be in the middle of a change: then only a new value is sound in the child.
  @Test(arguments: ["Fluxtape", "FluxtapeCoding", "FluxtapeJSON", "FluxtapeLog"])
  func `what all threads share behind a lock is made anew in a child`(room: String) throws {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../Sources/\(room)")
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    var count = 0
    for case let file as URL in files where file.pathExtension == "swift" {
      count += 1
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      for line in lines where line.contains("static let") && line.contains("Locked") {
        #expect(line.contains("(renewable:"), "\(file.lastPathComponent): \(line)")
      }
    }
    #expect(count > 0)
  }

  @Test(arguments: [["culprit"], ["perAction"], ["culprit", "segments"]])
  func `the child of a fork records nothing and says so once, whatever the parent's threads were doing`(options: [String]) throws {
    let program = try FaultProgram()
    defer { program.remove() }
    let output = try FaultProgram.run(FaultProgram.executable, ["fork", program.path("a.jsonl"), "6", "20"] + options)
    #expect(output.status == 0)
    let children = output.lines.map { $0.split(separator: " ") }.filter { ["child", "inner", "late"].contains($0.first) }
    #expect(children.count == 13)
    #expect(children.allSatisfy { $0[2] == "7" }, "each ends in its own time, and its recorder says why it records nothing")
    #expect(
      output.errors == Array(repeating: "fluxtape: the child of a fork records nothing; make a new Recorder in it, or call exec", count: 13)
    )

    let log = try RecordedSteps(program.logs)
    // In an optimized build, the other threads fill more segments than are kept.
    let kept = log.steps(of: "s0").map(\.number)
    let isCut = options.contains("segments") && kept.count < 12
    #expect(kept == Array((13 - kept.count)..<13) && (isCut || kept.count == 12))
    for store in ["s1", "s2"] {
      let numbers = log.steps(of: store).map(\.number)
      #expect(numbers == Array((numbers.first ?? 1)..<(numbers.first ?? 1) + numbers.count))
    }
    #expect(isCut ? log.gaps.count <= 1 : log.gaps.isEmpty)
    #expect(log.marks.isEmpty)
  }
}

/// A fork while an inspector has locked the app.
struct LockedForkTests {
  @Test func `the child of a fork runs its actions, and leaves the parent's session alone`() throws {
    let program = try FaultProgram()
    defer { program.remove() }
    let output = try FaultProgram.run(FaultProgram.executable, ["live", program.path("a.jsonl")])
    let words = output.lines.map { $0.split(separator: " ") }
    #expect(words.map(\.first) == ["held", "child", "released"] && words[1].last == "7" && output.status == 0, "\(output)")
  }
}

/// Full disks. Each mark is one record, so that the exact losses are known.
struct FullDiskTests {
  /// Each mark is either in the log or in exactly one gap, and the gaps count the missing ones.
  private func checkMarks(_ log: RecordedSteps, count: Int) {
    let marks = log.marks
    #expect(marks.map(\.number) == marks.map(\.number).sorted())
    #expect(Set(marks.map(\.number)).isSubset(of: 1...count))
    let gaps = log.gaps
    #expect(gaps.map(\.lost).reduce(0, +) == count - marks.count)
    for (steps, lost) in gaps {
      #expect(steps?.count == lost)
      #expect(!marks.contains { steps?.contains($0.step) == true })
    }
  }

  @Test func `a folder that may not be written to is waited for`() throws {
    let program = try FaultProgram()
    defer { program.remove() }
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: program.folder.path)
    let output = try program.run("readonly", program.folder.path)
    #expect(output.status == 0)
    #expect(output.said("failure") == "the log cannot be created: Permission denied")
    // The contents of the deleted log are lost too: marks 11 to 20, and those of marks 1 to 10 that were in it.
    let log = try RecordedSteps([program.path("logs/a.jsonl")])
    #expect(log.marks.map(\.number) == Array(31...40))
    #expect(log.gaps.map(\.lost) == [31], "thirty marks and a gap")
    #expect(log.gaps.first?.steps == 1...31)
  }

  /// Mounts a small disk in memory that no other process sees; needs no privileges where users may do that.
  private static func smallDisk(kilobytes: Int) -> [String] {
    let mount = "mount -t tmpfs -o size=\(kilobytes)k tmpfs \"$1\""
    return ["-rm", "sh", "-c", "\(mount) && shift && \"$@\" && cp \"$OUT\"/disk/*.jsonl \"$OUT\"", "sh"]
  }

  static let canMount: Bool = {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/unshare"), let program = try? FaultProgram() else { return false }
    defer { program.remove() }
    return (try? FaultProgram.run("/usr/bin/unshare", ["-rm", "mount", "-t", "tmpfs", "tmpfs", program.folder.path]))?.status == 0
  }()

  @Test(
    .enabled(if: canMount, "a small disk of memory needs unshare, and a system that lets this user mount"),
    arguments: ["culprit", "perAction", "synchronized"])
  func `a log that ends where its disk was full has a problem`(durability: String) throws {
    let program = try FaultProgram()
    defer { program.remove() }
    let disk = program.path("disk")
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
    let output = try FaultProgram.run(
      "/usr/bin/env",
      ["OUT=\(program.folder.path)", "/usr/bin/unshare"] + Self.smallDisk(kilobytes: 200)
        + [disk, FaultProgram.executable, "filled", disk + "/a.jsonl", "3000", durability])
    #expect(output.status == 0 && output.said("failure") == "No space left on device")
    let history = try #require(try History.open(program.logs).first)
    #expect(history.rows.count > 300 && history.rows.count < 2_700)
    // A page of the disk may end at the end of a line. Then the log does not show that more should follow.
    let bytes = try Data(contentsOf: URL(fileURLWithPath: try #require(program.logs.last))).count
    guard history.rows.last?.isTorn == true else {
      #expect(bytes % 4096 == 0)
      return
    }
    #expect(try history.check().contains { !$0.isNote && $0.row == history.rows.count - 1 })
  }

  @Test(
    .enabled(if: canMount, "a small disk of memory needs unshare, and a system that lets this user mount"),
    arguments: ["marks", "steps"], [["culprit"], ["perAction"], ["synchronized"], ["culprit", "segments"]])
  func `a disk that fills up and is emptied loses what the log says`(kind: String, options: [String]) throws {
    let program = try FaultProgram()
    defer { program.remove() }
    let disk = program.path("disk")
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
    let output = try FaultProgram.run(
      "/usr/bin/env",
      ["OUT=\(program.folder.path)", "/usr/bin/unshare"] + Self.smallDisk(kilobytes: 600)
        + [disk, FaultProgram.executable, "full", disk + "/a.jsonl", disk + "/ballast", kind] + options)
    #expect(output.status == 0)
    let log = try RecordedSteps(program.logs)
    let count = try #require(output.said(kind).flatMap { Int($0) })
    #expect(output.said("failure") == "No space left on device")
    if kind == "marks" {
      checkMarks(log, count: count)
      #expect(log.marks.last?.number == count)
    } else {
      #expect(try log.lastCount(of: "s") == count)
      // A gap reports every record without an outcome, so nothing is in flight, and each begun action is reported once.
      #expect(log.history.inFlight.isEmpty)
      let present = log.steps(of: "s").map(\.number)
      #expect(present == present.sorted() && Set(present).count == present.count)
      #expect((present.count < count) == log.history.rows.contains { $0.kind == .gap || $0.kind == .jump })
    }
  }
}
