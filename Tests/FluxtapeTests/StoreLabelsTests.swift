import Testing

@testable import Fluxtape

struct StoreLabelsTests {
  @Test func `the lowest free number is given`() {
    var labels = StoreLabels()
    let taken = (0..<3).map { _ in labels.take("cart") }
    #expect(taken.map(\.text) == ["cart", "cart#2", "cart#3"])
    labels.giveBack(taken[1])
    #expect(labels.take("cart").text == "cart#2")
    #expect(labels.take("cart").text == "cart#4")
    labels.giveBack(taken[0])
    labels.giveBack(taken[2])
    #expect(labels.take("cart").text == "cart")
    #expect(labels.take("cart").text == "cart#3")
  }

  @Test func `a name that looks like a label is nobody else's`() {
    var labels = StoreLabels()
    #expect(labels.take("cart#2").text == "cart#2")
    #expect([labels.take("cart"), labels.take("cart")].map(\.text) == ["cart", "cart#3"])
  }
}
