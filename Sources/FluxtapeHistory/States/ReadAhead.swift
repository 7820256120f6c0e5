import Dispatch

/// Something that is read from a log piece by piece.
protocol PieceSource: Sendable {
  associatedtype Piece: ReadPiece
  /// The next piece; `nil` behind the last, and behind one that could not be read.
  mutating func next() throws(HistoryError) -> Piece?
}

protocol ReadPiece: Sendable {
  /// Bytes of the log that were read for it.
  var byteCount: Int { get }
}

/// Reads pieces of a log on a second thread while the caller works on earlier ones.
///
/// The caller never waits for a thread that has not begun: it reads the piece itself. So reading ends even if the system has no thread to
/// spare.
///
/// A piece should have few allocations: threads that free each other's memory wait for each other.
final class ReadAhead<Source: PieceSource>: Sendable {
  private let state: Monitor<AheadState<Source>>

  init(_ source: Source) {
    state = Monitor(AheadState(source: source))
    beginThread()
  }
}

extension ReadAhead {
  /// The next piece; `nil` behind the last.
  func next() throws(HistoryError) -> Source.Piece? {
    while true {
      // The thread that reads delivers a piece, or reports the end.
      let (piece, failure, isAtEnd) = state.wait(until: { !$0.ready.isEmpty || $0.source != nil || $0.isAtEnd }) { state in
        let piece = state.take()
        return (piece, piece == nil ? state.failure : nil, piece == nil && state.isAtEnd)
      }
      if let failure { throw failure }
      if isAtEnd { return nil }
      if let piece {
        beginThread()
        return piece
      }
      _ = read()
    }
  }

  private func beginThread() {
    guard state.withLockWithoutNotifying({ $0.claimThread() }) else { return }
    DispatchQueue.global(qos: .userInitiated).async { [self] in
      while read() {}
      state.withLockWithoutNotifying { $0.isThreadThere = false }
    }
  }

  /// Reads a piece.
  /// - Returns: `false` if nothing is left, another thread is reading, or there is no room.
  private func read() -> Bool {
    // The only reference, so that its buffers are not copied.
    guard var source = state.withLockWithoutNotifying({ $0.claim() }) else { return false }
    do throws(HistoryError) {
      let piece = try source.next()
      state.withLock { [source] in $0.put(source, with: piece) }
    } catch {
      state.withLock { ($0.failure, $0.isAtEnd) = (error, true) }
    }
    return true
  }
}

/// What the threads of a ``ReadAhead`` share.
private struct AheadState<Source: PieceSource>: Sendable {
  /// `nil` while a thread reads.
  var source: Source?
  private(set) var ready: [Source.Piece] = []
  private var readyBytes = 0
  var failure: HistoryError?
  var isAtEnd = false
  /// Whether a thread was requested and has not ended.
  var isThreadThere = false

  /// The most pieces, and bytes, that are read ahead.
  private static var mostReady: Int { 16 }
  private static var mostBytes: Int { 1 << 20 }

  init(source: Source) { self.source = source }

  mutating func take() -> Source.Piece? {
    guard !ready.isEmpty else { return nil }
    let piece = ready.removeFirst()
    readyBytes -= piece.byteCount
    return piece
  }

  mutating func claimThread() -> Bool {
    guard !isThreadThere, !isAtEnd, ready.count <= Self.mostReady / 2 else { return false }
    isThreadThere = true
    return true
  }

  mutating func claim() -> Source? {
    guard ready.count < Self.mostReady, readyBytes < Self.mostBytes, !isAtEnd, let source else { return nil }
    self.source = nil
    return source
  }

  mutating func put(_ source: Source, with piece: Source.Piece?) {
    guard let piece else { return isAtEnd = true }
    ready.append(piece)
    readyBytes += piece.byteCount
    self.source = source
  }
}
