/// The old and new elements of an edit, accessed by index. See ``ArrayEdit``.
package protocol EditedSides {
  var oldCount: Int { get }
  var newCount: Int { get }

  func areEqual(_ old: Int, _ new: Int) -> Bool

  /// Numbers for the elements at these indices: equal elements have equal numbers, on either side.
  func numbers(old: [Int], new: [Int]) -> (old: [Int], new: [Int])

  /// Whether the element is recognized by its value, not by its index as most numbers are.
  func hasIdentity(old place: Int) -> Bool
  func hasIdentity(new place: Int) -> Bool

  /// A cheap estimate of the similarity of two elements, from 0 to 1000.
  func likeness(_ old: Int, _ new: Int) -> Int
}

extension EditedSides {
  /// Numbers for the elements at these indices: elements with equal keys have equal numbers, on either side.
  @inlinable
  package static func numbered<Key: Hashable>(
    _ old: [Int], by oldKey: (Int) -> Key, _ new: [Int], by newKey: (Int) -> Key
  ) -> (old: [Int], new: [Int]) {
    var numbers: [Key: Int] = [:]
    numbers.reserveCapacity(old.count + new.count)
    func number(_ key: Key) -> Int {
      if let number = numbers[key] { return number }
      numbers[key] = numbers.count
      return numbers.count - 1
    }
    return (old.map { number(oldKey($0)) }, new.map { number(newKey($0)) })
  }
}

extension ArrayEdit {
  /// The edit from one array of JSON values to another.
  package init(from old: [JSONValue], to new: [JSONValue]) { self.init(EditedValues(old: old, new: new)) }
}

private struct EditedValues: EditedSides {
  let old: [JSONValue]
  let new: [JSONValue]

  var oldCount: Int { old.count }
  var newCount: Int { new.count }

  func areEqual(_ oldPlace: Int, _ newPlace: Int) -> Bool { old[oldPlace] == new[newPlace] }

  func numbers(old oldPlaces: [Int], new newPlaces: [Int]) -> (old: [Int], new: [Int]) {
    Self.numbered(oldPlaces, by: { old[$0] }, newPlaces, by: { new[$0] })
  }

  func hasIdentity(old place: Int) -> Bool { old[place].hasIdentity }
  func hasIdentity(new place: Int) -> Bool { new[place].hasIdentity }
  func likeness(_ oldPlace: Int, _ newPlace: Int) -> Int { old[oldPlace].likeness(to: new[newPlace]) }
}

extension JSONValue {
  fileprivate var hasIdentity: Bool {
    switch self {
    case .null, .bool, .number: false
    case .string, .array, .object: true
    }
  }

  /// A cheap estimate of the similarity of two values, from 0 to 1000. It compares only scalars, to limit its cost.
  fileprivate func likeness(to other: JSONValue) -> Int {
    switch (self, other) {
    case (.object(let left), .object(let right)):
      let same = left.count { member in member.value.isScalar && right[member.key] == member.value }
      return 1000 * same / max(1, left.count, right.count)
    case (.array(let left), .array(let right)):
      let same = zip(left, right).count { $0.isScalar && $0 == $1 }
      return 1000 * same / max(1, left.count, right.count)
    case (.string(let left), .string(let right)):
      let common = left.commonEnds(with: right)
      return 1000 * (common.prefix + common.suffix) / max(1, left.utf8.count, right.utf8.count)
    default: return 0
    }
  }

  private var isScalar: Bool {
    switch self {
    case .array, .object: false
    case .null, .bool, .number, .string: true
    }
  }
}
