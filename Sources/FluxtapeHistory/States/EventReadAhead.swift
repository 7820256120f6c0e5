import Dispatch
import FluxtapeLocking

/// Reads the batches of a long way on a second thread, while whoever asks works on those that are there.
///
/// Nobody waits for a thread that has not begun: what is not being read already, whoever asks reads itself. So it comes to its end also
/// where all threads of the system are at work.
final class EventReadAhead: Sendable {
  fileprivate struct State: Sendable {
    /// `nil` while somebody reads.
    var reader: EventBatch.Reader?
    /// The first event that nobody has begun to read, up to `target`.
    var next: Int
    let target: Int
    var ready: [EventBatch] = []
    var failure: HistoryError?
    /// Whether a thread was asked for that has not ended.
    var isThreadThere = false
  }

  private let state: Monitor<State>

  /// Events from which on a second thread is worth while: half a millisecond's work.
  static let worthwhile = 512
  /// Batches that are kept ready at most.
  fileprivate static let mostReady = 16

  init(of store: Int, in index: RunIndex, from event: Int, upTo target: Int) {
    state = Monitor(State(reader: EventBatch.Reader(of: store, in: index), next: event, target: target))
    beginThread()
  }
}

extension EventReadAhead {
  /// The next batch, in the order of the events; `nil` behind the last.
  func next() throws(HistoryError) -> EventBatch? {
    while true {
      // Whoever reads delivers, or says that it failed.
      let (batch, failure, isEnd) = state.wait(until: { !$0.ready.isEmpty || $0.reader != nil }) { state in
        let batch = state.ready.isEmpty ? nil : state.ready.removeFirst()
        return (batch, batch == nil ? state.failure : nil, batch == nil && state.next > state.target)
      }
      if let failure { throw failure }
      if isEnd { return nil }
      if let batch {
        beginThread()
        return batch
      }
      _ = readBatch()
    }
  }

  private func beginThread() {
    let isNeeded = state.withLockUntold { state in
      guard !state.isThreadThere, state.ready.count <= Self.mostReady / 2, state.next <= state.target else { return false }
      state.isThreadThere = true
      return true
    }
    guard isNeeded else { return }
    DispatchQueue.global(qos: .userInitiated).async { [self] in
      while readBatch() {}
      state.withLockUntold { $0.isThreadThere = false }
    }
  }

  /// - Returns: whether there was something to read, nobody else read it, and there was room for it.
  private func readBatch() -> Bool {
    let claimed = state.withLockUntold { $0.claim() }
    guard var work = claimed else { return false }
    do throws(HistoryError) {
      let batch = try work.reader.batch(from: work.event, upTo: work.target)
      state.withLock { [work] in $0.put(work.reader, with: batch) }
    } catch {
      state.withLock { [work] in ($0.failure, $0.reader) = (error, work.reader) }
    }
    return true
  }
}

extension EventReadAhead.State {
  struct Work: Sendable {
    /// Held by nobody else meanwhile, so that its buffers stay where they are.
    var reader: EventBatch.Reader
    let event: Int
    let target: Int
  }

  mutating func claim() -> Work? {
    guard ready.count < EventReadAhead.mostReady, next <= target, failure == nil, let reader else { return nil }
    self.reader = nil
    return Work(reader: reader, event: next, target: target)
  }

  mutating func put(_ reader: EventBatch.Reader, with batch: EventBatch) {
    ready.append(batch)
    next = batch.end
    self.reader = reader
  }
}
