#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

import Dispatch
import FluxtapeLocking

/// Standard input while it is written. A thread copies it to a hidden temporary file, so that the bytes so far can be read while more
/// arrive.
///
/// ```swift
/// let input = try LiveInput()
/// while !input.isWorthOpening { … }                       // nothing has come yet
/// let opening = try HistoryOpening(["-"], from: input)
/// while input.isOpen { try opening.readOn() … }           // as with a log that somebody writes
/// ```
public final class LiveInput: Sendable {
  private struct State {
    var byteCount = 0
    var hasLine = false
    var isPacked = false
    var isOpen = true
    var failure: HistoryError?
  }

  private let state = Locked(State())
  /// The descriptor for reading the bytes that the thread writes.
  private let descriptor: Int32

  /// The number of bytes to read at once.
  private static let blockByteCount = 1 << 20

  /// Starts reading standard input to its end.
  ///
  /// - Throws: ``HistoryError`` if the temporary file cannot be created.
  public convenience init() throws(HistoryError) { try self.init(reading: 0, into: FileBytes.temporaryFolder) }

  /// - Parameters:
  ///   - input: The descriptor to read to its end; it stays open.
  ///   - folder: The folder of the temporary file.
  package init(reading input: Int32, into folder: String) throws(HistoryError) {
    let spool = try FileBytes.Spool(named: LogFile.standardInputPath, into: folder)
    descriptor = try spool.duplicate()
    // It needs its own thread, since it blocks until the writer ends.
    let thread = DispatchQueue(label: "fluxtape.input")
    thread.async { [state] in Self.copy(input, to: spool, telling: state) }
  }

  deinit { close(descriptor) }
}

extension LiveInput {
  /// Whether more bytes may arrive.
  public var isOpen: Bool { state.withLock { $0.isOpen } }

  /// The number of bytes so far.
  public var byteCount: Int { state.withLock { $0.byteCount } }

  /// Whether the bytes so far may be a log: they contain a line and are not compressed, or the input has ended.
  public var isWorthOpening: Bool { state.withLock { !$0.isOpen || $0.hasLine && !$0.isPacked } }

  /// Why reading failed, if it did.
  var failure: HistoryError? { state.withLock { $0.failure } }

  /// The bytes so far.
  ///
  /// - Throws: ``HistoryError`` if reading failed before the first byte.
  func bytes() throws(HistoryError) -> FileBytes {
    let (count, failure) = state.withLock { ($0.byteCount, $0.failure) }
    if let failure, count == 0 { throw failure }
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw HistoryError(.notSpooled(code: errno), path: LogFile.standardInputPath) }
    return FileBytes(path: LogFile.standardInputPath, count: count, descriptor: copy, source: self)
  }

  private static func copy(_ input: Int32, to spool: FileBytes.Spool, telling state: Locked<State>) {
    var block: [UInt8] = []
    do throws(HistoryError) {
      while true {
        try FileBytes.readSome(of: input, into: &block, atMost: blockByteCount)
        guard !block.isEmpty else { break }
        try spool.write(block)
        let hasLine = block.lineFeed(from: 0) != nil
        let isPacked = Packing.of(block) != nil
        state.withLock { state in
          if state.byteCount == 0 { state.isPacked = isPacked }
          state.byteCount = spool.count
          if hasLine { state.hasLine = true }
        }
      }
    } catch {
      state.withLock { [error] in $0.failure = error }
    }
    state.withLock { $0.isOpen = false }
  }
}
