import Fluxtape
import FluxtapeJSON
import FluxtapeLogReading
import Testing

/// The table and the code on the page "What recording costs".
struct CostSnippets {
  private final class ImageCache: Encodable {}
  private struct Gallery: Encodable {
    var shown = 0
    var cache = ImageCache()
  }

  @Test func `less is recorded`() throws {
    var options = RecorderOptions(durability: .perAction)
    options.states = .every(10)
    options.stateTimePerAction = .milliseconds(5)
    options.limits.payloadBytes = 64 << 10
    options.types.ignore(ImageCache.self)
    let (recorder, sink) = Recorder.inMemory(options: options)
    let tap = recorder.store("gallery")
    var gallery = Gallery()
    for number in 1...20 {
      tap.reduce(String(repeating: "x", count: number == 5 ? 70_000 : 1), into: &gallery) { gallery, _ in gallery.shown = number }
    }
    let log = try RecordedLog(sink)
    #expect(log.actions.count { $0.outcome.omitted == "sampled" } == 18)
    #expect(log.actions[4].payload.flatMap(TaggedValue.init).map { if case .truncated = $0 { true } else { false } } == true)
    #expect(try log.states(of: "gallery").map(\.state) == [["shown": 0], ["shown": 1], ["shown": 11]])
  }

  @Test func `what a death in a reducer leaves is as the table says`() throws {
    let rows = try #require(DocumentationPage.named("RecordingCosts")).table(below: "What survives which end")
    #expect(rows.map { $0[0] } == ["`culprit`, the default", "`perAction`", "`synchronized`"])
    for (durability, row) in zip([RecorderOptions.Durability.culprit, .perAction], rows) {
      let (recorder, sink) = Recorder.inMemory(options: RecorderOptions(durability: durability))
      var left = ""
      var state = 0
      recorder.store("s").reduce("the action", into: &state) { _, _ in left = sink.text }
      #expect(left.contains("the action") == row[1].contains("the action it died of"))
    }
  }

  @Test func `an object that promises to be a value is not asked again`() {
    struct State: Encodable {
      var count = 0
      let handle = Handle()
    }
    // A check would encode the state again.
    let (recorder, _) = Recorder.inMemory(options: RecorderOptions(verification: .never))
    let tap = recorder.store("s")
    var state = State()
    tap.reduce("first", into: &state) { state, _ in state.count += 1 }
    let encodings = state.handle.encodings
    tap.reduce("second", into: &state) { state, _ in state.count += 1 }
    #expect(encodings > 0)
    #expect(state.handle.encodings == encodings)
  }
}

private final class Handle: Encodable {
  var encodings = 0

  func encode(to encoder: any Encoder) throws { encodings += 1 }
}

extension Handle: ValueSemantic {
  static var hasValueSemantics: Bool { true }
}
