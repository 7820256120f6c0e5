import Testing

struct FluxTypedTests {
  @Test func `a request, its failure, what both stores and the alert make of it`() throws {
    #expect(
      try PlayedLog("flux-typed").steps.prefix(7) == [
        "app FetchStarted", "todos FetchStarted <1", "app FetchTodos", "app FetchTodos.failed <3", "todos FetchTodos.failed <4",
        "shown FetchTodos.failed <4", "alert alertShown <4",
      ])
  }

  @Test func `the store that waits shows what the other one has`() throws {
    let log = try PlayedLog("flux-typed")
    #expect(
      try log.states(of: "shown", after: "CreateTodo.succeeded") == [
        #"{"filter":"all","ids":[1,2,3,4],"openCount":2}"#, #"{"filter":"all","ids":[1,2,3,4,5],"openCount":3}"#,
      ])
    #expect(try log.lastState(of: "todos").contains("切手を買う"))
  }

  @Test func `a success takes the error away, in the variant it stays`() throws {
    for (name, isKept) in [("flux-typed", false), ("flux-typed-error-again", true)] {
      let states = try PlayedLog(name).states(of: "todos", after: "FetchTodos.succeeded")
      #expect(states.first?.contains("502") == isKept, "\(name)")
    }
  }
}
