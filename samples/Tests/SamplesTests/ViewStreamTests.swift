import Testing

struct ViewStreamTests {
  @Test func `screens come and go, the store stays`() throws {
    let steps = try PlayedLog("view-stream").steps
    #expect(
      steps.filter { $0.contains("@@") } == [
        "search @@INIT", "detail @@INIT", "detail @@DEINIT", "search @@DEINIT", "search @@INIT", "detail @@INIT", "detail @@DEINIT <53",
        "search @@DEINIT", "repositories @@DEINIT",
      ])
  }

  @Test func `what is typed leads to one search, its answer to the store and then to the screen`() throws {
    #expect(
      try PlayedLog("view-stream").steps[8...15] == [
        "app SearchStarted <8", "repositories SearchStarted <9", "search loadingChanged <10", "app SearchRepositories <8",
        "app SearchRepositories.succeeded <12", "repositories SearchRepositories.succeeded <13", "search loadingChanged <14",
        "search repositoriesChanged <14",
      ])
  }

  @Test func `turned on its side the screen shows more columns`() throws {
    let log = try PlayedLog("view-stream")
    let turned = try #require(log.steps.firstIndex(of: "search traitChanged"))
    #expect(
      log.steps[turned + 1...turned + 5] == [
        "search viewDidLayout", "search widthSettled <\(turned + 2)", "search viewDidLayout", "search viewDidLayout",
        "search widthSettled <\(turned + 5)",
      ], "the second width stems from the last layout, though an earlier one woke the throttle")
    let states = try log.states(of: "search", after: "widthSettled")
    #expect(states[2].contains(#""rows":[["swift-kit","swift-bench","swift-ui","swift-辞書"],["swift-io","swift-lint"]]"#), "\(states[2])")
  }

  @Test func `in the variant the first search screen goes on reacting beside the second`() throws {
    #expect(!(try PlayedLog("view-stream")).history.stores.contains("search#2"))
    let log = try PlayedLog("view-stream-leaked-screen")
    #expect(log.types(of: "search#2").contains("repositoriesChanged"))
    #expect(log.types(of: "search").count { $0 == "repositoriesChanged" } == 2)
  }
}
