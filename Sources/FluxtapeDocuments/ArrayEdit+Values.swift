package import FluxtapeJSON

// Edits of arrays of JSON values.

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
