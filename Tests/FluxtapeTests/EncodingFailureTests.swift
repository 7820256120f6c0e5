import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import Testing

@testable import Fluxtape

/// Cannot be encoded; its error contains a secret.
private struct Picky: Encodable {
  struct Refusal: Error, CustomStringConvertible { var description: String { "hunter2" } }
  var number = 1

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(0)
    throw Refusal()
  }
}

/// The same, but it fails after writing to its containers in turn.
private struct PickyInTurn: Encodable {
  var number = 1

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    var (first, second) = (container.nestedUnkeyedContainer(), container.nestedUnkeyedContainer())
    for number in 0..<4 { try number.isMultiple(of: 2) ? first.encode(number) : second.encode(number) }
    throw Picky.Refusal()
  }
}

private struct Cart<Item: Encodable>: Encodable {
  var total = 0
  var items: [Item]
}

/// Throws another error after the limit's error.
private struct Endless: Encodable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    do { while true { try container.encode("endless") } } catch { throw Picky.Refusal() }
  }
}

struct EncodingFailureTests {
  private static func marks(in log: RecordedLog) -> [MarkRecord] {
    log.records.compactMap { if case .mark(let mark) = $0 { mark } else { nil } }
  }

  private static func problem(_ type: String) -> RecordedProblem {
    RecordedProblem(kind: "encodeThrew", store: "cart", type: type, version: CompilerVersion.text)
  }

  @Test func `a payload whose encoding throws is told once`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let tap = recorder.store("cart")
    for _ in 0..<3 { tap.record("add", [Picky()]) {} }
    tap.record(action: Picky()) {}
    let log = try RecordedLog(sink)
    let marks = Self.marks(in: log)
    #expect(marks.map(\.problem) == [Self.problem("Picky")])
    #expect(marks.first?.level == "info")
    #expect(
      marks.first?.text == """
        the encode(to:) of 'Picky' threw 'Picky.Refusal' in store 'cart'. The recorder wrote the fields of the value instead, here and wherever \
        it throws again. To choose what is written, add a rule: options.types.encode(Picky.self) { … }
        """)
    #expect(!sink.text.contains("hunter2"))
    #expect(log.actions.map(\.payload) == [[["number": 1]], [["number": 1]], [["number": 1]], ["number": 1]])
  }

  @Test func `a part of a state that cannot be encoded is told once, and again in another run`() throws {
    for _ in 0..<2 {
      let (recorder, sink) = Recorder.inMemory()
      let tap = recorder.store("cart")
      var state = Cart(items: [Picky()])
      for number in 1...4 { tap.reduce(number, into: &state) { state, number in state.items[0].number = number } }
      let log = try RecordedLog(sink)
      #expect(Self.marks(in: log).map(\.problem) == [Self.problem("Picky")])
      #expect(try log.states(of: "cart").last?.state == ["total": 0, "items": [["number": 4]]])
    }
  }

  @Test func `each type is told, also one that needs a tree`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let tap = recorder.store("cart")
    tap.record("a", [Picky()]) {}
    for _ in 0..<6 { tap.record("b", [PickyInTurn()]) {} }
    let state = Cart(items: [PickyInTurn()])
    _ = recorder.store("cart", state: state)
    #expect(Self.marks(in: try RecordedLog(sink)).map(\.problem) == [Self.problem("Picky"), Self.problem("PickyInTurn")])
  }

  @Test func `what ends by a limit is told as such`() throws {
    let (recorder, sink) = Recorder.inMemory(options: RecorderOptions(limits: .init(payloadBytes: 1 << 12, stateBytes: 1 << 12)))
    let tap = recorder.store("cart")
    tap.record("a", Endless()) {}
    var state = Cart(items: [Endless()])
    for number in 1...3 { tap.reduce(number, into: &state) { state, number in state.total = number } }
    let log = try RecordedLog(sink)
    #expect(Self.marks(in: log).isEmpty)
    #expect(log.actions[0].payload?["$truncated"] != nil)
    #expect(log.actions[1].outcome.omitted == "limit")
  }
}
