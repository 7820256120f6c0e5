import Fluxtape
import FluxtapeStores
import RecordedStreams
import SampleWorld

/// A repository's page: lives from the tap to the way back.
@MainActor final class DetailScreen {
  let text = CurrentValueSubject<String, Never>("…")

  private let appearances = PassthroughSubject<Void, Never>()
  private var recording = ObjectTap<DetailScreen>.disabled
  private var cancellables: [AnyCancellable] = []

  init(name: String, server: FakeServer, clock: VirtualClock, recorder: Recorder) {
    recording = recorder.store("detail", of: self) { $0.text.value }
    // `sink` and not `subscribe(text)`: in OpenCombine that does not end if the subject goes before the subscription.
    appearances
      .map { [recording] in
        recording.publisher("readme", name, runner: clock) { try await server.call { "# \(name)" } }
          .replaceError(with: "There is no page about \(name).")
      }
      .switchToLatest()
      .sink(receiveValue: text.send(_:)).store(in: &cancellables)
  }

  func viewDidAppear() { recording.record("viewDidAppear") { appearances.send() } }
}
