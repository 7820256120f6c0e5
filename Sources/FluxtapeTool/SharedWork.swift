import Dispatch
import FluxtapeLocking
import Foundation

/// Work on many rows, one after another, that two threads share.
enum SharedWork {
  /// The bytes that a piece should not exceed by more than one row, so that long lines take little memory.
  static let mostBytes = 1 << 20

  static var processorCount: Int { ProcessInfo.processInfo.activeProcessorCount }

  /// Maps pieces of `rows` and passes the results to `consume` in order.
  ///
  /// - Parameters:
  ///   - threads: 1 or 2. Two pay only where a row needs nothing that is found by going through the rows before it.
  ///   - first: The number of rows of the first pieces; later ones grow up to `most`.
  ///   - map: Returns what it made, and the number of rows that it made it of: fewer where that would exceed ``mostBytes``, or after an
  ///     error.
  static func mapPieces<Made: Sendable, Failure>(
    of rows: [Int], threads: Int = 2, first: Int, most: Int, map: @Sendable (ArraySlice<Int>) -> (made: Made, count: Int),
    consume: (Made) throws(Failure) -> Void
  ) throws(Failure) {
    var (start, count) = (0, first)
    while start < rows.count {
      let bounds = (0...threads).map { min(start + $0 * count, rows.count) }
      let pieces = zip(bounds, bounds.dropFirst()).map { rows[$0..<$1] }.filter { !$0.isEmpty }
      let results = pieces.map { _ in Locked<(made: Made, count: Int)?>(nil) }
      DispatchQueue.concurrentPerform(iterations: pieces.count) { number in
        let result = map(pieces[number])
        results[number].withLock { $0 = result }
      }
      count = min(4 * count, most)
      for (piece, result) in zip(pieces, results) {
        guard let result = result.withLock({ $0.take() }) else { continue }
        try consume(result.made)
        start = piece.startIndex + result.count
        guard result.count == piece.count else {
          // The next piece began behind the missing rows.
          count = max(1, result.count)
          break
        }
      }
    }
  }
}
