import Foundation
import Testing

/// `samples/ci/run`, the script of a CI job.
struct JobScriptTests {
  private let job: RecordedJob
  private var folder: TemporaryFolder { job.folder }

  init() throws { job = try RecordedJob() }

  /// Runs `samples/ci/run` with tests that leave the logs of `runs`, one folder for each time that they are run, and print secrets.
  ///
  /// - Parameters:
  ///   - tool: The tool that `FLUXTAPE` names; `nil` for the one in `PATH`.
  ///   - printed: What the tests print besides.
  private func runJob(
    _ runs: [() throws -> Void], tool: String? = BuiltTool.path, printed: String = ""
  ) throws -> (artifacts: URL, calls: [Substring]) {
    let fake = try folder.write(
      """
      #!/usr/bin/env bash
      echo "$*" >>"$JOB/calls"
      number=$(wc -l <"$JOB/calls" | tr -d ' ')
      echo 'Expectation failed: (login → Login(user: "ann", password: "correct horse 7")) == nil'
      echo 'card 4242 4242 4242 4242 was declined' >&2
      printf 'Cart.swift:3: Fatal error: no price\\r<img src=x>@team\\n' >&2
      cat "$JOB/printed"
      mkdir -p "$FLUXTAPE_LOG"
      cp "$JOB/run-$number"/* "$FLUXTAPE_LOG"
      exit 1

      """, to: "tests")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: fake)
    _ = try folder.write(printed, to: "printed")
    for (place, leave) in runs.enumerated() {
      try leave()
      let logs = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).filter { $0.hasSuffix(".jsonl") }
      try FileManager.default.createDirectory(atPath: folder.path("run-\(place + 1)"), withIntermediateDirectories: true)
      for log in logs { try FileManager.default.moveItem(atPath: folder.path(log), toPath: folder.path("run-\(place + 1)/\(log)")) }
    }
    let sources = folder.url.appendingPathComponent("sources/M")
    try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
    let lines = (1...12).map { $0 == 8 ? #"let password = "correct horse 7""# : "// line \($0)" }
    try Data(lines.joined(separator: "\n").utf8).write(to: sources.appendingPathComponent("Suite.swift"))
    let artifacts = folder.url.appendingPathComponent("artifacts")
    let answer = try BuiltTool.run(
      ["samples/ci/run", artifacts.path, fake], program: URL(filePath: "/bin/bash"),
      environment: [
        "FLUXTAPE": tool ?? "", "PATH": BuiltTool.url.deletingLastPathComponent().path + ":/usr/bin:/bin",
        "JOB": folder.url.path, "FLUXTAPE_SOURCES": folder.path("sources"), "ATTEMPTS": "2", "RULES": "",
      ])
    #expect(answer.status == 1, "\(answer.errors)")
    #expect(!answer.output.contains("correct horse") && answer.output.contains("was declined"))
    let calls = try String(contentsOfFile: folder.path("calls"), encoding: .utf8)
    return (artifacts, calls.split(separator: "\n", omittingEmptySubsequences: false))
  }

  @Test func `a job in which a test crashed among others names the crash and the failure first, and tells no secret`() throws {
    let others = (10..<33).map { "other\($0)" }
    let (artifacts, calls) = try runJob([
      {
        for name in others { try job.write(name, []) }
        try job.write("crashes", [RecordedJob.inFlight])
        try job.write("fails", process: 2, [RecordedJob.mark], end: "failed")
      },
      {
        for name in others { try job.write(name, attempt: 2, process: 3, [], end: "passed") }
        try job.write("fails", attempt: 2, process: 3, [RecordedJob.mark], end: "failed")
      },
      { try job.write("crashes", attempt: 2, process: 4, [RecordedJob.inFlight]) },
    ])
    // What was interrupted runs again apart from what crashed.
    #expect(calls.count == 4 && calls[0] == "" && calls[2] == #"--filter ^(M\.Suite/crashes\(\))(/|$)"#, "\(calls)")
    #expect(calls[1].contains("fails") && calls[1].contains("other10") && calls[1].contains("other32") && !calls[1].contains("crashes"))

    func contents(_ name: String) throws -> String { try String(contentsOf: artifacts.appendingPathComponent(name), encoding: .utf8) }
    let headings = try contents("summary.md").split(separator: "\n").filter { $0.hasPrefix("### ") }
    #expect(headings.count == 2 && headings[0].contains("Suite/crashes()") && headings[1].contains("Suite/fails()"), "\(headings)")
    #expect(try contents("summary.md").hasPrefix("## ❌ 2 tests fail, 23 interrupted\n"))
    #expect(try contents("summary.md").contains("2 runs of 1 test, and 23 runs that were interrupted"))
    // Markdown takes a carriage return as the end of a line, and so of the code.
    #expect(try contents("summary.md").contains("\n    Cart.swift:3: Fatal error: no price <img src=x>@team\n"))
    #expect(try contents("report.html").contains("<title>Suite/crashes()</title>"))
    #expect(try contents("report-2.html").contains("<title>Suite/fails()</title>"))
    #expect(!FileManager.default.fileExists(atPath: artifacts.appendingPathComponent("report-3.html").path))
    #expect(try contents("index.html").components(separatedBy: "interrupted by the crash of Suite/crashes()").count == 24)
    #expect(try contents("check.txt").components(separatedBy: ": interrupted by the crash of Suite/crashes(); ").count == 24)
    let xml = try contents("junit.xml")
    #expect(xml.components(separatedBy: "<testcase ").count == 26 && xml.components(separatedBy: "<flakyError ").count == 24)

    // The page shows the source around the failure, in which a password stands.
    #expect(try contents("report-2.html").contains("// line 9") && contents("tests.txt").contains("was declined"))
    let files = try FileManager.default.subpathsOfDirectory(atPath: artifacts.path)
    #expect(files.count { $0.hasSuffix(".jsonl") } == 50 && files.contains("check.txt"))
    for file in files {
      let bytes = try? Data(contentsOf: artifacts.appendingPathComponent(file))
      let text = bytes.map { String(decoding: $0, as: UTF8.self) } ?? ""
      #expect(!text.contains("correct horse") && !text.contains("4242 4242"), "\(file)")
    }
  }

  @Test(arguments: [("check", #""$1 $2" = "check logs/Suite.fails.1-failed.jsonl""#), ("report", #""$1" = report"#)])
  func `where an answer dies, the summary of the job says which`(_ command: String, when: String) throws {
    let tool = try folder.write(
      """
      #!/usr/bin/env bash
      [ ! \(when) ] || kill -ILL $$
      exec "$REAL" "$@"

      """.replacing("$REAL", with: BuiltTool.path), to: "tool")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tool)
    let fails = { [self] in try job.write("fails", [RecordedJob.mark], end: "failed") }
    let (artifacts, _) = try runJob([fails, fails], tool: tool)
    let summary = try String(contentsOf: artifacts.appendingPathComponent("summary.md"), encoding: .utf8)
    #expect(summary.hasPrefix("**'fluxtape \(command)' ended with status 132: its answer is missing"), "\(summary)")
    if command == "check" { #expect(summary.contains("Suite/fails()")) }
  }

  @Test func `failed tests that are not recorded are in the summary of the job, found with the tool in PATH`() throws {
    let printed = """
      ✘ Test fails() recorded an issue at Suite.swift:9:3: Expectation failed: (total → -5) >= 0
      ✘ Test fails() failed after 0.010 seconds with 1 issue.
      ✘ Test "adds two, and three" failed after 0.002 seconds with 1 issue.
      ✘ Test subtotal() failed after 0.002 seconds with 1 issue.
      ✘ Test total() failed after 0.002 seconds with 1 issue.
      ✘ Test sums(_:) with 3 test cases failed after 0.002 seconds with 2 issues.
      ✔ Test passes() passed after 0.001 seconds.
      ✘ Suite Suite failed after 0.011 seconds with 4 issues.
      ✘ Test run with 4 tests in 1 suite failed after 0.012 seconds with 4 issues.
      Test Case 'CartTests.testAdds' failed (0.004 seconds)
      Test Case '-[ShopTests.CartTests testEmpties]' failed (0.004 seconds).
      Test Case 'CartTests.testPays' passed (0.004 seconds)

      """
    let fails = { [self] in
      try job.write("fails", [RecordedJob.mark], end: "failed")
      try job.write("subtotal", [RecordedJob.mark.replacing("Expectation failed", with: "Wrong")], end: "failed")
    }
    let (artifacts, _) = try runJob([fails, fails], tool: nil, printed: printed)
    let summary = try String(contentsOf: artifacts.appendingPathComponent("summary.md"), encoding: .utf8)
    let unrecorded = """

      Failed, and not recorded (see tests.txt):

          "adds two, and three"
          CartTests.testAdds
          ShopTests.CartTests testEmpties
          sums(_:)
          total()

      """
    #expect(summary.contains(unrecorded), "\(summary)")
    #expect(!summary.contains("    fails()") && summary.components(separatedBy: "Expectation failed").count == 2, "\(summary)")
    #expect(!summary.contains("    subtotal()"))
  }

  @Test func `a job whose only failed test is not recorded is not called green`() throws {
    let (artifacts, _) = try runJob(
      [{ [self] in try job.write("passes", [], end: "passed") }], printed: "✘ Test total() failed after 0.002 seconds with 1 issue.\n")
    let summary = try String(contentsOf: artifacts.appendingPathComponent("summary.md"), encoding: .utf8)
    #expect(summary.hasPrefix("## ❌ The tests failed\n\nNo run of 1 is red\n") && summary.contains("\n    total()\n"), "\(summary)")
  }
}
