import Testing

@testable import Fluxtape

struct AttachedStoresTests {
  @Test func `the lowest free number is given`() {
    var stores = AttachedStores()
    let taken = (0..<3).map { _ in stores.attach("cart") }
    #expect(taken.map(\.text) == ["cart", "cart#2", "cart#3"])
    stores.detach(taken[1])
    #expect(stores.attach("cart").text == "cart#2")
    #expect(stores.attach("cart").text == "cart#4")
    stores.detach(taken[0])
    stores.detach(taken[2])
    #expect(stores.attach("cart").text == "cart")
    #expect(stores.attach("cart").text == "cart#3")
  }

  @Test func `a name that looks like a label is nobody else's`() {
    var stores = AttachedStores()
    #expect(stores.attach("cart#2").text == "cart#2")
    #expect([stores.attach("cart"), stores.attach("cart")].map(\.text) == ["cart", "cart#3"])
  }
}
