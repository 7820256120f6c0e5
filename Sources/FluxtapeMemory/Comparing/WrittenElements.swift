import FluxtapeCoding
import FluxtapeJSON

/// The elements of two arrays, compared by their encodings.
struct WrittenElements: EditedSides {
  private let old: [Text]
  private let new: [Text]
  private let hasIdentity: Bool

  private struct Text: Hashable {
    let bytes: ArraySlice<UInt8>

    func hash(into hasher: inout Hasher) {
      // Sound: the bytes are read only during the call.
      let isDone: Void? = unsafe bytes.withContiguousStorageIfAvailable { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
      if isDone == nil { hasher.combine(bytes) }
    }
  }

  init(
    by writer: ValueWriter, _ old: PlacedElements, _ new: PlacedElements, oldPlaces: [Int], newPlaces: [Int], in context: WritingContext
  ) {
    func texts(_ elements: PlacedElements, _ places: [Int]) -> [Text] {
      let start = writer.count
      var ends: [Int] = []
      for place in places {
        writer.write(elements[place], in: context)
        ends.append(writer.count - start)
      }
      let bytes = writer.bytes(start..<writer.count)
      writer.rollBack(to: start)
      return zip([0] + ends, ends).map { Text(bytes: bytes[$0..<$1]) }
    }
    self.old = texts(old, oldPlaces)
    self.new = texts(new, newPlaces)
    hasIdentity = new.type.hasIdentity
  }

  var oldCount: Int { old.count }
  var newCount: Int { new.count }

  func areEqual(_ oldPlace: Int, _ newPlace: Int) -> Bool { old[oldPlace] == new[newPlace] }
  func hasIdentity(old place: Int) -> Bool { hasIdentity }
  func hasIdentity(new place: Int) -> Bool { hasIdentity }

  func likeness(_ oldPlace: Int, _ newPlace: Int) -> Int {
    let (left, right) = (old[oldPlace].bytes, new[newPlace].bytes)
    let prefix = zip(left, right).prefix { $0 == $1 }.count
    let suffix = zip(left.dropFirst(prefix).reversed(), right.dropFirst(prefix).reversed()).prefix { $0 == $1 }.count
    return 1000 * (prefix + suffix) / max(1, left.count, right.count)
  }

  func numbers(old oldPlaces: [Int], new newPlaces: [Int]) -> (old: [Int], new: [Int]) {
    Self.numbered(oldPlaces, by: { old[$0] }, newPlaces, by: { new[$0] })
  }

  /// Whether elements that differ at the same index are equal at other indices.
  var haveMoved: Bool { !Set(old).subtracting(zip(old, new).lazy.filter { $0 == $1 }.map(\.0)).isDisjoint(with: new) }
}
