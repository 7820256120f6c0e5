public import FluxtapeDocuments
public import FluxtapeJSON

/// Compares values of two runs: paired identifiers are equal, values left out of a log are unknown and count as equal, and some paths are
/// ignored.
struct ValueMatcher {
  private var pairs = IdentifierPairs()
  private let ignored: [PathPattern]
  /// The number of values that could not be compared, because one of them was left out.
  private(set) var unknownCount = 0

  init(ignoring ignored: [PathPattern]) { self.ignored = ignored }
}

extension ValueMatcher {
  /// The differences, in the order of the first value; at most ``RunComparison/mostValues``.
  mutating func differences(
    _ left: JSONValue?, _ right: JSONValue?, at pointer: JSONPointer, store: String?
  ) -> [ValueDifference] {
    var found: [ValueDifference] = []
    compare(left, right, pointer, store, &found)
    return found
  }

  private mutating func compare(
    _ left: JSONValue?, _ right: JSONValue?, _ pointer: JSONPointer, _ store: String?, _ found: inout [ValueDifference]
  ) {
    guard found.count < RunComparison.mostValues, left != right, !isIgnored(pointer, store) else { return }
    switch (left, right) {
    case (let left?, let right?) where left.isLeftOut || right.isLeftOut: unknownCount += 1
    case (.object(let left), .object(let right)): compare(left, right, pointer, store, &found)
    case (.array(let left), .array(let right)):
      for place in 0..<max(left.count, right.count) {
        compare(
          place < left.count ? left[place] : nil, place < right.count ? right[place] : nil, pointer.appending(place), store, &found)
      }
    case (.string(let left), .string(let right)) where pairs.areSame(left, right): break
    default: found.append(ValueDifference(pointer: pointer, first: left, second: right))
    }
  }

  private mutating func compare(
    _ left: JSONObject, _ right: JSONObject, _ pointer: JSONPointer, _ store: String?, _ found: inout [ValueDifference]
  ) {
    var unmatched = right.filter { left.position(of: $0.key) == nil }
    for member in left {
      var other = right[member.key]
      // A key may be an identifier too.
      if other == nil, let place = unmatched.firstIndex(where: { pairs.areSame(member.key, $0.key) }) {
        other = unmatched.remove(at: place).value
      }
      compare(member.value, other, pointer.appending(member.key), store, &found)
    }
    for member in unmatched { compare(nil, member.value, pointer.appending(member.key), store, &found) }
  }

  private func isIgnored(_ pointer: JSONPointer, _ store: String?) -> Bool {
    guard !ignored.isEmpty, let store else { return false }
    return ignored.contains { ($0.store ?? store) == store && $0.leads(to: pointer) }
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

extension PathPattern {
  /// Whether the path names this pointer, token by token.
  func leads(to pointer: JSONPointer) -> Bool {
    guard pointer.tokens.count == parts.count else { return false }
    return zip(parts, pointer.tokens).allSatisfy { part, token in
      switch part {
      case .every: true
      case .one(.member(let key)), .one(.token(let key)): key.hasSameBytes(as: token)
      case .one(.element(let index)): String(index) == token
      case .one(.elementWith): false
      }
    }
  }
}
