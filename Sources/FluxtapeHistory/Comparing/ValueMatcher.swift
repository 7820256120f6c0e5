public import FluxtapeDocuments
public import FluxtapeJSON

/// Compares values of two runs: paired identifiers are equal, values left out of a log are unknown and count as equal, and some paths are
/// ignored.
struct ValueMatcher {
  private var pairs = IdentifierPairs()
  private let ignored: [StatePath]
  /// The places that are ignored in the values that are compared now.
  private var ignoredPlaces: [JSONPointer] = []
  /// The number of values that could not be compared, because one of them was left out.
  private(set) var unknownCount = 0

  /// - Parameter ignored: Paths of states, and of contents: see ``StatePath/isOfPayload``.
  init(ignoring ignored: [StatePath]) { self.ignored = ignored }
}

extension StatePath {
  /// Whether a path that is to be ignored names a value in the contents of actions: `payload.at`.
  package var isOfPayload: Bool { store == "payload" }
}

extension ValueMatcher {
  /// What two compared values are parts of.
  enum Whole {
    case payload
    case state(of: String)
  }

  /// The differences, in the order of the first value; at most ``RunComparison/mostValues``.
  ///
  /// - Parameters:
  ///   - pointer: Where the values stand in their wholes.
  ///   - wholes: The payloads or states, in which ignored paths are looked up.
  mutating func differences(
    _ left: JSONValue?, _ right: JSONValue?, at pointer: JSONPointer = JSONPointer(), in whole: Whole,
    of wholes: @autoclosure () -> [JSONNode?]
  ) -> [ValueDifference] {
    ignoredPlaces = places(in: whole, of: wholes)
    var found: [ValueDifference] = []
    compare(left, right, pointer, &found)
    return found
  }

  /// The places that ignored paths lead to.
  private func places(in whole: Whole, of wholes: () -> [JSONNode?]) -> [JSONPointer] {
    let paths = ignored.filter { path in
      switch whole {
      case .payload: path.isOfPayload
      case .state(let store): path.store ?? store == store
      }
    }
    guard !paths.isEmpty else { return [] }
    return wholes().compactMap(\.self).flatMap { document in paths.compactMap { $0.pointer(in: document) } }
  }

  private mutating func compare(_ left: JSONValue?, _ right: JSONValue?, _ pointer: JSONPointer, _ found: inout [ValueDifference]) {
    guard found.count < RunComparison.mostValues, left != right, !isIgnored(pointer) else { return }
    switch (left, right) {
    case (let left?, let right?) where left.isLeftOut || right.isLeftOut: unknownCount += 1
    case (.object(let left), .object(let right)): compare(left, right, pointer, &found)
    case (.array(let left), .array(let right)):
      for place in 0..<max(left.count, right.count) {
        compare(place < left.count ? left[place] : nil, place < right.count ? right[place] : nil, pointer.appending(place), &found)
      }
    case (.string(let left), .string(let right)) where pairs.areSame(left, right): break
    default: found.append(ValueDifference(pointer: pointer, first: left, second: right))
    }
  }

  private mutating func compare(
    _ left: JSONObject, _ right: JSONObject, _ pointer: JSONPointer, _ found: inout [ValueDifference]
  ) {
    var unmatched = right.filter { left.position(of: $0.key) == nil }
    for member in left {
      var other = right[member.key]
      // A key may be an identifier too.
      if other == nil, let place = unmatched.firstIndex(where: { pairs.areSame(member.key, $0.key) }) {
        other = unmatched.remove(at: place).value
      }
      compare(member.value, other, pointer.appending(member.key), &found)
    }
    for member in unmatched { compare(nil, member.value, pointer.appending(member.key), &found) }
  }

  private func isIgnored(_ pointer: JSONPointer) -> Bool { ignoredPlaces.contains { pointer.tokens.starts(with: $0.tokens) } }
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
