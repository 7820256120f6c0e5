import FluxtapeLog
import FluxtapeLogReading
import Testing

@testable import FluxtapeHistory

/// Reading on a second thread changes when something is read, never the result.
struct ReadAheadTests {
  private struct Number: ReadPiece {
    let value: Int
    let byteCount: Int
  }

  /// Counts up, and fails at some number.
  private struct Numbers: PieceSource {
    var value = 0
    let count: Int
    var failure: Int?
    var byteCount = 1

    mutating func next() throws(HistoryError) -> Number? {
      guard value < count else { return nil }
      if value == failure { throw HistoryError(.changed, path: "log") }
      defer { value += 1 }
      return Number(value: value, byteCount: byteCount)
    }
  }

  @Test(arguments: [0, 1, 15, 16, 17, 500], [0, 1, 1 << 19, 1 << 24])
  func `pieces come in their order, few or many, small or large`(count: Int, byteCount: Int) throws {
    let ahead = ReadAhead(Numbers(count: count, byteCount: byteCount))
    var found: [Int] = []
    while let piece = try ahead.next() { found.append(piece.value) }
    #expect(found == Array(0..<count))
    #expect(try ahead.next() == nil)
  }

  @Test(arguments: [0, 1, 40])
  func `what was read before an error comes first, and then the error`(failure: Int) throws {
    let ahead = ReadAhead(Numbers(count: 100, failure: failure))
    for value in 0..<failure { #expect(try ahead.next()?.value == value) }
    for _ in 0..<2 { #expect(throws: HistoryError.self) { try ahead.next() } }
  }

  @Test func `many that read at once, on more threads than there are, all come to their end`() async throws {
    let sums = try await withThrowingTaskGroup(of: Int.self, returning: [Int].self) { group in
      for _ in 0..<200 {
        group.addTask {
          let ahead = ReadAhead(Numbers(count: 50))
          var sum = 0
          while let piece = try ahead.next() { sum += piece.value }
          return sum
        }
      }
      var sums: [Int] = []
      while let sum = try await group.next() { sums.append(sum) }
      return sums
    }
    #expect(sums == Array(repeating: 1225, count: 200))
  }
}
