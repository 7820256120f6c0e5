internal import Fluxtape

// What a store makes of the tap that it was given. The reducer, wrapped when the store is made, says what the states are; a scope
// around each dispatch says when it began, where and why; a scope around each effect with an id, how it ended.

extension Effect.Job {
  /// Does the work, which is recorded if it has a name.
  func callAsFunction(_ dispatch: @escaping Effect.Dispatch, isActive: () -> Bool, recordedBy tap: StoreTap?) async throws {
    guard let tap, let id else { return try await work(dispatch) }
    try await tap.record(id.rawValue, fileID: site.fileID, line: site.line) {
      try await work(dispatch)
      // Work may end in peace when it is cancelled. It was cancelled all the same.
      guard isActive() else { throw CancellationError() }
    }
  }
}
