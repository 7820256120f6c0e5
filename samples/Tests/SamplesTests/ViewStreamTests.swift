import Testing

@Suite struct ViewStreamTests {
  @Test func `screens come and go, the store stays`() throws {
    let steps = try PlayedLog("view-stream").steps
    #expect(
      steps.filter { $0.contains("@@") } == [
        "search @@INIT", "detail @@INIT", "detail @@DEINIT", "search @@DEINIT", "search @@INIT", "detail @@INIT", "detail @@DEINIT <42",
        "search @@DEINIT", "repositories @@DEINIT",
      ])
  }

  @Test func `what is typed leads to one search, its answer to the store and then to the screen`() throws {
    #expect(
      try PlayedLog("view-stream").steps[7...14] == [
        "app search <7", "app searching <8", "repositories searching <9", "search isLoading <10", "app found <8",
        "repositories found <12", "search repositoriesChanged <13", "search isLoading <13",
      ])
  }

  @Test func `turned on its side the screen shows more columns`() throws {
    let states = try PlayedLog("view-stream").states(of: "search", after: "viewDidLayout")
    #expect(states[1].contains(#""rows":[["swift-kit","swift-bench","swift-ui","swift-辞書"],["swift-io","swift-lint"]]"#), "\(states[1])")
  }

  @Test func `in the variant the first search screen goes on reacting beside the second`() throws {
    #expect(!(try PlayedLog("view-stream")).history.stores.contains("search#2"))
    let log = try PlayedLog("view-stream-leaked-screen")
    #expect(log.types(of: "search#2").contains("repositoriesChanged"))
    #expect(log.types(of: "search").count { $0 == "repositoriesChanged" } == 2)
  }
}
