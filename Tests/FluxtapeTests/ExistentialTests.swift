import Fluxtape
import FluxtapeJSON
import Synchronization
import Testing

/// Values whose type may change at run time, and values that cannot be copied: in the log, a change of them is a change.
struct ExistentialTests {
  struct Offline: Error {}
  struct Expired: Error {}
  protocol Screen: Sendable {}
  struct Home: Screen { var title = "Shop" }
  struct Settings: Screen { var title = "Shop" }
  /// Written by its `encode(to:)`.
  struct Help: Screen, Encodable { var page = 1 }
  enum Panel: Screen { case open }
  enum Price: String, Screen, Encodable { case low, high }

  struct State {
    var failure: (any Error)?
    var screen: any Screen = Home()
    var known = Home()
    var any: Any = 1
    var screens: [any Screen] = []
    var result = Result<Int, any Error>.success(1)
    var members: [String: Any] = ["a": "b"]
  }

  enum Action { case failed(any Error), showed(any Screen, [any Screen]), changed }

  private func log(_ changes: [(Action, (inout State) -> Void)]) -> String {
    let (recorder, sink) = Recorder.inMemory()
    let tap = recorder.store("s", state: State())
    var state = State()
    for (action, change) in changes { tap.reduce(action, into: &state) { state, _ in change(&state) } }
    recorder.close()
    return sink.text
  }

  @Test func `another type is another value, though all members are equal`() {
    let log = log(
      [
        (.failed(Offline()), { $0.failure = Offline() }), (.failed(Expired()), { $0.failure = Expired() }),
        (.showed(Settings(), [Home()]), { $0.screen = Settings() }), (.changed, { $0.any = Home() }), (.changed, { $0.any = Settings() }),
        (.changed, { $0.result = .failure(Offline()) }), (.changed, { $0.result = .failure(Expired()) }),
        (.changed, { $0.screens = [Home()] }), (.changed, { $0.screens = [Settings()] }),
        (.changed, { $0.members["a"] = Home() }), (.changed, { $0.members["a"] = Settings() }),
      ])
    for part in [
      #""state":{"failure":null,"screen":{"$type":"ExistentialTests.Home","title":"Shop"},"known":{"title":"Shop"},"any":1,"#,
      #""payload":{"_0":{"$type":"ExistentialTests.Offline"}}"#,
      #"{"op":"replace","path":"/failure","value":{"$type":"ExistentialTests.Offline"}}"#,
      #"{"op":"replace","path":"/failure","value":{"$type":"ExistentialTests.Expired"}}"#,
      #""payload":{"_0":{"$type":"ExistentialTests.Settings","title":"Shop"},"_1":[{"$type":"ExistentialTests.Home","title":"Shop"}]}"#,
      #"{"op":"replace","path":"/screen/$type","value":"ExistentialTests.Settings"}"#,
      #"{"op":"replace","path":"/any/$type","value":"ExistentialTests.Settings"}"#,
      #""path":"/result/failure","value":{"_0":{"$type":"ExistentialTests.Offline"}}"#,
      #""path":"/result/failure/_0","value":{"$type":"ExistentialTests.Expired"}"#,
      #""path":"/members/a/$type","value":"ExistentialTests.Settings""#,
    ] { #expect(log.contains(part), "\(part) is not in \(log)") }
    #expect(!log.contains(#""patch":[]"#))
  }

  @Test func `an encode(to:), an enum and a text keep their form`() {
    let log = log(
      [
        (.changed, { $0.screen = Help() }), (.changed, { $0.screen = Panel.open }), (.changed, { $0.screen = Price.low }),
        (.changed, { $0.any = [1, 2] }), (.changed, { $0.any = CancellationError() }),
      ])
    for part in [
      #""path":"/screen/$type","value":"ExistentialTests.Help""#, #""path":"/screen/page","value":1"#,
      #""path":"/screen/$type","value":"ExistentialTests.Panel""#, #""path":"/screen/open","value":{}"#, #""path":"/screen","value":"low""#,
      #""path":"/any","value":[1,2]"#, #"{"$type":"CancellationError"}"#,
    ] { #expect(log.contains(part), "\(part) is not in \(log)") }
  }

  @Test func `an error that a named action carries has its type`() {
    let (recorder, sink) = Recorder.inMemory()
    let error: any Error = Offline()
    recorder.store("s").record("failed", error) {}
    recorder.close()
    #expect(sink.text.contains(#""payload":{"$type":"ExistentialTests.Offline"}"#), "\(sink.text)")
  }

  @Test func `a store or an action passed as an existential is written as it is`() {
    let (recorder, sink) = Recorder.inMemory()
    let state: any Screen = Home()
    let tap = recorder.store("s", state: state)
    var changed: any Screen = state
    let action: any Screen = Settings()
    tap.reduce(action, into: &changed) { state, _ in state = Home(title: "Sale") }
    recorder.close()
    #expect(!sink.text.contains("$type") && sink.text.contains(#""state":{"title":"Shop"}"#) && sink.text.contains("/title"))
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, *)
  @Test func `an inline array is written as an array, and a lock as unknown`() throws {
    struct Board {
      var cells: InlineArray<3, Int> = [1, 2, 3]
      var rows = InlineArray<2, InlineArray<2, String>>(repeating: ["x", "y"])
    }
    let (recorder, sink) = Recorder.inMemory()
    var board = Board()
    let tap = recorder.store("board", state: board)
    tap.reduce(Action.changed, into: &board) { board, _ in board.cells[1] = 5 }
    tap.reduce(Action.changed, into: &board) { board, _ in board.rows[1][0] = "z" }
    recorder.close()
    #expect(sink.text.contains(#""cells":[1,2,3],"rows":[["x","y"],["x","y"]]"#), "\(sink.text)")
    #expect(sink.text.contains("/cells") && sink.text.contains("/rows") && !sink.text.contains(#""patch":[]"#))
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  @Test func `an object's field that cannot be copied is told to be unknown`() {
    final class Counters {
      let count = Mutex(1)
      let total = Atomic(2)
      var name = "a"
    }
    let (recorder, sink) = Recorder.inMemory()
    let counters = Counters()
    _ = recorder.store("counters", state: counters)
    recorder.close()
    #expect(
      sink.text.contains(#"{"count":{"$opaque":"noncopyable"},"total":{"$opaque":"noncopyable"},"name":"a"}"#), "\(sink.text)")
  }
}
