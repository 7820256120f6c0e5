import Fluxtape
import FluxtapeStores
import SampleWorld

/// Redux: one state, a reducer for each of its parts, middleware, an action creator, and undo by keeping earlier states.
enum DrawingApp: Sample {
  static let name = "redux"
  static let bug = "redux-clock-in-reducer"

  @MainActor static func play(on stage: Stage) async {
    let clock = stage.clock
    let color: @Sendable (Shape.Color) -> Shape.Color = { asked in
      guard stage.hasBug else { return asked }
      return Shape.Color.allCases[clock.now.microseconds / 1_000_000 % Shape.Color.allCases.count]
    }
    let store = Store<Drawing, DrawingAction>(
      reducer: drawingReducer(color: color), state: Drawing(), middleware: [notes(in: stage.recorder)],
      undoing: .last(4) { if case .shapes = $0 { true } else { false } }, recording: stage.recorder.store("drawing"))
    await draw(in: store, clock)
    withExtendedLifetime(store) {}
  }

  /// A middleware that adds a mark to the log when the number of shapes has changed.
  private static func notes(in recorder: Recorder) -> Middleware<Drawing, DrawingAction> {
    { _, getState in
      { next in
        { action in
          let before = getState().shapes.count
          next(action)
          let after = getState().shapes.count
          if after != before { recorder.mark("\(after) shapes now") }
        }
      }
    }
  }

  /// An action creator. Returns `nil` if the drawing is full.
  private static func another(_ kind: Shape.Kind, _ color: Shape.Color, in drawing: Drawing) -> DrawingAction? {
    drawing.shapes.count < 3 ? .shapes(.added(kind, color)) : nil
  }

  @MainActor private static func draw(in store: Store<Drawing, DrawingAction>, _ clock: VirtualClock) async {
    for (kind, color) in [(Shape.Kind.circle, Shape.Color.red), (.square, .藍), (.triangle, .green), (.circle, .green)] {
      await clock.advance(by: .milliseconds(1300))
      if let action = another(kind, color, in: store.state) { store.dispatch(action) }
    }
    for distance in [10, 25, -5] {
      await clock.advance(by: .milliseconds(400))
      store.dispatch(.shapes(.moved(id: 2, by: distance)))
      store.dispatch(.counter(.increased))
    }
    for _ in 1...5 where store.canUndo {  // the fifth has nothing left to undo
      await clock.advance(by: .milliseconds(900))
      store.undo()
    }
    store.redo()
    await clock.advance(by: .milliseconds(700))
    store.dispatch(.shapes(.removed(id: 1)))  // ends the chance to redo
    store.redo()
    store.dispatch(.counter(.decreased))
    store.undo()
    store.undo()
    if let action = another(.triangle, .green, in: store.state) { store.dispatch(action) }  // as at the start
  }
}
