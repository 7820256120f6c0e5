#if Inspector
import FluxtapeHistory
import FluxtapeInterop

/// Decides when enough of standard input has arrived to open the inspector.
struct BeginningOfInput {
  private let input: LiveInput
  /// The number of bytes at the last check.
  private var seen = 0
  private var checks = 0
  /// The number of bytes from which another attempt is worthwhile.
  private var wanted = 0

  /// The maximum number of checks while bytes keep arriving. Most logs are complete by then.
  private static let mostChecks = 20

  init(_ input: LiveInput) { self.input = input }
}

extension BeginningOfInput {
  /// Opens the input so far, if it has ended, pauses, or has been arriving for long.
  ///
  /// - Returns: `nil` while the input is too short to recognize.
  /// - Throws: ``HistoryError`` if the input is not a log.
  mutating func opening() throws(HistoryError) -> HistoryOpening? {
    // Keep this order: if the input has ended, the byte count is final.
    let isOpen = input.isOpen
    let count = input.byteCount
    defer { seen = count }
    guard input.isWorthOpening else { return nil }
    checks += 1
    guard !isOpen || count >= wanted && (count == seen || checks > Self.mostChecks) else { return nil }
    do { return try HistoryOpening(inspecting: [LogFile.standardInputPath], from: input) } catch {
      guard isOpen, mayBecomeLog(error, byteCount: count) else { throw error }
      wanted = count + max(1, count / 4)
      return nil
    }
  }

  /// Whether more input may make it a log. Other output may precede the log, but not endlessly.
  private func mayBecomeLog(_ error: HistoryError, byteCount: Int) -> Bool {
    if case .noRecords = error.reason, byteCount >= ForeignForm.beginningByteCount { return false }
    return error.mayBeUnfinished
  }
}
#endif
