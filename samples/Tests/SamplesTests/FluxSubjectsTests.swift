import Testing

@Suite struct FluxSubjectsTests {
  @Test func `a search is loading, then users, then not loading, each handed to the store by the dispatcher`() throws {
    let steps = try PlayedLog("flux-subjects").steps
    let search = try #require(steps.firstIndex { $0.hasPrefix("app searchUsers") })
    #expect(search == 10, "five letters, each two steps")
    #expect(
      Array(steps[search..<search + 7]) == [
        "app searchUsers <9", "app loading <11", "search loading <12", "app users <11", "search users <14", "app loading <11",
        "search loading <16",
      ])
  }

  @Test func `pages are appended, and an empty query empties the list`() throws {
    let states = try PlayedLog("flux-subjects").states(of: "search", after: "users")
    #expect(states.map { $0.components(separatedBy: #""id":"#).count - 1 } == [3, 6, 0, 3, 3])
    #expect(states.last?.contains(#""query":"fluxtape""#) == true)
  }

  @Test func `the same failure is shown once, and ends loading`() throws {
    let log = try PlayedLog("flux-subjects")
    #expect(log.types(of: "notice") == ["noticeRaised", "noticeRaised", "noticeDismissed", "noticeRaised", "noticeDismissed", "@@DEINIT"])
    #expect(try log.states(of: "notice", after: "noticeRaised").map { $0.contains("queue\":[]") } == [true, true, true])
    #expect(try log.lastState(of: "search").contains(#""isLoading":false"#))
  }

  @Test func `in the variant the spinner never ends`() throws {
    let log = try PlayedLog("flux-subjects-stuck-loading")
    #expect(try log.lastState(of: "search").contains(#""isLoading":true"#))
  }
}
