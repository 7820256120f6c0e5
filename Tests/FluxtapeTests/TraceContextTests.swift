import FluxtapeLog
import FluxtapeLogReading
import Testing

@testable import Fluxtape

/// A tracer as far as a recorder sees one: a trace with a span for each task.
private enum Tracer {
  static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
  @TaskLocal static var span: String?

  static var options: RecorderOptions {
    RecorderOptions(traceContext: { Tracer.span.map { TraceContext(traceID: Tracer.trace, spanID: $0) } })
  }
}

extension RecordedLog {
  fileprivate var notes: [MarkRecord] {
    records.compactMap { record -> MarkRecord? in if case .mark(let mark) = record { mark } else { nil } }
  }

  /// The type and the span of each action.
  fileprivate var spans: [String] { actions.map { "\($0.type) \($0.span ?? "-")" } }
}

struct TraceContextTests {
  @Test func `an action names the trace and span in which it was dispatched`() throws {
    let (recorder, sink) = Recorder.inMemory(options: Tracer.options)
    let cart = recorder.store("cart", state: 0)
    var total = 0
    cart.record("before") {}
    Tracer.$span.withValue("00f067aa0ba902b7") {
      cart.record("tapped") {
        let inner = "00f067aa0ba902b8"
        Tracer.$span.withValue(inner) { cart.record("inner") {} }
      }
      cart.reduce("added", 5, into: &total) { total in total += 5 }
    }
    cart.record("after") {}
    let log = try RecordedLog(sink)
    #expect(
      log.spans == [
        "@@INIT -", "before -", "tapped 00f067aa0ba902b7", "inner 00f067aa0ba902b8", "added 00f067aa0ba902b7", "after -",
      ])
    #expect(log.actions.allSatisfy { $0.trace == ($0.span == nil ? nil : Tracer.trace) })
    #expect(log.lines[4].contains(#"","trace":"4bf92f3577b34da6a3ce929d0e0e4736","span":"00f067aa0ba902b8","dur":"#))
    #expect(log.notes.isEmpty)
  }

  @Test func `both steps of asynchronous work name the span around it`() async throws {
    let (recorder, sink) = Recorder.inMemory(options: Tracer.options)
    let cart = recorder.store("cart")
    await Tracer.$span.withValue("00f067aa0ba902b7") {
      await cart.record("fetch") { await Task.yield() }
    }
    #expect(try RecordedLog(sink).spans == ["fetch 00f067aa0ba902b7", "fetch 00f067aa0ba902b7"])
  }

  @Test func `a dispatch and the store that handles it are asked for both`() throws {
    let (recorder, sink) = Recorder.inMemory(options: Tracer.options)
    let (dispatcher, cart) = (recorder.dispatcher("app"), recorder.store("cart", state: 0))
    var total = 0
    Tracer.$span.withValue("00f067aa0ba902b7") {
      dispatcher.record(action: 5) { cart.reduce(5, into: &total) { total, action in total += action } }
    }
    #expect(try RecordedLog(sink).spans == ["@@INIT -", "Int 00f067aa0ba902b7", "Int 00f067aa0ba902b7"])
  }

  @Test(arguments: [
    ("", ""), ("trace-1", "span-1"), ("4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b"),
    ("4BF92F3577B34DA6A3CE929D0E0E4736", "00f067aa0ba902b7"), ("00000000000000000000000000000000", "00f067aa0ba902b7"),
    ("4bf92f3577b34da6a3ce929d0e0e4736", "0000000000000000"), ("4bf92f3577b34da6a3ce929d0e0e473g", "00f067aa0ba902b7"),
  ])
  func `identifiers of another form are left out, and the log says so once`(traceID: String, spanID: String) throws {
    let context = TraceContext(traceID: traceID, spanID: spanID)
    let (recorder, sink) = Recorder.inMemory(options: RecorderOptions(traceContext: { context }))
    let cart = recorder.store("cart")
    for _ in 1...3 { cart.record("tapped") {} }
    let log = try RecordedLog(sink)
    #expect(log.spans == ["tapped -", "tapped -", "tapped -"])
    #expect(log.actions.allSatisfy { $0.trace == nil })
    #expect(log.notes.map(\.problem?.kind) == ["traceContext"])
    #expect(log.notes.first?.text.hasPrefix("actions lack their trace: 'traceContext' returned '") == true)
  }

  @Test func `what the app records while it is asked is dropped and counted`() throws {
    let options = RecorderOptions(traceContext: {
      Recorder.current.store("tracer").record("asked") {}
      return nil
    })
    let (recorder, sink) = Recorder.inMemory(options: options)
    let cart = recorder.store("cart")
    Recorder.withCurrent(recorder) { for _ in 1...2 { cart.record("tapped") {} } }
    let log = try RecordedLog(sink)
    #expect(log.spans == ["tapped -", "tapped -"])
    #expect(log.records.contains { if case .gap = $0 { true } else { false } })
  }
}
