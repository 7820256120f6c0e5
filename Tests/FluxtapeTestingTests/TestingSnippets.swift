import Fluxtape
import FluxtapeTesting
import Foundation
import Testing
import XCTest

/// The code of the pages about recorded tests.
@Suite(.recorded) struct CartTests {
  @Test func `a coupon never makes the total negative`() async {
    let cart = CartModel()
    await cart.redeem("SPRING")
    #expect(cart.total >= 0)
  }
}

final class CartModel {
  private let recording = Recorder.current.store("cart")
}

extension CartModel {
  var total: Int { 0 }

  func redeem(_ coupon: String) async { recording.record("redeemed", coupon) {} }
}

/// Compiled and not run: it has no tests.
final class CartXCTests: XCTestCase {
  override class func setUp() {
    super.setUp()
    recordTests()
  }
}

private func attach(_ png: Data) throws {
  if let folder = RecordedTest.makeAttachmentsFolder() { try png.write(to: URL(filePath: folder + "/screen.png")) }
}
