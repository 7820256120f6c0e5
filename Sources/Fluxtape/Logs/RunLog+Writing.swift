internal import FluxtapeCoding
internal import FluxtapeLocking
internal import FluxtapeLog

// MARK: - Segments

extension RunLog {
  /// Writes a record that begins something. If a new segment begins with it, all stores write their states first.
  ///
  /// Do not call it while holding the lock of a store's states.
  func recording<Result: Sendable>(_ write: (inout LogWriter) -> Result) -> Result {
    objectNumbers.forgetGone()
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
    guard !isInSink else { throw RecorderError(.noFile) }
    try withWriter { $0.export() }.get().write(to: path)
  }
}

extension LogWriter {
  fileprivate mutating func export() -> Result<LogExport, RecorderError> {
    let isWritten = output.flush()
    guard let file = output.file else { return .failure(RecorderError(.noFile)) }
    return Result { () throws(RecorderError) in
      LogExport(files: try file.filesForReading(), endsInOpenLine: openStep != nil && isWritten)
    }
  }
}

// MARK: - Forks

extension RunLog {
  /// Whether this process is a child of the fork and the log belongs to its parent. The child writes a separate log.
  var isForked: Bool { generation != Fork.generation }

  /// Runs `body` on the writer of this process.
  func withWriter<Result: Sendable>(_ body: (inout LogWriter) -> Result) -> Result {
    writer.withLock { writer in
      if writer.generation != Fork.generation { writer = makeWriter() }
      return body(&writer)
    }
  }

  /// Resets, once per fork, what the parent's other threads were doing.
  func resetAfterFork() {
    let isFirst = leftParent.withLock { left in
      defer { left = Fork.generation }
      return left != Fork.generation
    }
    if isFirst { for store in liveStores { store.resetAfterFork() } }
  }

  /// Whether the log of this process contains `opened`, so that it can be completed there.
  func has(_ opened: Opened) -> Bool { opened.isWritten && opened.generation == Fork.generation }
}

extension RecordingContext {
  /// The context for the child of a fork.
  func inChild(_ process: Int) -> RecordingContext {
    var context = self
    context.run = Self.run(run, inChild: process)
    context.process?.id = process
    return context
  }

  static func run(_ run: String, inChild process: Int) -> String { "\(run)-\(process)" }
}

extension LogWriter {
  /// Creates the writer for the running process. In the child of a fork, the writer begins a separate log with its first record.
  static func forThisProcess(
    _ context: RecordingContext, options: RecorderOptions, target: LogTarget, generation: Int
  ) -> sending LogWriter {
    guard generation != Fork.generation else {
      return LogWriter(RunHeader(context), to: target, durability: options.durability, keeping: options.keeping)
    }
    let process = SystemFacts.processIdentifier
    let header = RunHeader(context.inChild(process), forkedFrom: context.run)
    guard let file = target.file else { return LogWriter(header, refusing: RecorderError(.forked)) }
    let path = LogPath(file.path).ofProcess(process)
    return LogWriter(
      header, to: .file(FileSink(path)), durability: options.durability, keeping: options.keeping, isDelayed: true,
      losses: Fork.generation << (Int.bitWidth - 24))
  }
}
