public import FluxtapeDocuments
public import FluxtapeJSON

/// Compares values of two runs: paired identifiers are equal, values left out of a log are unknown and count as equal, and some paths are
/// ignored.
struct ValueMatcher {
  private var pairs = IdentifierPairs()
  private let ignored: IgnoredPaths
  /// The number of values that could not be compared, because one of them was left out.
  private(set) var unknownCount = 0

  init(ignoring ignored: IgnoredPaths) { self.ignored = ignored }

  /// What the compared values are parts of.
  private typealias Wholes = (kind: IgnoredPaths.Whole, documents: [JSONNode?])
}

extension ValueMatcher {
  /// The differences, in the order of the first value; at most ``RunComparison/mostValues``.
  ///
  /// - Parameters:
  ///   - pointer: Where the values stand in their wholes.
  ///   - documents: Their wholes, in which ignored paths are looked up.
  mutating func differences(
    _ left: JSONValue?, _ right: JSONValue?, at pointer: JSONPointer = JSONPointer(), in whole: IgnoredPaths.Whole,
    of documents: @autoclosure () -> [JSONNode?]
  ) -> [ValueDifference] {
    var found: [ValueDifference] = []
    compare(left, right, pointer, (whole, ignored.isEmpty ? [] : documents()), &found)
    return found
  }

  private mutating func compare(
    _ left: JSONValue?, _ right: JSONValue?, _ pointer: JSONPointer, _ wholes: Wholes, _ found: inout [ValueDifference]
  ) {
    guard found.count < RunComparison.mostValues, left != right, !ignored.contain(pointer, in: wholes.kind, of: wholes.documents) else {
      return
    }
    switch (left, right) {
    case (let left?, let right?) where left.isLeftOut || right.isLeftOut: unknownCount += 1
    case (.object(let left), .object(let right)): compare(left, right, pointer, wholes, &found)
    case (.array(let left), .array(let right)):
      for place in 0..<max(left.count, right.count) {
        compare(
          place < left.count ? left[place] : nil, place < right.count ? right[place] : nil, pointer.appending(place), wholes, &found)
      }
    case (.string(let left), .string(let right)) where pairs.areSame(left, right): break
    default: found.append(ValueDifference(pointer: pointer, first: left, second: right))
    }
  }

  private mutating func compare(
    _ left: JSONObject, _ right: JSONObject, _ pointer: JSONPointer, _ wholes: Wholes, _ found: inout [ValueDifference]
  ) {
    var unmatched = right.filter { left.position(of: $0.key) == nil }
    for member in left {
      var other = right[member.key]
      // A key may be an identifier too.
      if other == nil, let place = unmatched.firstIndex(where: { pairs.areSame(member.key, $0.key) }) {
        other = unmatched.remove(at: place).value
      }
      compare(member.value, other, pointer.appending(member.key), wholes, &found)
    }
    for member in unmatched { compare(nil, member.value, pointer.appending(member.key), wholes, &found) }
  }
}

/// A value that differs between two runs.
public struct ValueDifference: Hashable, Sendable {
  /// The place in the state or contents of the first run.
  public let pointer: JSONPointer
  /// The value in the first run; `nil` if absent.
  public let first: JSONValue?
  /// The value in the second run; `nil` if absent.
  public let second: JSONValue?
}
