import FluxtapeLocking
import FluxtapeScreen
import Testing

@testable import FluxtapeInspector

/// Work on other threads, as seen by the thread that handles keys.
struct WorkTests {
  @Test func `a start that was given up starts nothing later`() throws {
    let waiting = Locked<[@Sendable () -> Void]>([])
    let background = InspectorBackground(
      start: { lane, _, work in
        if lane == InspectorWork.Lane.playback.rawValue { waiting.withLock { $0.append(work) } } else { work() }
      }, wake: {})
    let app = try #require(
      Inspector(
        runs: [FixedRun(.fixture("checkout"))], watch: nil, isFollowing: false, typesetting: .unicode, background: background,
        replayer: nil,
        reducer: Inspector.reduce))
    app.prepare(for: Size(rows: 24, columns: 80))
    for key in "g   " {
      app.work()
      _ = app.handle(.character(key))
    }
    app.work()
    let starts = waiting.withLock { $0 }
    #expect(starts.count == 2 && app.state.cursor == 0)
    for start in starts {
      start()
      app.work()
    }
    #expect(app.state.cursor == 1)
  }

  @Test func `a step that was taken is read, though the thread that read it has not come to its end`() throws {
    let inspector = Locked<Inspector?>(nil)
    defer { inspector.withLock { $0 = nil } }
    let waiting = Locked<[@Sendable () -> Void]>([])
    let seen = Locked<[Bool]>([])
    // The wake comes from inside the work: waiting for the work's end after the wake could block forever.
    let background = InspectorBackground(start: { _, _, work in waiting.withLock { $0.append(work) } }) {
      guard let inspector = inspector.withLock({ $0 }) else { return }
      inspector.work()
      seen.withLock { $0.append(inspector.isReadingStep) }
    }
    let app = try #require(
      Inspector(
        runs: [FixedRun(.fixture("counter"))], watch: nil, isFollowing: false, typesetting: .unicode, background: background, replayer: nil,
        reducer: Inspector.reduce))
    inspector.withLock { $0 = app }
    app.prepare(for: Size(rows: 24, columns: 80))
    _ = app.handle(.character("."))
    #expect(app.isReadingStep)
    while let work = waiting.withLock({ $0.popLast() }) { work() }
    #expect(!app.isReadingStep)
    #expect(seen.withLock { $0.last } == false)
  }
}
