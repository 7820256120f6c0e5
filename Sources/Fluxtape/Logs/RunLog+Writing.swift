internal import FluxtapeCoding
internal import FluxtapeLocking
internal import FluxtapeLog

// MARK: - Segments

extension RunLog {
  /// Writes a record that begins something. If a new segment begins with it, all stores write their states first.
  ///
  /// Do not call it while holding the lock of a store's states.
  func recording<Result: Sendable>(_ write: (inout LogWriter) -> Result) -> Result {
    let result: Result? = withWriter { $0.turnOver() ? nil : write(&$0) }
    if let result { return result }
    restateStores()
    return withWriter { write(&$0) }
  }

  /// Asks each store to write its state if it has not done so in this segment.
  ///
  /// The app's `encode(to:)` runs meanwhile. So this holds only the lock of one store at a time and never waits for one: a busy store
  /// writes its state itself, or is asked again with the next record.
  func restateStores() {
    withWriter { $0.lacksStates = false }
    for store in liveStores where !store.restate() { withWriter { $0.lacksStates = true } }
  }
}

// MARK: - Export

extension RunLog {
  /// Copies the log in its current state to `path`.
  func export(to path: String) throws(RecorderError) {
    guard !isForked else { throw RecorderError(.forked) }
    guard !isInSink else { throw RecorderError(.noFile) }
    try withWriter { $0.export() }.get().write(to: path)
  }
}

extension LogWriter {
  fileprivate mutating func export() -> Result<LogExport, RecorderError> {
    guard let file = output.file else { return .failure(RecorderError(.noFile)) }
    _ = endOpenLine()
    output.flush()
    return Result { () throws(RecorderError) in LogExport(files: try file.filesForReading()) }
  }
}

// MARK: - Forks

extension RunLog {
  /// Whether this process is the child of a fork, and the log belongs to its parent. The child records nothing.
  var isForked: Bool { generation != Fork.generation }

  /// Runs `body` on the writer. In the child of a fork, that one takes nothing.
  func withWriter<Result: Sendable>(_ body: (inout LogWriter) -> Result) -> Result {
    writer.withLock { writer in
      if isForked { writer.refuse(RecorderError(.forked)) }
      return body(&writer)
    }
  }

  /// Tells the child of a fork, once, that it records nothing.
  func tellFork() {
    // The child inherits what its parent told.
    guard toldProblems.withLock({ $0.insert("fork \(Fork.generation)").inserted }) else { return }
    SystemFacts.tell("the child of a fork records nothing; make a new Recorder in it, or call exec")
  }
}
