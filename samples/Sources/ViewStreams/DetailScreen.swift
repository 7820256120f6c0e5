import Fluxtape
import FluxtapeStores
import RecordedStreams  // Re-exports Combine, or OpenCombine.
import SampleWorld

/// The page of a repository, from the tap on it to the way back.
@MainActor final class DetailScreen {
  let text = CurrentValueSubject<String, Never>("…")

  private let appearances = PassthroughSubject<Void, Never>()
  /// Set in `init` once all properties have a value: a tap of `self` needs an initialized object.
  private var recording = ObjectTap<DetailScreen>.disabled
  private var cancellables: [AnyCancellable] = []

  init(name: String, server: FakeServer, clock: VirtualClock, recorder: Recorder) {
    recording = recorder.store("detail", of: self) { $0.text.value }
    // `sink` instead of `subscribe(text)`: in OpenCombine, that subscription stays active if the subject is released first.
    appearances
      .map { [recording] in
        // `runner: clock` runs the request on the virtual time of the sample; leave it out in an app.
        recording.publisher("readme", name, runner: clock) { try await server.call { "# \(name)" } }
          .replaceError(with: "There is no page about \(name).")
      }
      .switchToLatest()
      .sink(receiveValue: text.send(_:)).store(in: &cancellables)
  }

  func viewDidAppear() { recording.record("viewDidAppear") { appearances.send() } }
}
