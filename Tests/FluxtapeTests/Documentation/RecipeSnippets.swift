import Fluxtape
import FluxtapeJSON
import FluxtapeLog
import Observation
import Testing

// The code on the page "Recipes for libraries", word for word.

struct RecipeSnippets {
  let sink = MemorySink()
  let recorder: Recorder

  init() { recorder = Recorder(writingTo: sink, context: .fixed()) }

  private func recorded() throws -> RecordedLog { try RecordedLog(sink) }
}

// MARK: - Verge

extension RecipeSnippets {
  @Test func `Verge`() throws {
    let (store, counter) = (Store(state: 0), recorder.store("counter"))
    store.commit("increased", recordedBy: counter) { $0 += 1 }
    let log = try recorded()
    #expect(log.summary == ["1 counter increased"])
    #expect(try log.states(of: "counter").map(\.state) == [0, 1])
  }
}

/// A stand-in for a store of Verge.
private final class Store<State> {
  private(set) var state: State

  init(state: State) { self.state = state }

  func commit(_ mutation: (inout State) -> Void) { mutation(&state) }
}

extension Store {
  func commit(
    _ name: String, recordedBy tap: StoreTap, fileID: StaticString = #fileID, line: UInt = #line, _ mutation: (inout State) -> Void
  ) {
    tap.record(name, state: { state }, fileID: fileID, line: line) { commit(mutation) }
  }
}

// MARK: - @Observable

extension RecipeSnippets {
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func `an observable object`() throws {
    let profile = Profile(recorder: recorder)
    profile.rename("花子")
    let log = try withExtendedLifetime(profile) { try recorded() }
    #expect(log.summary == ["1 profile @@INIT", "2 profile renamed"])
    #expect(try log.states(of: "profile").map(\.state).last == ["name": "花子", "renames": "1"])
  }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@Observable final class Profile {
  private(set) var name = ""
  private(set) var renames = 0
  @ObservationIgnored private var recording = ObjectTap<Profile>.disabled

  init(recorder: Recorder) {
    recording = recorder.store("profile", of: self) { ["name": $0.name, "renames": "\($0.renames)"] }
  }

  func rename(_ name: String) {
    recording.record("renamed", name) {
      self.name = name
      renames += 1
    }
  }
}

// MARK: - AsyncSequence

extension RecipeSnippets {
  @Test func `an asynchronous sequence`() async throws {
    let feed = recorder.store("feed")
    let (messages, outlet) = AsyncStream.makeStream(of: (text: String, cause: Cause?).self)
    feed.record("sent", "おはよう") { _ = outlet.yield(("おはよう", recorder.cause)) }
    outlet.finish()
    for await message in messages {
      recorder.caused(by: message.cause) { feed.record("received", message.text) {} }
    }
    #expect(try recorded().summary == ["1 feed sent", "2 feed received <1"])
  }
}
