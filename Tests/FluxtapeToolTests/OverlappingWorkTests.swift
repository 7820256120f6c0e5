import Fluxtape
import FluxtapeDocuments
import FluxtapeJSON
import Testing

/// A search field whose answers come when the test resumes them.
@MainActor private final class SearchModel {
  private(set) var hits: [String] = []
  private var answers: [String: CheckedContinuation<Void, Never>] = [:]

  func search(_ place: String) async {
    await withCheckedContinuation { answers[place] = $0 }
    hits = [place]
  }

  func isAsked(_ place: String) -> Bool { answers[place] != nil }

  func answer(_ place: String) { answers.removeValue(forKey: place)?.resume() }
}

/// Two overlapping searches, recorded by an app and shown by the tool.
struct OverlappingWorkTests {
  private let folder: TemporaryFolder
  private let log: String

  init() async throws {
    folder = try TemporaryFolder()
    log = folder.path("search.jsonl")
    await Self.record(to: log)
  }

  @MainActor private static func record(to log: String) async {
    let recorder = Recorder(to: log)
    let model = SearchModel()
    let search = recorder.store("search", of: model) { ["hits": $0.hits] }
    var tasks: [String: Task<Void, Never>] = [:]
    for place in ["Berlin", "Bern"] {
      tasks[place] = Task { await search.record("search", place) { await model.search(place) } }
      while !model.isAsked(place) { await Task.yield() }
    }
    for place in ["Bern", "Berlin"] {
      model.answer(place)
      await tasks[place]?.value
    }
    recorder.close()
  }

  @Test func `each answer is a row where it came, and says whose it is and how long it took`() throws {
    let rows = try BuiltTool.run("list", log).lines.map { $0.split(separator: " ").dropFirst(2).joined(separator: " ") }
    #expect(rows.count == 6, "\(rows)")
    #expect(rows[1] == "search search search#1 started" && rows[2] == "search search search#2 started")
    #expect(rows[3].hasPrefix("search search +1 search#2 finished after ") && rows[3].hasSuffix(" cause 3"))
    #expect(rows[4].hasPrefix("search search ~1 search#1 finished after ") && rows[4].hasSuffix(" cause 2"))
  }

  @Test func `a default check names the answer that came late, and what it overwrote`() throws {
    let answer = try BuiltTool.run("check", log)
    #expect(answer.status == 0)
    #expect(answer.output.contains(":5  note: a stale answer: it overwrote the answer to a later request\n"), "\(answer.output)")
    #expect(answer.output.contains(#"  value   search.hits  ["Bern"] → ["Berlin"]"#))
    #expect(answer.output.contains("  proof   2 search, 3 search, 4 search\n"))
  }

  @Test func `what differs between neighbors is what changed in between, and nothing else`() throws {
    let differences = try (1...4).map { try BuiltTool.run("diff", log, "\($0)", "\($0 + 1)", "--json").output }
    #expect(
      try differences.map { try JSONValue(parsing: $0) } == [
        [], [], [["op": "add", "path": "/hits/0", "value": "Bern"]], [["op": "replace", "path": "/hits/0", "value": "Berlin"]],
      ])
  }

  @Test func `the causes of an answer tell the two rows of its work apart`() throws {
    let rows = try BuiltTool.run("why", log, "5").lines.dropFirst().map { $0 }
    #expect(rows.count == 3, "\(rows)")
    #expect(rows[0].hasSuffix("search  search#1 started"))
    #expect(rows[1].hasPrefix("▶ ") && rows[1].contains("search#1 finished after "))
  }
}
