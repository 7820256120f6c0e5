import FluxtapeHistory
import Foundation
import Testing

struct SuspicionTests {
  /// A finding in short; `nil` unless it is a suspicion.
  static func outline(_ finding: Finding, _ history: History) -> String? {
    guard case .suspicion(let suspicion) = finding.kind else { return nil }
    func name(_ row: Int) -> String { history.rows[row].step.map { "\($0)" } ?? "row \(row)" }
    let kind = "\(suspicion)".replacing(/\(successor.*\)/, with: "")
    let proof = finding.proof.isEmpty ? "" : " by " + finding.proof.map(name).joined(separator: " ")
    return "\(kind) \(finding.row.map(name) ?? "-")\(proof)"
  }

  static func suspicions(in history: History) throws -> [String] { try history.check().compactMap { outline($0, history) } }

  @Test(arguments: SuspicionCase.all)
  func `a check tells what looks wrong, with its proof, and nothing else`(_ one: SuspicionCase) throws {
    let history = try History.of(one.lines.joined(separator: "\n") + "\n")
    let findings = try history.check()
    #expect(findings.compactMap { Self.outline($0, history) } == one.suspicions)
    #expect(findings.allSatisfy { if case .suspicion = $0.kind { $0.isNote } else { true } })
  }

  @Test(arguments: [
    ("jump", true), ("now", true), ("skip", true), ("replay", true), ("repeat", true), ("dispatch", true), ("unlock", true), ("drop", true),
    ("listen", false), ("lock", false), ("hold", false), ("break", false), ("nobreak", false), ("pause", false), ("continue", false),
  ])
  func `only a live command that changes the app takes a suspicion away`(command: String, changes: Bool) throws {
    let found = [SuspicionCase.found(3, 2, SuspicionCase.set("/hits", #"["Bern"]"#))]
    let mark = #"{"seq":4,"t":3500,"mark":"live","level":"info","live":{"do":"\#(command)","by":"me"}}"#
    let last = SuspicionCase.found(5, 1, SuspicionCase.set("/hits", #"["Berlin"]"#))
    let history = try History.of((SuspicionCase.asked + found + [mark, last]).joined(separator: "\n") + "\n")
    #expect(try Self.suspicions(in: history) == (changes ? [] : ["staleAnswer 5 by 1 2 3"]))
  }

  @Test func `an action that led elsewhere in another run of the same program is told`() throws {
    func run(_ name: String, app: String, _ value: Int) -> String {
      [
        #"{"fluxtape":1,"run":"\#(name)","app":{"name":"\#(app)"}}"#, SuspicionCase.drawing,
        SuspicionCase.act(1, "d add", SuspicionCase.payload("1"), SuspicionCase.set("/n", "\(value)")),
      ].joined(separator: "\n") + "\n"
    }
    for (other, app, count) in [(2, "draw", 1), (1, "draw", 0), (2, "paint", 0)] {
      let files = try LogFixture(run("a", app: "draw", 1), run("b", app: app, other))
      var memory = ReducerMemory()
      let findings = try files.histories().flatMap { run in try run.check(comparingWith: &memory) }.filter {
        $0.kind == .suspicion(.impureReducer)
      }
      #expect(findings.count == count)
      #expect(findings.allSatisfy { $0.elsewhere == "\(files.paths[0]):1" && $0.values.map(\.path) == ["d.n"] })
    }
  }

  @Test func `digests of several runs prove nothing, as each run has a key of its own`() throws {
    func run(_ name: String, _ digest: String, _ more: String = "1") -> String {
      let value = #"{"token":{"$redacted":"\#(digest)"},"more":\#(more)}"#
      let lines = [
        #"{"fluxtape":1,"run":"\#(name)","app":{"name":"draw"}}"#, SuspicionCase.drawing,
        SuspicionCase.act(1, "d add", SuspicionCase.payload("1"), SuspicionCase.set("/n", value)),
      ]
      return lines.joined(separator: "\n") + "\n"
    }
    for (more, count) in [("1", 0), ("2", 1)] {
      let files = try LogFixture(run("a", "24424e7990c30c45"), run("b", "cca79314f612622a", more))
      var memory = ReducerMemory()
      let findings = try files.histories().flatMap { run in try run.check(comparingWith: &memory) }.filter {
        $0.kind == .suspicion(.impureReducer)
      }
      #expect(findings.count == count)
      #expect(findings.allSatisfy { $0.values.map(\.path) == ["d.n.more"] })
    }
  }

  @Test(arguments: [
    ("undo", true), ("Undo", true), ("history.REDO", true), ("history/undo", true), ("undo(_:)", true), ("éundo", true), ("undone", false),
    ("undoLast", false), ("un", false), ("@[[do", false), ("3", false), ("", false),
  ]) func `undo and redo are known by the last word of their names`(_ name: String, isUndo: Bool) throws {
    let lines = SuspicionCase.again("1", "2").map { $0.replacing("d\",\"type\":\"add", with: "d\",\"type\":\"\(name)") }
    let run = try History.of(lines.joined(separator: "\n") + "\n")
    #expect(try run.check().contains { $0.kind == .suspicion(.impureReducer) } == !isUndo)
  }

  /// The suspicions in the logs of the samples, besides failed requests. The sound ones have none.
  static let samples: [String: [String]] = [
    "flux-typed-error-again": ["keptError 12 by 5", "keptError 34 by 30"],
    "mvvm-login-glitch": ["glitch(count: 1) 33 by 2 32"],
    "redux-clock-in-reducer": ["impureReducer 23 by 5"],
    "redux-effects-out-of-order": ["staleAnswer 22 by 15 17 19"],
    "redux-thunk-double-submit": ["doubleSubmit 9 by 7 10 11"],
    "view-stream-leaked-screen": ["leakedStore 38 by 1 29 44"],
  ]

  static let logs = ((try? FileManager.default.contentsOfDirectory(atPath: logFolder.path)) ?? []).filter { $0.hasSuffix(".jsonl") }
    .sorted()
  private static let logFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../../samples/logs")

  @Test(arguments: logs)
  func `the planted bugs of the samples are told, and nothing in the sound ones`(_ log: String) throws {
    let histories = try History.open([Self.logFolder.appendingPathComponent(log).path])
    #expect(try histories.flatMap(Self.suspicions) == Self.samples[String(log.dropLast(6))] ?? [])
  }
}
