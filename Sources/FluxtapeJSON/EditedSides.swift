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
