import Testing

struct ReduxEffectsTests {
  /// Identities of the posts after each answer.
  private func posts(_ name: String) throws -> [[Int]] {
    try PlayedLog(name).states(of: "timeline", after: "TimelineAction.requestSuccess").map { state in
      state.matches(of: /"id":(\d+)/).compactMap { Int($0.1) }
    }
  }

  @Test func `a fetch fails, is tried again, appends a page, is replaced by a newer one, and is cancelled by leaving`() throws {
    #expect(try posts("redux-effects") == [[30, 29, 28], [30, 29, 28, 27, 26, 25], [32, 31, 30]])
    let log = try PlayedLog("redux-effects")
    #expect(try log.states(of: "timeline", after: "TimelineAction.requestError").first?.contains("500 Internal Server Error") == true)
    #expect(log.history.rows.filter { $0.effect?.phase == .cancelled }.map { $0.step?.rawValue } == [25, 36])
    #expect(try log.lastState(of: "timeline").contains(#""isFetching":false"#))
  }

  @Test func `each request is the cause of its answer, and that of what the list shows`() throws {
    #expect(
      try PlayedLog("redux-effects").steps[6...10] == [
        "timeline TimelineAction.refreshPulled", "timeline fetch <7", "timeline TimelineAction.requestState <8",
        "timeline TimelineAction.requestSuccess <8", "list rowsChanged <10",
      ])
  }

  @Test func `in the variant an older answer comes last`() throws {
    let newest = try posts("redux-effects-out-of-order").map { $0.first ?? 0 }
    #expect(newest == [30, 30, 32, 31, 31])
  }
}
