import Fluxtape
import FluxtapeStores
import SampleWorld

/// Redux with thunks: loading and sending comments are actions that result in another action later.
enum CommentApp: Sample {
  static let name = "redux-thunk"
  static let bug = "redux-thunk-double-submit"

  @MainActor static func play(on stage: Stage) async {
    let app = App(stage)
    await use(app, stage.clock)
    withExtendedLifetime(app) {}
  }

  @MainActor private final class App {
    let store: Store<Comments, any Action>
    private let thunks: Thunks
    private let ignoresSending: Bool

    init(_ stage: Stage) {
      thunks = Thunks(server: CommentServer(scheduler: stage.scheduler, failsOnce: ["comments", "See you"]))
      ignoresSending = stage.hasBug
      store = Store(
        initial: Comments(), reducer: commentReducer, middleware: [thunks.middleware], recording: stage.recorder.store("comments"))
    }

    /// A tap on the button. The button is disabled while a comment is being sent, except in the variant with the bug.
    func tapSend() {
      guard !store.state.isSending || ignoresSending else { return }
      store.dispatch(CommentAction.sending)
      store.dispatch(PostComment(text: store.state.draft))
    }
  }

  /// Loads, writes a comment and taps twice. The next comment fails and is sent again.
  @MainActor private static func use(_ app: App, _ clock: VirtualClock) async {
    app.store.dispatch(LoadComments())
    await clock.run()
    await write("すごい", in: app, clock)
    app.tapSend()
    await clock.advance(by: .milliseconds(90))
    app.tapSend()
    await clock.run()
    await write("See you", in: app, clock)
    for _ in 1...2 {
      app.tapSend()
      await clock.run()
      await clock.advance(by: .seconds(1))
    }
  }

  @MainActor private static func write(_ text: String, in app: App, _ clock: VirtualClock) async {
    for end in text.indices {
      await clock.advance(by: .milliseconds(150))
      app.store.dispatch(CommentAction.drafted(String(text[...end])))
    }
    await clock.advance(by: .milliseconds(400))
  }
}
