#if canImport(XCTest)
public import Fluxtape
import FluxtapeLocking
public import XCTest

extension XCTestCase {
  /// Records each test of this class into a separate log, as ``RecordedTrait`` does for Swift Testing. Call it in `class func setUp()`:
  ///
  /// ```swift
  /// override class func setUp() {
  ///   super.setUp()
  ///   recordTests()
  /// }
  /// ```
  ///
  /// While a test runs, its recorder is the current one of the whole process, as XCTest runs one test at a time.
  ///
  /// - Parameter options: The options. `keeping` is ignored, as the log of a test is always kept whole.
  public static func recordTests(options: RecorderOptions = RecorderOptions()) {
    let isFirst = RecordingObserver.classes.withLock { classes in
      defer { classes[ObjectIdentifier(self)] = options }
      return classes.isEmpty
    }
    if isFirst { XCTestObservationCenter.shared.addTestObserver(RecordingObserver.ofProcess) }
  }
}

/// Begins and ends the logs of XCTest's tests.
private final class RecordingObserver: NSObject, XCTestObservation, Sendable {
  static let ofProcess = RecordingObserver()
  /// The classes whose tests are recorded.
  static let classes = Locked<[ObjectIdentifier: RecorderOptions]>([:])

  private let running = Locked<(log: RecordedCase, outer: Recorder)?>(nil)

  func testCaseWillStart(_ testCase: XCTestCase) {
    let options = Self.classes.withLock { $0[ObjectIdentifier(type(of: testCase))] }
    guard let options, let log = RecordedCase(CaseFacts(testCase), options: options) else { return }
    let outer = Recorder.current
    log.recorder.makeCurrent()
    running.withLock { $0 = (log, outer) }
    RecordedCase.ofProcess.withLock { $0 = log }
  }

  func testCaseDidFinish(_ testCase: XCTestCase) {
    let ended = running.withLock { running in
      defer { running = nil }
      return running
    }
    guard let (log, outer) = ended else { return }
    outer.makeCurrent()
    RecordedCase.ofProcess.withLock { $0 = nil }
    if testCase.testRun?.hasBeenSkipped == true { log.noteSkipped() }
    log.end(isCancelled: false)
  }

  #if canImport(Darwin)
  func testCase(_ testCase: XCTestCase, didRecord issue: XCTIssue) {
    let location = issue.sourceCodeContext.location
    note(issue.compactDescription, of: testCase, file: location?.fileURL.path, line: location?.lineNumber ?? 0)
  }
  #else
  func testCase(_ testCase: XCTestCase, didFailWithDescription description: String, inFile filePath: String?, atLine lineNumber: Int) {
    note(description, of: testCase, file: filePath, line: lineNumber)
  }
  #endif

  private func note(_ text: String, of testCase: XCTestCase, file: String?, line: Int) {
    let site = line > 0 ? file.map { "\(testCase.moduleName)/\($0.split(separator: "/").last ?? "")" + ":\(line)" } : nil
    running.withLock { $0?.log }?.note(problem: text, at: site)
  }
}

extension CaseFacts {
  fileprivate init(_ testCase: XCTestCase) {
    module = testCase.moduleName
    suite = String(describing: type(of: testCase))
    // `CartTests.testTotal`, on Apple systems `-[CartTests testTotal]`.
    test = testCase.name.split { " .[]".contains($0) }.last.map(String.init) ?? testCase.name
    arguments = nil
    site = nil
    identity = "\(module).\(suite)/\(test)"
  }
}

extension XCTestCase {
  /// The module of the test's class.
  fileprivate var moduleName: String { String(String(reflecting: type(of: self)).prefix { $0 != "." }) }
}
#endif
