import Fluxtape
import FluxtapeStores
import Testing

// The code about Redux on the page "Every architecture, recorded", word for word.

private struct Drawing: Equatable, Sendable { var shapes: [String] = [] }
private enum DrawingAction: Equatable, Sendable { case shapeAdded(String), tick }

private func drawingReducer(_ drawing: inout Drawing, _ action: DrawingAction) {
  if case .shapeAdded(let shape) = action { drawing.shapes.append(shape) }
}

private struct Timeline: Sendable { var posts: [String] = [] }
private enum TimelineAction: Sendable { case refreshPulled, fetched([String]), left }
private struct PostAPI: Sendable { func posts() async -> [String] { ["おはよう"] } }

private func timelineReducer(_ timeline: inout Timeline, _ action: TimelineAction) {
  if case .fetched(let posts) = action { timeline.posts = posts }
}

struct ReduxSnippets {
  private let world = RecordedWorld()
  private var recorder: Recorder { world.recorder }

  @Test func `a store that can undo`() {
    let store = Store(
      initial: Drawing(), reducer: drawingReducer, undoing: .last(50) { $0 != .tick }, recording: recorder.store("drawing"))
    store.dispatch(.shapeAdded("circle"))
    store.undo()
    #expect(store.state.shapes == [])
    #expect(world.chain.last == "2 drawing undo")
  }

  @Test func `a store with effects`() async {
    let api = PostAPI()
    let store = Store(
      initial: Timeline(), reducer: timelineReducer,
      effects: { action, timeline in
        switch action {
        case .refreshPulled: .run(id: "fetch") { dispatch in dispatch(.fetched(await api.posts())) }
        case .left: .cancel(id: "fetch")
        default: .none
        }
      }, recording: recorder.store("timeline"))
    store.dispatch(.refreshPulled)
    await store.settled()
    store.dispatch(.left)
    #expect(store.state.posts == ["おはよう"])
    #expect(world.chain[1] == "2 timeline fetch <1")
  }
}
