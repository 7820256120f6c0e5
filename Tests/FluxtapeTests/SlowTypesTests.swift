import FluxtapeJSON
import FluxtapeLogReading
import Testing

@testable import Fluxtape

/// A tap prints which types are compared the slow way.
struct SlowTypesTests {
  private final class Basket: Codable { var items = [1] }
  private struct Hidden: Encodable {
    var shown = 1
    var rest = Basket()
    private enum CodingKeys: CodingKey { case shown }
  }
  private struct State: Encodable {
    var basket: Basket
    var hidden = Hidden()
    var count = 0
  }
  private struct Plain: Codable {
    var names = ["Ada"]
    var note: String?
  }

  private let recorder: Recorder
  private let sink: MemorySink

  init() { (recorder, sink) = Recorder.inMemory() }

  @Test func `types that may change in place are named with the reason`() {
    let tap = recorder.store("cart", state: State(basket: Basket()))
    #expect(
      tap.debugDescription == """
        cart
        compared the slow way: SlowTypesTests.Basket is a class
        compared the slow way: SlowTypesTests.Hidden hides something from its encoding
        """)
  }

  @Test func `the log names each type once, behind the first state that has it`() throws {
    var state = State(basket: Basket())
    let tap = recorder.store("cart", state: state)
    for _ in 0..<2 { tap.reduce("count", into: &state) { $0.count += 1 } }
    let lines = try RecordedLog(sink).lines
    let named = lines.filter { $0.contains(#""slow""#) }
    #expect(named == [lines[1]])
    #expect(
      lines[1].hasSuffix(#","slow":{"SlowTypesTests.Basket":"is a class","SlowTypesTests.Hidden":"hides something from its encoding"}}"#))
  }

  @Test func `a later segment names them again`() throws {
    let tap = recorder.store("cart", state: State(basket: Basket()))
    // As at the beginning of a segment.
    recorder.log?.withWriter { $0.losses += 1 }
    recorder.log?.restateStores()
    #expect(try RecordedLog(sink).lines.count { $0.contains(#""slow""#) } == 2)
    withExtendedLifetime(tap) {}
  }

  @Test func `readers do not take them for members of the action`() throws {
    let text = #"{"seq":1,"t":0,"store":"a","type":"@@INIT","state":{},"slow":{"SessionToken":"is a class"}}"#
    let line = try LogLine(decoding: Array(text.utf8))
    guard case .record(.action(let action)) = line else { return #expect(Bool(false), "\(line)") }
    #expect(action.other.isEmpty && action.outcome.slowTypes == ["SessionToken": "is a class"])
    #expect(String(decoding: line.bytes, as: UTF8.self) == text + "\n")
  }

  @Test func `a state of values alone has none`() {
    #expect(recorder.store("plain", state: Plain()).debugDescription == "plain")
    let model = Basket()
    #expect(recorder.store("object", of: model) { Plain(names: ["\($0.items)"]) }.debugDescription == "object")
    #expect(Recorder.disabled.store("off", state: Plain()).debugDescription == "nothing is recorded")
  }
}
