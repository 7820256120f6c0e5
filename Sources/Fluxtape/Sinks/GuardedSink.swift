internal import FluxtapeLocking

/// A sink of the app's own, while which runs nothing is recorded into its log: the running thread holds the log's lock.
final class GuardedSink: LogSink {
  private let sink: any LogSink
  private let mark = ThreadMark()
  private let losses = Locked(renewable: { 0 })

  init(_ sink: any LogSink) { self.sink = sink }
  deinit { mark.end() }

  func write(_ bytes: ArraySlice<UInt8>) throws(RecorderError) -> Int {
    try mark.whileSet { () throws(RecorderError) in try sink.write(bytes) }
  }

  func synchronize() throws(RecorderError) {
    try mark.whileSet { () throws(RecorderError) in try sink.synchronize() }
  }

  func close() { mark.whileSet { sink.close() } }
}

extension GuardedSink {
  /// Whether the running thread is inside of the sink.
  var isRunning: Bool { mark.isSet }

  /// Takes note of a record that was made inside of the sink.
  func noteLoss() { losses.withLock { $0 += 1 } }

  /// How many records were made inside of the sink since the last time this was asked.
  func takeLosses() -> Int {
    losses.withLock { losses in
      defer { losses = 0 }
      return losses
    }
  }
}
