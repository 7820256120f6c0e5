/// Array indices and `super`, as coding keys.
package struct PlaceKey: CodingKey {
  package let stringValue: String
  package let intValue: Int?

  package init(_ index: Int) {
    stringValue = String(index)
    intValue = index
  }

  package init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  package init?(intValue: Int) { self.init(intValue) }

  package static let `super` = PlaceKey(stringValue: "super")
}
