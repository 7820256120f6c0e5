import Fluxtape
import FluxtapeStores
import InMemoryTracing
import SampleWorld
import Testing
import Tracing

/// The recipe of the page "Attach to any store", with the library itself.
private struct TraceParent: Injector {
  func inject(_ value: String, forKey key: String, into ids: inout TraceContext?) {
    // 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
    let parts = value.split(separator: "-")
    guard key == "traceparent", parts.count > 3 else { return }
    ids = TraceContext(traceID: String(parts[1]), spanID: String(parts[2]))
  }

  /// The trace and span of the running task.
  static var current: TraceContext? {
    guard let context = ServiceContext.current else { return nil }
    var ids: TraceContext?
    InstrumentationSystem.instrument.inject(context, into: &ids, using: TraceParent())
    return ids
  }
}

/// A tracer with the header of W3C Trace Context, which keeps its spans in memory.
private struct HeaderTracer: Tracer {
  let spans = InMemoryTracer(
    idGenerator: InMemoryTracer.IDGenerator(
      nextTraceID: { HeaderTracer.digits() + HeaderTracer.digits() }, nextSpanID: { HeaderTracer.digits() }))

  /// Sixteen digits.
  private static func digits() -> String { String(UInt64.random(in: (1 << 60)...UInt64.max), radix: 16) }

  func startSpan<Instant: TracerInstant>(
    _ operationName: String, context: @autoclosure () -> ServiceContext, ofKind kind: SpanKind, at instant: @autoclosure () -> Instant,
    function: String, file fileID: String, line: UInt
  ) -> InMemorySpan {
    spans.startSpan(operationName, context: context(), ofKind: kind, at: instant(), function: function, file: fileID, line: line)
  }

  func forceFlush() {}

  func inject<Carrier, Inject: Injector>(
    _ context: ServiceContext, into carrier: inout Carrier, using injector: Inject
  ) where Inject.Carrier == Carrier {
    guard let ids = context.inMemorySpanContext else { return }
    injector.inject("00-\(ids.traceID)-\(ids.spanID)-01", forKey: "traceparent", into: &carrier)
  }

  func extract<Carrier, Extract: Extractor>(
    _ carrier: Carrier, into context: inout ServiceContext, using extractor: Extract
  ) where Extract.Carrier == Carrier {}
}

struct TracingTests {
  @Test func `actions name the trace and span that they were dispatched in`() throws {
    let tracer = HeaderTracer()
    InstrumentationSystem.bootstrap(tracer)
    let sink = MemorySink()
    let options = RecorderOptions(traceContext: { TraceParent.current })
    let recorder = Recorder(writingTo: sink, options: options, context: .sample("traces", clock: VirtualClock()))
    let cart = recorder.store("cart")
    cart.record("opened") {}
    withSpan("checkout") { _ in
      cart.record("paid") {}
      withSpan("charge") { _ in cart.record("charged") {} }
    }

    let checkout = try #require(tracer.spans.finishedSpans.first { $0.operationName == "checkout" }).spanContext
    let charge = try #require(tracer.spans.finishedSpans.first { $0.operationName == "charge" }).spanContext
    #expect(charge.traceID == checkout.traceID && charge.spanID != checkout.spanID)
    let actions = sink.text.split(separator: "\n").filter { $0.contains(#""type":"#) }
    #expect(actions.count == 3)
    #expect(!actions[0].contains(#""trace""#))
    #expect(actions[1].contains(#""type":"paid""#) && actions[1].contains(Self.members(of: checkout)))
    #expect(actions[2].contains(#""type":"charged""#) && actions[2].contains(Self.members(of: charge)))
  }

  private static func members(of span: InMemorySpanContext) -> String { #""trace":"\#(span.traceID)","span":"\#(span.spanID)""# }
}
