import FluxtapeDocuments
import FluxtapeJSON

/// Gives ``ArrayEdit`` access to the items of two arrays.
struct EditedItems: EditedSides {
  let old: [ArrayPair.Item]
  let new: [ArrayPair.Item]

  var oldCount: Int { old.count }
  var newCount: Int { new.count }

  func areEqual(_ oldPlace: Int, _ newPlace: Int) -> Bool { old[oldPlace].isEqual(to: new[newPlace]) }

  func numbers(old oldPlaces: [Int], new newPlaces: [Int]) -> (old: [Int], new: [Int]) {
    var numbers: [JSONNode: Int] = [:]
    numbers.reserveCapacity(oldPlaces.count + newPlaces.count)
    func number(_ item: ArrayPair.Item) -> Int {
      // Equal shared stretches have the same number. Their numbers are negative, and the numbers of elements are not.
      if let shared = item.shared { return -1 - shared }
      if let number = numbers[item.node] { return number }
      numbers[item.node] = numbers.count
      return numbers.count - 1
    }
    return (oldPlaces.map { number(old[$0]) }, newPlaces.map { number(new[$0]) })
  }

  func hasIdentity(old place: Int) -> Bool { Self.hasIdentity(old[place]) }
  func hasIdentity(new place: Int) -> Bool { Self.hasIdentity(new[place]) }

  private static func hasIdentity(_ item: ArrayPair.Item) -> Bool {
    switch item.node.kind {
    case .null, .boolean, .number: false
    case .string, .array, .object: true
    }
  }

  func likeness(_ oldPlace: Int, _ newPlace: Int) -> Int { old[oldPlace].node.likeness(to: new[newPlace].node) }
}

extension JSONNode {
  /// The similarity of two values from 0 to 1000. Compares only scalars, to keep the cost small.
  fileprivate func likeness(to other: JSONNode) -> Int {
    switch (kind, other.kind) {
    case (.object, .object):
      let same = members.count { member in !member.value.isContainer && other.member(named: member.key) == member.value }
      return 1000 * same / max(1, count, other.count)
    case (.array, .array):
      let same = zip(elements, other.elements).count { !$0.isContainer && $0 == $1 }
      return 1000 * same / max(1, count, other.count)
    case (.string, .string):
      guard let text = string, let otherText = other.string else { return 0 }
      let common = text.commonEnds(with: otherText)
      return 1000 * (common.prefix + common.suffix) / max(1, text.utf8.count, otherText.utf8.count)
    default: return 0
    }
  }
}
