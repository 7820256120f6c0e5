import RecordedStreams
import SampleWorld
import Testing

@testable import Unio

struct UnioTests {
  @Test func `a search is typed, answered, and found by the other stream`() throws {
    #expect(
      try PlayedLog("unio").steps[7...11] == [
        "search queryTyped", "search search <7", "search search <8", "search answered <10", "languages found <11",
      ])
  }

  @Test func `a failed search can be tried again`() throws {
    let log = try PlayedLog("unio")
    #expect(try log.states(of: "search", after: "failed").first?.contains(#""error":"429 Too Many Requests""#) == true)
    #expect(try log.states(of: "search", after: "retryTapped").first?.contains(#""error":null"#) == true)
    #expect(try log.lastState(of: "search").contains(#""isLoading":false"#))
  }

  @MainActor @Test(arguments: [false, true]) func `an answer takes back a choice that it has no repository of`(_ repeatsChoice: Bool) {
    let stream = UnioStream(
      LanguageLogic.self, input: .init(), state: .init(), extra: .init(repeatsChoice: repeatsChoice), named: "languages",
      recorder: .disabled)
    var chosen: [String?] = []
    let token = stream.output.chosen.sink { chosen.append($0) }
    let all = Repository.matching("redux")
    for found in [all, all.filter { $0.language == "C++" }] {
      stream.accept("Swift", for: \.tapped)
      stream.accept(found, for: \.found)
    }
    withExtendedLifetime(token) {
      #expect(chosen == (repeatsChoice ? ["Swift", "Swift", "Swift", nil] : ["Swift", nil]))
    }
  }

  @Test func `in the variant each answer leads to the next search`() throws {
    let log = try PlayedLog("unio-loop")
    #expect(log.types(of: "search").count { $0 == "answered" } > 5)
    let answers = log.history.rows.indices.filter { log.history.rows[$0].type == "answered" }
    let chains = answers.map { row in sequence(first: row) { log.history.cause(of: $0) }.map { log.history.rows[$0].type } }
    #expect(chains.contains { $0.prefix(5) == ["answered", "search", "languageChosen", "found", "answered"] })
  }
}
