/// The trace and the span in which an action is dispatched, as W3C Trace Context identifies them. See ``RecorderOptions/traceContext``.
public struct TraceContext: Equatable, Sendable {
  /// Identifies the trace: 32 hexadecimal digits in lower case, not all of them zero.
  public var traceID: String
  /// Identifies the span in the trace: 16 hexadecimal digits in lower case, not all of them zero.
  public var spanID: String

  /// Creates a context. The recorder leaves out identifiers of another form, and reports that once in the log.
  public init(traceID: String, spanID: String) {
    self.traceID = traceID
    self.spanID = spanID
  }
}
