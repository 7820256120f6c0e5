import Testing

@Suite struct ReduxThunkTests {
  @Test func `each answer stems from the thunk that asked, over the server's scheduler and a second attempt`() throws {
    let steps = try PlayedLog("redux-thunk").steps
    let answers = steps.filter { step in ["loaded", "posted", "failed"].contains { step.contains("CommentAction.\($0)") } }
    #expect(steps.prefix(2) == ["comments LoadComments", "comments CommentAction.loaded <1"])
    let thunks = steps.indices.filter { steps[$0].hasSuffix("Comments") || steps[$0].hasSuffix("PostComment") }
    #expect(answers.map { $0.split(separator: "<").last.flatMap { Int($0) } } == thunks.map { $0 + 1 })
  }

  @Test func `a comment is sent once, fails, is sent again`() throws {
    let log = try PlayedLog("redux-thunk")
    #expect(log.types(of: "comments").count { $0 == "PostComment" } == 3)
    #expect(try log.states(of: "comments", after: "CommentAction.failed").first?.contains("504 Gateway Timeout") == true)
    #expect(
      try log.lastState(of: "comments").contains(
        #"{"id":3,"text":"すごい"},{"id":4,"text":"See you"}]"#))
  }

  @Test func `in the variant two taps are two comments`() throws {
    let state = try PlayedLog("redux-thunk-double-submit").lastState(of: "comments")
    #expect(state.contains(#"{"id":3,"text":"すごい"},{"id":4,"text":"すごい"}"#), "\(state)")
  }
}
