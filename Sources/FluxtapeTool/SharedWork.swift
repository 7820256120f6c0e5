import Dispatch
import FluxtapeLocking

/// Work on many rows, one after another, that two threads share.
enum SharedWork {
  /// Makes something of pieces of `rows`, and takes what was made in their order.
  ///
  /// - Parameters:
  ///   - first: The number of rows of the first pieces.
  ///   - then: The number of rows of later pieces.
  static func onPieces<Made: Sendable, Failure>(
    of rows: [Int], first: Int, then: Int, make: @Sendable (ArraySlice<Int>) -> Made, take: (Made) throws(Failure) -> Void
  ) throws(Failure) {
    var (start, count) = (0, first)
    while start < rows.count {
      let middle = min(start + count, rows.count)
      let pieces = [rows[start..<middle], rows[middle..<min(middle + count, rows.count)]]
      let made = pieces.map { _ in Locked<Made?>(nil) }
      DispatchQueue.concurrentPerform(iterations: pieces[1].isEmpty ? 1 : 2) { number in
        let result = make(pieces[number])
        made[number].withLock { $0 = result }
      }
      for result in made { if let result = result.withLock({ $0.take() }) { try take(result) } }
      (start, count) = (pieces[1].endIndex, then)
    }
  }
}
