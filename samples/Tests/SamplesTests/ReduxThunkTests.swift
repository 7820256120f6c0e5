import Fluxtape
import FluxtapeStores
import RecordedStreams
import SampleWorld
import Testing

@testable import ReduxThunk

struct ReduxThunkTests {
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

  /// Runs thunks whose answers come on a scheduler that loses causes.
  @MainActor private final class Callbacks {
    private let server: CommentServer
    private let recorder: Recorder
    private let keepsCause: Bool
    private var cancellables: [AnyCancellable] = []

    init(_ clock: VirtualClock, _ recorder: Recorder, keepsCause: Bool) {
      server = CommentServer(scheduler: clock.scheduler.keepingCauses(of: .disabled), failsOnce: [])
      (self.recorder, self.keepsCause) = (recorder, keepsCause)
    }

    func run(_ thunk: any SingleAction, _ dispatch: @escaping @Sendable (any Action) -> Void) {
      let answer = thunk.single(of: server)
      if keepsCause {
        answer.sink(receiveValue: recorder.keepingCause { dispatch($0) }).store(in: &cancellables)
      } else {
        answer.sink { dispatch($0) }.store(in: &cancellables)
      }
    }
  }

  @MainActor @Test(arguments: [true, false]) func `a callback keeps the cause where the scheduler loses it`(_ keepsCause: Bool) async {
    let (clock, sink) = (VirtualClock(), MemorySink())
    let recorder = Recorder(writingTo: sink, context: .sample("thunks", clock: clock))
    let callbacks = Callbacks(clock, recorder, keepsCause: keepsCause)
    let middleware: Middleware<Comments, any Action> = { dispatch, _ in
      { next in
        { action in
          guard let thunk = action as? any SingleAction else { return next(action) }
          MainActor.assumeIsolated { callbacks.run(thunk, dispatch) }
        }
      }
    }
    let store = Store(initial: Comments(), reducer: commentReducer, middleware: [middleware], recording: recorder.store("comments"))
    store.dispatch(LoadComments())
    await clock.run()
    withExtendedLifetime(store) {
      #expect(sink.text.contains(#""type":"CommentAction.loaded""#))
      #expect(sink.text.contains(#""case":"loaded","cause":1"#) == keepsCause)
    }
  }

  @Test func `in the variant two taps are two comments`() throws {
    let state = try PlayedLog("redux-thunk-double-submit").lastState(of: "comments")
    #expect(state.contains(#"{"id":3,"text":"すごい"},{"id":4,"text":"すごい"}"#), "\(state)")
  }
}
