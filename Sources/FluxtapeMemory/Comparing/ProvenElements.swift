import FluxtapeCoding
import FluxtapeJSON

/// The elements of two arrays, compared by their bytes.
struct ProvenElements: EditedSides {
  let old: PlacedElements
  let new: PlacedElements

  init(_ old: PlacedElements, _ new: PlacedElements) {
    self.old = old
    self.new = new
  }

  var oldCount: Int { old.count }
  var newCount: Int { new.count }

  func areEqual(_ oldPlace: Int, _ newPlace: Int) -> Bool { old[oldPlace].hasSameBytes(as: new[newPlace]) }

  func hasIdentity(old place: Int) -> Bool { old.type.hasIdentity }
  func hasIdentity(new place: Int) -> Bool { new.type.hasIdentity }

  func likeness(_ oldPlace: Int, _ newPlace: Int) -> Int {
    guard case .text = old.type.way else { return old.sharedWords(oldPlace, with: new, newPlace) }
    let (oldText, newText) = (old[oldPlace].text, new[newPlace].text)
    let common = oldText.commonEnds(with: newText)
    return 1000 * (common.prefix + common.suffix) / max(1, oldText.utf8.count, newText.utf8.count)
  }

  func numbers(old oldPlaces: [Int], new newPlaces: [Int]) -> (old: [Int], new: [Int]) {
    Self.numbered(oldPlaces, by: { Element(value: old[$0]) }, newPlaces, by: { Element(value: new[$0]) })
  }

  /// Whether elements that differ at the same index are equal at other indices.
  func haveMoved(_ places: [Int]) -> Bool {
    if let first = places.first, isShifted(at: first) { return true }
    let numbers = numbers(old: places, new: places)
    return !Set(numbers.old).isDisjoint(with: numbers.new)
  }

  /// Whether the elements from this index on equal those a few indices further in the other array. One insertion shifts all later elements.
  private func isShifted(at place: Int) -> Bool {
    (1...Self.shifts).contains { shift in
      (place + shift < oldCount && areEqual(place + shift, place)) || (place + shift < newCount && areEqual(place, place + shift))
    }
  }

  private static let shifts = 8

  private struct Element: Hashable {
    let value: ErasedValuePointer

    static func == (left: Element, right: Element) -> Bool { left.value.hasSameBytes(as: right.value) }
    func hash(into hasher: inout Hasher) { hasher.combine(value.hashOfBytes) }
  }
}
