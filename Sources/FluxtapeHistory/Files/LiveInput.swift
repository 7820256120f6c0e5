#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

import Dispatch
import FluxtapeLocking

/// Standard input as it comes: a thread of its own reads it into a temporary file that nobody else sees, so that what has come so far can be
/// looked at while the rest is waited for, and nothing is dropped.
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
  /// Reads what the thread writes.
  private let descriptor: Int32

  /// Bytes that are taken at once.
  private static let blockByteCount = 1 << 20

  /// Begins to read standard input, to its end.
  ///
  /// - Throws: ``HistoryError`` if there can be no temporary file.
  public convenience init() throws(HistoryError) { try self.init(reading: 0, into: FileBytes.temporaryFolder) }

  /// - Parameters:
  ///   - input: Is read until it ends, and stays open.
  ///   - folder: Where the temporary file is.
  package init(reading input: Int32, into folder: String) throws(HistoryError) {
    let spool = try FileBytes.Spool(named: LogFile.standardInputPath, into: folder)
    descriptor = try spool.duplicate()
    // A thread of its own: it waits in the system for as long as somebody writes.
    let thread = DispatchQueue(label: "fluxtape.input")
    thread.async { [state] in Self.copy(input, to: spool, telling: state) }
  }

  deinit { close(descriptor) }
}

extension LiveInput {
  /// Whether more may come.
  public var isOpen: Bool { state.withLock { $0.isOpen } }

  /// Bytes that have come.
  public var byteCount: Int { state.withLock { $0.byteCount } }

  /// Whether there may be a log in what has come: a line, and no packed file that is to be unpacked as a whole; or all there will be.
  public var isWorthOpening: Bool { state.withLock { !$0.isOpen || $0.hasLine && !$0.isPacked } }

  /// Why there is an end to it, where that is not the writer's.
  var failure: HistoryError? { state.withLock { $0.failure } }

  /// What has come so far.
  ///
  /// - Throws: ``HistoryError`` if nothing has and nothing will.
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
        let isPacked = block.starts(with: FileBytes.packedBeginning)
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
