import Dispatch
import FluxtapeLocking
public import FluxtapeLog

/// Logs that are being read: the first rows are available at once, and queries run while later rows arrive.
///
/// ```swift
/// let opening = try HistoryOpening(["run.jsonl"])
/// show(opening.histories[0].rows.prefix(60))      // a log of any size
/// try opening.wait()                              // all of it
/// ```
///
/// Two threads read. The histories stay the same objects; runs that begin later are added.
public final class HistoryOpening: Sendable {
  /// The progress of reading.
  public struct Progress: Hashable, Sendable {
    /// The number of bytes read so far.
    public var bytesRead: Int
    /// The number of bytes in all files.
    public var byteCount: Int
    /// The number of rows found so far.
    public var rowCount: Int
    /// Whether reading has ended: it is complete, failed, or was cancelled.
    public var isDone: Bool

    /// From 0 to 1.
    public var fraction: Double { byteCount == 0 ? 1 : Double(bytesRead) / Double(byteCount) }
  }

  /// The stores in the first rows of the first run. It never changes.
  public let firstStores: [String]

  /// The highest step near the end of the last file: it gives the width of a column of steps before the whole log is read.
  public let lastStepHint: StepNumber?

  let state: Monitor<OpeningState>
  private let readers = DispatchGroup()
  /// The number of threads that have not started.
  private let idleReaders = Locked(0)
  /// The end of the bytes read from the last file, if it has grown.
  let followed = Locked<Int?>(nil)

  /// Opens the files and reads the first part of them.
  ///
  /// - Parameters:
  ///   - paths: The files; `-` is standard input.
  ///   - input: The input for `-`; without one, standard input is read to its end first.
  ///   - conversion: Converts files of other tools. Without one, every file is read as a log.
  ///   - isHeldBack: Whether reading stops after the first part until a caller waits: reading threads slow down the first screen.
  /// - Throws: ``HistoryError`` for the first file that cannot be opened, or whose first part shows that it is not a log.
  public convenience init(
    _ paths: [String], from input: LiveInput? = nil, converting conversion: LogConversion? = nil, isHeldBack: Bool = false
  ) throws(HistoryError) {
    let files = try FileBytes.opened(
      paths, standardInput: 0, liveInput: input, temporaryFolder: FileBytes.temporaryFolder, converting: conversion)
    try self.init(files, isHeldBack: isHeldBack)
  }

  /// Lists the lines of files without reading them as records, for logs of a later version.
  package convenience init(raw paths: [String], from input: LiveInput? = nil) throws(HistoryError) {
    let files = try FileBytes.opened(paths, standardInput: 0, liveInput: input, temporaryFolder: FileBytes.temporaryFolder)
    try self.init(files, isRaw: true)
  }

  /// - Parameters:
  ///   - isRaw: Whether lines are listed without being read as records, for logs of a later version.
  ///   - threads: The number of threads that read in the background.
  ///   - sizes: The number of bytes to read at once.
  init(
    _ files: [FileBytes], isRaw: Bool = false, threads: Int = 2, isHeldBack: Bool = false, sizes: ScanSizes = ScanSizes()
  ) throws(HistoryError) {
    let plan = IndexingPlan(files, sizes: sizes)
    state = Monitor(OpeningState(plan, isRaw: isRaw, sizes: sizes))
    // Reads the first part, which may be a whole small log, without a thread.
    var scanner = PartReader(state)
    while !state.withLockWithoutNotifying({ $0.isSomethingShown }), scanner.read() {}
    if let error = state.withLockWithoutNotifying({ $0.failure }) { throw error }
    let first = state.withLockWithoutNotifying { $0.histories.first }
    firstStores = first?.stores ?? []
    guard !state.withLockWithoutNotifying({ $0.progress.isDone }) else {
      lastStepHint = first?.lastStep
      return
    }
    lastStepHint = try plan.files.last.flatMap { (file) throws(HistoryError) in try Self.lastStep(of: file) }
    idleReaders.withLock { $0 = threads }
    if !isHeldBack { beginReading() }
  }

  private func beginReading() {
    let count = idleReaders.withLock { count in
      defer { count = 0 }
      return count
    }
    for _ in 0..<count {
      DispatchQueue.global(qos: .userInitiated).async(group: readers) { [state] in
        var scanner = PartReader(state)
        while scanner.read() {}
      }
    }
  }

  private static func lastStep(of file: FileBytes) throws(HistoryError) -> StepNumber? {
    let start = max(0, file.count - 1 << 16)
    var scanner = PartScanner(file)
    let part = try scanner.scan(start..<file.count, end: file.count, isLineStart: start == 0)
    let lines = part.lines + (part.tail.map { [$0] } ?? [])
    return lines.filter { $0.kind == .action }.map(\.step).max().map { StepNumber($0) }
  }
}

// MARK: - Asking

extension HistoryOpening {
  /// The runs so far, in the order of the files.
  public var histories: [History] { state.withLockWithoutNotifying { $0.histories } }

  /// The progress of reading. Call this on any thread.
  public var progress: Progress { state.withLockWithoutNotifying { $0.progress } }

  /// Waits until everything is read.
  ///
  /// - Throws: ``HistoryError`` if a file could not be read.
  public func wait() throws(HistoryError) {
    beginReading()
    readers.wait()
    if let error = state.withLockWithoutNotifying({ $0.failure }) { throw error }
  }

  /// Reads, in parallel with the background threads, until everything is read.
  func readToEnd() throws(HistoryError) {
    var reader = PartReader(state)
    while reader.read() {}
    try wait()
  }

  /// Waits until more than `rows` rows are settled, or reading has ended.
  ///
  /// - Throws: ``HistoryError`` if a file could not be read.
  public func wait(forMoreThan rows: Int, of history: History) throws(HistoryError) {
    beginReading()
    let isDone = state.wait(until: { history.settledRowCount > rows || $0.progress.isDone }) { $0.progress.isDone }
    if isDone { try wait() }
  }

  /// Waits until everything is read.
  ///
  /// - Parameter tell: Called with the progress after about each percent, on the thread that waits.
  /// - Throws: ``HistoryError`` if a file could not be read.
  public func wait(telling tell: (Progress) -> Void) throws(HistoryError) {
    beginReading()
    var next = 0
    while true {
      let progress = state.wait(until: { [next] in $0.progress.bytesRead >= next || $0.progress.isDone }) { $0.progress }
      if progress.isDone { break }
      tell(progress)
      next = progress.bytesRead + max(1, progress.byteCount / 100)
    }
    try wait()
  }

  /// Stops reading. The rows so far stay available.
  public func cancel() {
    state.withLock { $0.isCancelled = true }
    readers.wait()
  }
}
