import FluxtapeTesting
import XCTest

/// Like `PlantedTests`, for XCTest.
final class PlantedXCTests: XCTestCase {
  override class func setUp() {
    super.setUp()
    if PlantedRun.isRunning("xctest") { recordTests() }
  }

  override func setUpWithError() throws {
    try XCTSkipUnless(PlantedRun.isRunning("xctest"), "for a process of its own")
  }

  func testPasses() {
    Counter().add(1)
  }

  func testFails() {
    let counter = Counter()
    counter.add(-1)
    XCTAssertGreaterThan(counter.value, 0, "never negative")
    counter.add(2)
  }

  func testThrows() async throws {
    await Task { Counter().add(3) }.value
    throw PlantedTests.Broken(reason: "broken")
  }

  func testSkips() throws {
    throw XCTSkip("not here")
  }
}
