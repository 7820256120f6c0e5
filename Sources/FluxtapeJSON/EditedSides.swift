/// Two rows of elements of which one becomes the other, asked by their places. See ``ArrayEdit``.
package protocol EditedSides {
  var oldCount: Int { get }
  var newCount: Int { get }

  func areEqual(_ old: Int, _ new: Int) -> Bool

  /// Numbers for the elements at these places: equal elements have equal ones, on whichever side they are.
  func numbers(old: [Int], new: [Int]) -> (old: [Int], new: [Int])

  /// Whether the element is known by what it is, and not by its place as most numbers are.
  func hasIdentity(old place: Int) -> Bool
  func hasIdentity(new place: Int) -> Bool

  /// From 0 to 1000, how much two elements have in common at first sight. To be answered quickly.
  func likeness(_ old: Int, _ new: Int) -> Int
}

extension ArrayEdit {
  /// The way from one array of JSON values to another.
  package init(from old: [JSONValue], to new: [JSONValue]) { self.init(EditedValues(old: old, new: new)) }
}

private struct EditedValues: EditedSides {
  let old: [JSONValue]
  let new: [JSONValue]

  var oldCount: Int { old.count }
  var newCount: Int { new.count }

  func areEqual(_ oldPlace: Int, _ newPlace: Int) -> Bool { old[oldPlace] == new[newPlace] }

  func numbers(old oldPlaces: [Int], new newPlaces: [Int]) -> (old: [Int], new: [Int]) {
    var numbers: [JSONValue: Int] = [:]
    numbers.reserveCapacity(oldPlaces.count + newPlaces.count)
    func number(_ element: JSONValue) -> Int {
      if let number = numbers[element] { return number }
      numbers[element] = numbers.count
      return numbers.count - 1
    }
    return (oldPlaces.map { number(old[$0]) }, newPlaces.map { number(new[$0]) })
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

  /// From 0 to 1000, how much two values have in common at first sight. Only scalars are compared, so that the cost is small.
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
