import Fluxtape
import FluxtapeJSON
import Observation
import Testing

// The code on the page "Recipes for libraries" about objects that change by themselves, word for word.

@MainActor struct ChangeSnippets {
  let sink = MemorySink()
  let recorder: Recorder

  init() { recorder = Recorder(writingTo: sink, context: .fixed()) }

  private func states(of store: String) throws -> [String] { try RecordedLog(sink).states(of: store).map(\.state.text) }

  /// Lets the other work of the main actor run until so many actions are recorded.
  private func waitForActions(_ count: Int) async throws {
    for _ in 0..<100_000 {
      if try RecordedLog(sink).actions.count >= count { return }
      await Task.yield()
    }
  }

  @Test func `an object whose changes are tracked`() async throws {
    let (session, keys) = (Session(recorder: recorder), recorder.store("keys"))
    keys.record("entered") {
      session.user = "花子"
      session.visits = 1
    }
    try await waitForActions(3)
    session.visits = 2
    try await waitForActions(4)
    let summary = try RecordedLog(sink).summary
    withExtendedLifetime(keys) {}
    #expect(summary == ["1 session @@INIT", "2 keys entered", "3 session @@STATE <2", "4 session @@STATE"])
    #expect(try states(of: "session").last == #"{"user":"花子","visits":"2"}"#)
  }

  @Test func `an object that says it will change`() throws {
    let (model, main) = (Basket(), LaterScheduler())
    let recording = recorder.store("basket", of: model) { $0.items }
    let following = model.objectWillChange
      .receive(on: main)
      .sink { _ in recording.changed() }
    model.items = ["tea"]
    main.run()
    #expect(try states(of: "basket") == ["[]", #"["tea"]"#])
    _ = following
  }

  @Test func `a sequence of states`() async throws {
    let session = recorder.store("session")
    let (states, outlet) = AsyncStream.makeStream(of: Int.self)
    for state in [1, 1, 2] { outlet.yield(state) }
    outlet.finish()
    for await state in states {
      session.changed(to: state)
    }
    #expect(try self.states(of: "session") == ["1", "2"])
  }
}

@MainActor @Observable final class Session {
  var user: String?
  var visits = 0
  @ObservationIgnored private var recording = ObjectTap<Session>.disabled

  init(recorder: Recorder) {
    recording = recorder.store("session", of: self) { ["user": $0.user ?? "", "visits": "\($0.visits)"] }
    follow()
  }

  private func follow() {
    withObservationTracking {
      _ = (user, visits)
    } onChange: { [weak self] in
      Task { @MainActor in
        self?.recording.changed()
        self?.follow()
      }
    }
  }
}

// Stand-ins for the types of Combine, with the functions that the recipe uses.

private final class Basket {
  let objectWillChange = Announcements()
  var items: [String] = [] {
    willSet { objectWillChange.send() }
  }
}

private final class Announcements {
  private var observers: [() -> Void] = []

  func send() { for observer in observers { observer() } }
  func receive(on scheduler: LaterScheduler) -> Announcements {
    let later = Announcements()
    observers.append { scheduler.waiting.append { later.send() } }
    return later
  }
  func sink(_ receive: @escaping (()) -> Void) -> Announcements {
    observers.append { receive(()) }
    return self
  }
}

private final class LaterScheduler {
  var waiting: [() -> Void] = []

  func run() {
    while !waiting.isEmpty { waiting.removeFirst()() }
  }
}
