import Fluxtape
import FluxtapeJSON
import FluxtapeLibraryObjects
import Testing

/// The code on the page "Attach to any store" about objects inside a state.
struct OpaqueSnippets {
  /// RxSwift's stand-in in this module has the same name.
  typealias DisposeBag = FluxtapeLibraryObjects.DisposeBag

  final class RowModel { var title = "tea" }

  struct Screen {
    var query = ""
    let model = RowModel()
    var requests = DisposeBag()
  }

  @Test func `objects of the app are recorded, those of libraries are opaque`() throws {
    let page = try #require(DocumentationPage.named("Attaching"))
    let (recorder, sink) = Recorder.inMemory()
    let tap = recorder.store("screen", state: Screen())
    defer { withExtendedLifetime(tap) {} }
    let state = try #require(try RecordedLog(sink).states(of: "screen").last?.state)
    #expect(try page.lines().contains(state.text))
  }

  @Test func `an app says what is recorded of a library's objects`() throws {
    var options = RecorderOptions()
    options.types.encode(Relay<String>.self) { $0.value }
    options.types.recordObjects(ofModules: ["AppCore"])
    let (recorder, sink) = Recorder.inMemory(options: options)
    let tap = recorder.store("relays", state: [Relay("a")])
    defer { withExtendedLifetime(tap) {} }
    #expect(try RecordedLog(sink).states(of: "relays").map(\.state) == [["a"]])
  }
}
