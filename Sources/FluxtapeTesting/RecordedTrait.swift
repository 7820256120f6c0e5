public import Fluxtape
public import Testing

/// Records each test case into a separate log, which is kept if the case fails or the process dies.
///
/// ```swift
/// @Suite(.recorded) struct CartTests {
///   @Test func `a coupon never makes the total negative`() async {
///     let cart = CartModel()
///     await cart.redeem("SPRING")
///     #expect(cart.total >= 0)
///   }
/// }
/// ```
///
/// In a test case, `Recorder.current` is the recorder of its log, even if many cases run at the same time. Stores that use it are recorded.
/// Each failed expectation, recorded issue and thrown error is a mark in the log. The log of a failed test is attached to it.
public struct RecordedTrait: TestTrait, SuiteTrait, TestScoping {
  private let options: RecorderOptions

  init(options: RecorderOptions) {
    self.options = options
  }

  /// True: each test of a suite has a log.
  public var isRecursive: Bool { true }

  /// Runs a test case with a log.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    // A test whose suite also has the trait already has a log.
    guard RecordedCase.current == nil, let log = RecordedCase(CaseFacts(test, testCase), options: options) else {
      return try await function()
    }
    defer { if let path = log.end(isCancelled: Task.isCancelled) { Self.attachLog(at: path, to: test) } }
    try await Recorder.withCurrent(log.recorder) {
      try await RecordedCase.$current.withValue(log) {
        try await IssueHandlingTrait.compactMapIssues { issue in
          log.note(issue)
          return issue
        }.provideScope(for: test, testCase: testCase) {
          do { try await function() } catch {
            log.note(thrown: error, by: test)
            throw error
          }
        }
      }
    }
  }
}

extension RecordedTrait {
  /// Attaches the log of a failed test, for `--attachments-path` and Xcode.
  private static func attachLog(at path: String, to test: Test) {
    guard let bytes = TestLog.bytes(ofLogAt: path, atMost: largestAttachment) else { return }
    let name = path.split(separator: "/").last.map(String.init)
    Attachment.record(bytes, named: name, sourceLocation: test.sourceLocation)
  }

  /// The maximum size of an attachment, which is held in memory. Larger logs are only kept as files.
  private static let largestAttachment = 64 << 20
}

extension Trait where Self == RecordedTrait {
  /// Records each test case into a separate log; see ``RecordedTrait``.
  public static var recorded: Self { Self(options: RecorderOptions()) }

  /// Records each test case into a separate log; see ``RecordedTrait``.
  ///
  /// - Parameter options: The options. `keeping` is ignored, as the log of a test is always kept whole.
  public static func recorded(_ options: RecorderOptions) -> Self { Self(options: options) }
}
