internal import FluxtapeLocking

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// A log in a file of its own.
///
/// The file is made exclusively at the first write, mode 0600, and only ever appended to. A log that stands at the path
/// is renamed first, with the time at which it began: `shop.jsonl` becomes `shop.2026-11-21T09-00-00Z.jsonl`. Every write
/// goes through to the kernel, so what was written survives the end of the process, though not that of the machine.
///
/// If the file cannot be made it is tried again at each write.
public final class FileSink: LogSink {
  public let path: String
  private let sizeLimit: Int?
  private let state = Locked(State.notMade)

  private enum State {
    case notMade
    case open(PosixFile)
    case closed
  }

  public convenience init(_ path: String) { self.init(path, sizeLimit: nil) }

  /// - Parameter sizeLimit: Bytes at which the file is full; `nil` for the limit of the process.
  init(_ path: String, sizeLimit: Int?) {
    self.path = path
    self.sizeLimit = sizeLimit
  }

  public func write(_ bytes: ArraySlice<UInt8>) throws(RecorderError) -> Int {
    try state.withLock { (state) throws(RecorderError) in
      switch state {
      case .notMade:
        let file = try create()
        state = .open(file)
        return try append(bytes, to: file)
      case .open(let file): return try append(bytes, to: file)
      case .closed: throw RecorderError(.closed, path: path)
      }
    }
  }

  public func synchronize() throws(RecorderError) {
    try state.withLock { (state) throws(RecorderError) in
      guard case .open(let file) = state else { return }
      guard file.size != nil else { throw RecorderError(.descriptorTaken, path: path) }
      do throws(PosixError) { try file.synchronize() } catch { throw RecorderError(.cannotSynchronize(code: error.code), path: path) }
    }
  }

  public func close() { state.withLock { $0 = .closed } }

  private func append(_ bytes: ArraySlice<UInt8>, to file: PosixFile) throws(RecorderError) -> Int {
    guard let size = file.size else { throw RecorderError(.descriptorTaken, path: path) }
    let limit = file.sizeLimit
    guard size < limit else { throw RecorderError(.fileSizeLimit(bytes: limit), path: path) }
    do throws(PosixError) {
      return try file.append(bytes.prefix(limit - size))
    } catch {
      throw RecorderError(.cannotWrite(code: error.code), path: path)
    }
  }

  private func create() throws(RecorderError) -> PosixFile {
    // Another process may make a log between our moving and our making; each try gives one of the two its file.
    for _ in 0..<8 {
      do throws(PosixError) {
        return try PosixFile(creating: path, sizeLimit: sizeLimit)
      } catch {
        guard error.code == EEXIST else { throw RecorderError(.cannotCreate(code: error.code), path: path) }
      }
      do throws(PosixError) {
        try EarlierLog(path: path).moveAside()
      } catch {
        throw RecorderError(.cannotMoveAside(code: error.code), path: path)
      }
    }
    throw RecorderError(.cannotCreate(code: EEXIST), path: path)
  }
}
