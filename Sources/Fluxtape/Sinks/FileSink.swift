#if !RECORDING_COMPILED_OUT
internal import FluxtapeLocking

/// A log in a file of its own.
///
/// The file is made exclusively at the first write, mode 0600, and only ever appended to. A log that stands at the path
/// is renamed first, with the time at which it began: `shop.jsonl` becomes `shop.2026-11-21T09-00-00Z.jsonl`. Every write
/// goes through to the kernel, so what was written survives the end of the process, though not that of the machine.
///
/// A file that is no log, as its first line tells, is never touched: the log is made beside it as `shop-2.jsonl`, and a line on standard error
/// says so. A symbolic link, a folder, a device, a pipe or a socket is not touched either; the write fails with
/// ``RecorderError/Reason/occupied(by:)``.
///
/// If the file cannot be made it is tried again at each write.
public final class FileSink: LogSink {
  private let wantedPath: String
  private let sizeLimit: Int?
  private let state: Locked<State>
  /// The process that may write.
  private let generation = Fork.generation

  private struct State {
    /// The one that is being written.
    var file: PosixFile?
    var isClosed = false
    /// Where the file is that is being written, or where the next one goes if nothing is in the way.
    var path: String
    /// Whether the disk has the file's name.
    var isPlaceCertain = false
    /// How many files were ended.
    var ended = 0
    /// Those of them that are still there, oldest first.
    var finished: [FinishedSegment] = []
  }

  /// Creates a sink that appends to the file at `path`, which is made with the first record.
  public convenience init(_ path: String) { self.init(path, sizeLimit: nil) }

  /// - Parameter sizeLimit: Bytes at which the file is full; `nil` for the limit of the process.
  init(_ path: String, sizeLimit: Int?) {
    wantedPath = path
    self.sizeLimit = sizeLimit
    state = Locked(renewable: { State(isClosed: true, path: path) })
    state.withLock { $0 = State(path: path) }
  }

  /// Where the file is. It is made with the first write; before that, where it goes if no file of something else stands there.
  public var path: String { state.withLock { $0.path } }

  public func write(_ bytes: ArraySlice<UInt8>) throws(RecorderError) -> Int { try write(bytes, isLookedAt: false) }

  /// - Parameter isLookedAt: Whether the file was looked at a moment ago. Then nothing is written before it is sure that the descriptor leads to
  ///   the file, as code of the app may have closed it. That somebody removed or shortened the file just then is rare, and the next look tells.
  func write(_ bytes: ArraySlice<UInt8>, isLookedAt: Bool) throws(RecorderError) -> Int {
    try state.withLock { (state) throws(RecorderError) in
      // A child of a fork has the file too, and would write in between.
      guard generation == Fork.generation, !state.isClosed else { throw RecorderError(.closed, path: state.path) }
      if state.file == nil { state.file = try create(&state) }
      guard let file = state.file else { return 0 }
      // Close to a limit of its size each byte of the file counts.
      let isSure = isLookedAt && !file.isLimited && file.isSureToBeLedTo
      let size = isSure ? file.writtenSize : try size(of: file, state)
      let limit = file.sizeLimit(at: size)
      guard size < limit else { throw RecorderError(.fileSizeLimit(bytes: limit), path: state.path) }
      return try RecorderError.wrapping(RecorderError.Reason.cannotWrite, at: state.path) { () throws(PosixError) in
        try file.append(bytes, atMost: limit - size, at: size)
      }
    }
  }

  /// Finds out whether the file, if there is one, is still what it was.
  ///
  /// - Throws: ``RecorderError`` if it is not. A write would find the same.
  func look() throws(RecorderError) {
    try state.withLock { (state) throws(RecorderError) in
      guard generation == Fork.generation, let file = state.file else { return }
      file.accept(size: try size(of: file, state))
    }
  }

  public func synchronize() throws(RecorderError) {
    try state.withLock { (state) throws(RecorderError) in
      guard let file = state.file else { return }
      // A file that no folder has would be lost with all its bytes.
      if !state.isPlaceCertain { PosixFile.synchronize(folder: LogPath(state.path).folder) }
      state.isPlaceCertain = true
      try RecorderError.wrapping(RecorderError.Reason.cannotSynchronize, at: state.path) { () throws(PosixError) in try file.synchronize() }
    }
  }

  public func close() {
    state.withLock { state in
      // It can still be exported.
      if let file = state.file { leave(file, at: place(of: file, from: state.path), &state) }
      state.isClosed = true
    }
  }
}

// MARK: - Looking

extension FileSink {
  /// The file's size, after a look at whether it is what it was.
  private func size(of file: PosixFile, _ state: borrowing State) throws(RecorderError) -> Int {
    switch file.condition {
    case .good(let size):
      file.noteLook()
      return size
    case .removed: throw RecorderError(.removed, path: state.path)
    case .truncated(let size):
      file.accept(size: size)
      throw RecorderError(.truncated(bytes: size), path: state.path)
    case .descriptorTaken:
      // The file itself is where it was, as a rule, and can be opened once more.
      guard file.reopen(state.path), case .good(let size) = file.condition else {
        throw RecorderError(.descriptorTaken, path: state.path)
      }
      return size
    }
  }
}

// MARK: - Making

extension FileSink {
  /// Makes the file, at the path or, as long as files of something else stand there, beside it.
  private func create(_ state: inout State) throws(RecorderError) -> PosixFile {
    for number in 1...Self.mostNames {
      let path = LogPath(wantedPath).numbered(number)
      guard let file = try create(at: path, state) else { continue }
      if path != state.path {
        state.path = path
        SystemFacts.tell(
          "\(Recorder.quoted(wantedPath)) is no log and stays as it is; recording into \(Recorder.quoted(path))")
      }
      return file
    }
    throw RecorderError(.cannotCreate(code: PosixError.occupied.code), path: wantedPath)
  }

  private static let mostNames = 100

  /// Makes the file at a path. An earlier log there is moved aside. `nil` if there is a file that is none.
  private func create(at path: String, _ state: State) throws(RecorderError) -> PosixFile? {
    // Another process may make a log between our moving and our making; each try gives one of the two its file.
    for _ in 0..<8 {
      do throws(PosixError) {
        return try PosixFile(creating: path, sizeLimit: sizeLimit)
      } catch {
        guard error.isOccupied else { throw RecorderError(.cannotCreate(code: error.code), path: path) }
      }
      switch PosixFile.occupant(of: path) {
      case .nothing: continue
      case .other(let occupant): throw RecorderError(.occupied(by: occupant), path: path)
      case .file: break
      }
      if let file = besideOther(at: path, state) { return file }
      guard ExistingLog(path: path).isLog else { return nil }
      _ = try Self.moveAside(path)
    }
    throw RecorderError(.cannotCreate(code: PosixError.occupied.code), path: path)
  }

  /// A further segment of a run whose path another running process has taken: under the name that it would get in the end. Two runs that
  /// moved each other aside all the time would help nobody.
  private func besideOther(at path: String, _ state: State) -> PosixFile? {
    guard let former = state.finished.last?.path, var label = LogLabel(inNameOf: former), PosixFile.isLocked(path) else { return nil }
    label.segment = state.ended + 1
    return try? PosixFile(creating: LogPath(path).labelled(label), sizeLimit: sizeLimit)
  }
}

// MARK: - Segments

/// A file of a run that is not written any more.
private struct FinishedSegment {
  /// `nil` if it is not in the folder of the log any more.
  let path: String?
  let identity: PosixFile.Identity?
  /// In bytes. Names and numbers of deleted files are given to new ones.
  let size: Int
}

extension FileSink {
  /// Ends the file and gives it a name with its number; the next write begins another file.
  func endSegment() throws(RecorderError) {
    try state.withLock { (state) throws(RecorderError) in
      guard let file = state.file else { return }
      _ = try size(of: file, state)
      let path = try moveAside(file, from: state.path)
      leave(file, at: path, &state)
    }
  }

  /// Leaves the file to whoever did something to it; the next write begins another one.
  func abandonSegment() {
    state.withLock { state in
      guard let file = state.file else { return }
      if file.isRemoved { leave(&state) } else { leave(file, at: place(of: file, from: state.path), &state) }
    }
  }

  private func leave(_ file: PosixFile, at path: String?, _ state: inout State) {
    state.finished.append(FinishedSegment(path: path, identity: file.identity, size: file.writtenSize))
    leave(&state)
  }

  private func leave(_ state: inout State) {
    state.ended += 1
    state.isPlaceCertain = false
    state.file = nil
  }

  /// Deletes the oldest file that was ended and is still there.
  func deleteOldestSegment() {
    state.withLock { state in
      guard !state.finished.isEmpty else { return }
      let oldest = state.finished.removeFirst()
      // Whatever has its name by now, only the file itself goes.
      guard let path = oldest.path, PosixFile.identity(of: path) == oldest.identity, PosixFile.size(of: path) == oldest.size else { return }
      PosixFile.remove(path)
    }
  }

  /// The files of the log that are there, oldest first.
  func filesForReading() throws(RecorderError) -> [ReadableFile] {
    try state.withLock { (state) throws(RecorderError) in
      var files = state.finished.compactMap { segment in segment.path.flatMap { ReadableFile($0, identity: segment.identity) } }
      if let file = state.file {
        files.append(
          try RecorderError.wrapping(RecorderError.Reason.cannotRead, at: state.path) { () throws(PosixError) in try file.forReading() })
      }
      guard !files.isEmpty else { throw RecorderError(.noFile, path: state.path) }
      return files
    }
  }

  /// Where the files are that were ended and are still in the folder of the log, oldest first.
  var endedPaths: [String] {
    state.withLock { state in
      state.finished.compactMap { segment in
        // Whatever has its name by now, only the file itself counts.
        guard let path = segment.path, let identity = segment.identity, PosixFile.identity(of: path) == identity else { return nil }
        return path
      }
    }
  }

  /// How many records the segment has that begins behind the first `offset` bytes of the file, without those that are cut.
  func recordCount(from offset: Int) -> Int {
    state.withLock { state in
      guard let file = state.file, let copy = try? file.forReading() else { return 0 }
      return copy.recordCount(from: offset, doubtfulBytes: file.bytesSinceLook)
    }
  }

  private func moveAside(_ file: PosixFile, from path: String) throws(RecorderError) -> String? {
    // Another process with the same place in mind may have moved it already.
    guard PosixFile.identity(of: path) == file.identity else { return place(of: file, from: path) }
    return try Self.moveAside(path)
  }

  private static func moveAside(_ path: String) throws(RecorderError) -> String? {
    try RecorderError.wrapping(RecorderError.Reason.cannotMoveAside, at: path) { () throws(PosixError) in
      try ExistingLog(path: path).moveAside()
    }
  }

  private func place(of file: PosixFile, from path: String) -> String? {
    guard let identity = file.identity else { return nil }
    if PosixFile.identity(of: path) == identity { return path }
    return LogPath(path).labelled.first { PosixFile.identity(of: $0.path) == identity }?.path
  }
}
#endif
