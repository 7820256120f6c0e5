import Testing

@testable import FluxtapeInspector

/// What the inspector remembers from the last time.
struct MemoryTests: CheckoutSuite {
  @Test func `the filters and the step of the last time are there again, and the place where the log opens is one jump back`() throws {
    let app = try app("&", "store:cart", "enter", "12g", "Q")
    let memory = try #require(app.requests.compactMap { if case .remember(let text) = $0 { text } else { nil } }.last)
    var later = try InspectorDriver(log: "checkout")
    let opening = later.step
    later.inspector.recall(memory)
    later.press("zz")
    #expect(later.step == 12)
    #expect(later.line(with: "[store:cart]") != nil)
    #expect(later.line(with: "session.retry") == nil)
    later.press("[[")
    #expect(later.step == opening)
    #expect(app.inspector.memory.contains(#""step": 12"#))
  }

  @Test func `what is said on opening names help, and a click on it brings the keys, which the next click presses`() throws {
    let before = try app("12g")
    var later = try InspectorDriver(log: "checkout")
    later.inspector.recall(before.inspector.memory)
    #expect(later.bottom == " back at #12, where you left off (? for help)", "\(later.lines)")
    later.press(press(23, 1))
    #expect(later.step == 12 && later.bottom.contains("? help"))
    later.press(press(23, 1))
    #expect(later.step == 11)
  }

  @Test(arguments: [(40, 10), (60, 20), (80, 24)])
  func `however long it is, what is said on opening is told whole`(columns: Int, rows: Int) throws {
    let before = try app("&", "store:cart", "enter", "F", "a", "is:action", "enter", "q", "12g")
    let later = try InspectorDriver(log: "checkout", columns: columns, rows: rows)
    later.inspector.recall(before.inspector.memory)
    let words = " back at #12, where you left off (? for help); 2 filters from last time, Esc removes the last"
    #expect(later.bottom == words, "\(later.lines)")
  }

  @Test func `a memory that is none does no harm`() throws {
    for text in ["", "null", "[]", #"{"bookmarks":[{"step":-1},{"step":"x"},7],"watches":["..",3],"search":{}}"#] {
      let app = try app()
      app.inspector.recall(text)
      #expect(app.inspector.state.notes.isEmpty && app.inspector.state.watching.values.isEmpty)
    }
  }
}
