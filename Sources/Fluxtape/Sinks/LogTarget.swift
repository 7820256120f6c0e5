internal import FluxtapeLocking

/// The sink of a log, with what the recorder knows about it.
enum LogTarget: Sendable {
  case file(FileSink)
  case memory(MemorySink)
  /// A custom sink.
  case own(GuardedSink)

  init(_ sink: any LogSink) {
    self =
      switch sink {
      case let file as FileSink: .file(file)
      case let memory as MemorySink: .memory(memory)
      default: .own(GuardedSink(sink))
      }
  }

  var sink: any LogSink {
    switch self {
    case .file(let file): file
    case .memory(let memory): memory
    case .own(let sink): sink
    }
  }

  var file: FileSink? { if case .file(let file) = self { file } else { nil } }
}

/// Wraps a custom sink. While the sink runs, its log refuses records, since the running thread holds the log's lock.
final class GuardedSink: LogSink {
  private let sink: any LogSink
  private let mark = ThreadFlag()
  private let losses = Locked(renewable: { 0 })

  init(_ sink: any LogSink) { self.sink = sink }
  deinit { mark.end() }

  func write(_ bytes: ArraySlice<UInt8>) throws(RecorderError) -> Int {
    try mark.withFlagSet { () throws(RecorderError) in try sink.write(bytes) }
  }

  func synchronize() throws(RecorderError) {
    try mark.withFlagSet { () throws(RecorderError) in try sink.synchronize() }
  }

  func close() { mark.withFlagSet { sink.close() } }
}

extension GuardedSink {
  /// Whether the running thread is inside the sink.
  var isRunning: Bool { mark.isSet }

  /// Whether the running thread is inside the sink. If so, counts a lost record.
  func refusesRecord() -> Bool {
    guard isRunning else { return false }
    losses.withLock { $0 += 1 }
    return true
  }

  /// Returns the number of records refused inside the sink, and resets it.
  func takeLosses() -> Int {
    losses.withLock { losses in
      defer { losses = 0 }
      return losses
    }
  }
}
