internal import FluxtapeLocking
internal import FluxtapeLog

/// Writes a log into a file.
///
/// The first write creates the file exclusively with mode 0600; later writes only append. An earlier log at the path is renamed first, with
/// its start time in the name: `shop.jsonl` becomes `shop.2026-11-21T09-00-00Z.jsonl`. Every write passes its bytes to the kernel, so they
/// survive the end of the process, though not a crash of the machine.
///
/// A file whose first line shows that it is not a log is never touched: the sink creates the log beside it as `shop-2.jsonl`, and a line on
/// standard error says so. A symbolic link, a folder, a device, a pipe or a socket is not touched either; the write fails with
/// ``RecorderError/Reason/occupied(by:)``.
///
/// If the file cannot be created, each write tries again.
public final class FileSink: LogSink {
  private let wantedPath: String
  private let state: Locked<State>
  /// The fork generation of the process that may write.
  private let generation = Fork.generation

  private struct State {
    /// The current file.
    var file: PosixFile?
    var isClosed = false
    /// The path of the current file, or of the next one unless the path is occupied.
    var path: String
    /// Whether the file's directory entry is on the disk.
    var isPlaceCertain = false
    /// Ended files that still exist, oldest first.
    var finished: [FinishedSegment] = []
  }

  /// Creates a sink that appends to the file at `path`. The first record creates the file.
  public init(_ path: String) {
    wantedPath = path
    state = Locked(renewable: { State(isClosed: true, path: path) })
    state.withLock { $0 = State(path: path) }
  }

  /// The path of the file. Before the first write it is the requested path, which changes if a file other than a log occupies it.
  public var path: String { state.withLock { $0.path } }

  public func write(_ bytes: ArraySlice<UInt8>) throws(RecorderError) -> Int {
    try state.withLock { (state) throws(RecorderError) in
      // The child of a fork inherits the file, and its writes would interleave.
      guard generation == Fork.generation, !state.isClosed else { throw RecorderError(.closed, path: state.path) }
      if state.file == nil { state.file = try create(&state) }
      guard let file = state.file else { return 0 }
      try check(file, state)
      return try RecorderError.wrapping(RecorderError.Reason.cannotWrite, at: state.path) { () throws(PosixError) in try file.append(bytes)
      }
    }
  }

  /// Checks that the file is still the log's, if there is one.
  ///
  /// - Throws: ``RecorderError`` if it was removed or replaced. A write would report the same.
  func check() throws(RecorderError) {
    try state.withLock { (state) throws(RecorderError) in
      if let file = state.file { try check(file, state) }
    }
  }

  public func synchronize() throws(RecorderError) {
    try state.withLock { (state) throws(RecorderError) in
      guard let file = state.file else { return }
      // Without its directory entry on the disk, the file would be lost with all its bytes.
      if !state.isPlaceCertain { PosixFile.synchronize(folder: LogPath(state.path).folder) }
      state.isPlaceCertain = true
      try RecorderError.wrapping(RecorderError.Reason.cannotSynchronize, at: state.path) { () throws(PosixError) in try file.synchronize() }
    }
  }

  public func close() {
    state.withLock { state in
      // A closed log can still be exported.
      if let file = state.file { leave(file, at: place(of: file, from: state.path), &state) }
      state.isClosed = true
    }
  }
}

// MARK: - Checks

extension FileSink {
  private func check(_ file: PosixFile, _ state: borrowing State) throws(RecorderError) {
    switch file.condition {
    case .good: break
    case .removed: throw RecorderError(.removed, path: state.path)
    case .descriptorTaken:
      // Usually the file itself is still in place and can be opened again.
      guard file.reopen(state.path), case .good = file.condition else { throw RecorderError(.descriptorTaken, path: state.path) }
    }
  }
}

// MARK: - Creation

extension FileSink {
  /// Creates the file at the path or, while other files occupy it, beside it.
  private func create(_ state: inout State) throws(RecorderError) -> PosixFile {
    for number in 1...Self.mostNames {
      let path = LogPath(wantedPath).numbered(number)
      guard let file = try create(at: path) else { continue }
      if path != state.path {
        state.path = path
        SystemFacts.tell(
          "\(ShellWord.quoted(wantedPath)) is not a log and was left unchanged; recording into \(ShellWord.quoted(path))")
      }
      return file
    }
    throw RecorderError(.cannotCreate(code: PosixError.occupied.code), path: wantedPath)
  }

  private static let mostNames = 100

  /// Creates the file at a path. Moves an earlier log there aside. Returns `nil` if the file there is not a log.
  private func create(at path: String) throws(RecorderError) -> PosixFile? {
    // Another process may create a log between the move and the creation; each attempt succeeds for one of the two.
    for _ in 0..<8 {
      do throws(PosixError) {
        return try PosixFile(creating: path)
      } catch {
        guard error.isOccupied else { throw RecorderError(.cannotCreate(code: error.code), path: path) }
      }
      switch PosixFile.occupant(of: path) {
      case .nothing: continue
      case .other(let occupant): throw RecorderError(.occupied(by: occupant), path: path)
      case .file: break
      }
      guard ExistingLog(path: path).isLog else { return nil }
      _ = try Self.moveAside(path)
    }
    throw RecorderError(.cannotCreate(code: PosixError.occupied.code), path: path)
  }
}

// MARK: - Segments

/// A file of a run that is no longer written.
private struct FinishedSegment {
  /// `nil` if it is no longer in the folder of the log.
  let path: String?
  let identity: PosixFile.Identity?
  /// In bytes. Distinguishes the file from a new one that reuses the name and inode number of a deleted file.
  let size: Int
}

extension FileSink {
  /// Ends the file and renames it with its segment number; the next write begins another file.
  func endSegment() throws(RecorderError) {
    try state.withLock { (state) throws(RecorderError) in
      guard let file = state.file else { return }
      try check(file, state)
      let path = try moveAside(file, from: state.path)
      leave(file, at: path, &state)
    }
  }

  /// Gives up a file that somebody else changed; the next write begins another one.
  func abandonSegment() {
    state.withLock { state in
      guard let file = state.file else { return }
      if case .removed = file.condition { leave(&state) } else { leave(file, at: place(of: file, from: state.path), &state) }
    }
  }

  private func leave(_ file: PosixFile, at path: String?, _ state: inout State) {
    state.finished.append(FinishedSegment(path: path, identity: file.identity, size: file.writtenSize))
    leave(&state)
  }

  private func leave(_ state: inout State) {
    state.isPlaceCertain = false
    state.file = nil
  }

  /// Deletes the oldest ended file that still exists.
  func deleteOldestSegment() {
    state.withLock { state in
      guard !state.finished.isEmpty else { return }
      let oldest = state.finished.removeFirst()
      // Delete only the file itself, not another one that has its name by now.
      guard let path = oldest.path, PosixFile.identity(of: path) == oldest.identity, PosixFile.size(of: path) == oldest.size else { return }
      PosixFile.remove(path)
    }
  }

  /// Opens the existing files of the log, oldest first.
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

  /// The paths of ended files that are still in the folder of the log, oldest first.
  package var endedPaths: [String] {
    state.withLock { state in
      state.finished.compactMap { segment in
        // Ignore another file that has its name by now.
        guard let path = segment.path, let identity = segment.identity, PosixFile.identity(of: path) == identity else { return nil }
        return path
      }
    }
  }

  private func moveAside(_ file: PosixFile, from path: String) throws(RecorderError) -> String? {
    // Another process that records to the same path may have moved it already.
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
