#if Inspector
import FluxtapeHistory
import FluxtapeInterop

/// Finds out when enough of standard input has come to be looked at.
struct BeginningOfInput {
  private let input: LiveInput
  /// Bytes there were at the last look.
  private var seen = 0
  private var looks = 0
  /// Bytes it takes until another attempt is worth while.
  private var wanted = 0

  /// Looks for which bytes that come and come are waited for: most logs are there as a whole by then.
  private static let mostLooks = 20

  init(_ input: LiveInput) { self.input = input }
}

extension BeginningOfInput {
  /// Opens what has come, when the input has ended, or pauses, or goes on for long.
  ///
  /// - Returns: nil while there is too little to know what it is.
  /// - Throws: ``HistoryError`` where it is known to be no log.
  mutating func opening() throws(HistoryError) -> HistoryOpening? {
    // Asked in this order: of what has ended the number of bytes is the last one.
    let isOpen = input.isOpen
    let count = input.byteCount
    defer { seen = count }
    guard input.isWorthOpening else { return nil }
    looks += 1
    guard !isOpen || count >= wanted && (count == seen || looks > Self.mostLooks) else { return nil }
    do { return try HistoryOpening(toLookAt: [LogFile.standardInputPath], from: input) } catch {
      guard isOpen, mayBecomeLog(error, byteCount: count) else { throw error }
      wanted = count + max(1, count / 4)
      return nil
    }
  }

  /// What begins with lines that are not recordss may say something before the log begins, but not for ever.
  private func mayBecomeLog(_ error: HistoryError, byteCount: Int) -> Bool {
    if case .noRecords = error.reason, byteCount >= ForeignForm.beginningByteCount { return false }
    return error.mayBeUnfinished
  }
}
#endif
