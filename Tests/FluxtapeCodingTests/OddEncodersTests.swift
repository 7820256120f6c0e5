import FluxtapeCoding
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeRandomCases
import Foundation
import Testing

/// Handwritten `encode(to:)`: the writer writes the same as `JSONEncoder`.
struct OddEncodersTests {
  @Test(arguments: seeds(150)) func `what random code writes is what JSONEncoder makes of it`(seed: Int) throws {
    var random = SplitMix64(seed: seed)
    let followed = try FollowedDocument([OddValue.number(0)])
    for _ in 0..<6 {
      let value = random.list(random.below(3)) { OddValue.random(&$0, depth: 0) }
      let right = try JSONValue(parsing: [UInt8](JSONEncoder().encode(value)))
      #expect(encodedBothWays(value) == right, "\(value)")
      try followed.advance(to: value)
    }
  }

  @Test func `the last of two super encoders of one key decides`() throws {
    let twice = OddValue.object([
      .superEncoder("a", .object([.value("x", .number(1))])), .superEncoder("a", .object([.value("y", .number(2))])),
    ])
    #expect(encodedBothWays(twice).text == #"{"a":{"y":2}}"#)
    let plain = OddValue.object([
      .superEncoder(nil, .array([.value("", .number(1))])), .superEncoder(nil, .number(2)), .value("b", .number(3)),
    ])
    #expect(encodedBothWays(plain).text == #"{"super":2,"b":3}"#)
  }

  @Test func `a container goes on with an object that stands under its key`() throws {
    let object = OddValue.object([.value("a", .object([.value("x", .number(1))])), .nestedObject("a", [.value("y", .number(2))])])
    #expect(encodedBothWays(object).text == #"{"a":{"x":1,"y":2}}"#)
    let array = OddValue.object([.value("a", .array([.value("", .number(1))])), .nestedArray("a", [.value("", .number(2))])])
    #expect(encodedBothWays(array).text == #"{"a":[1,2]}"#)
  }

  @Test func `a value takes the place of a container under its key`() throws {
    let object = OddValue.object([
      .nestedObject("a", [.value("x", .number(1))]), .value("a", .number(2)), .null("a"), .value("a", .number(3)),
    ])
    #expect(encodedBothWays(object).text == #"{"a":3}"#)
  }
}

/// A value with an `encode(to:)` that performs steps in order.
indirect enum OddValue: Encodable {
  case nothing
  case null
  case number(Int)
  case text(String)
  /// Requests the container again for each step.
  case object([Step])
  case array([Step])

  enum Step {
    case value(String, OddValue)
    case null(String)
    case ifPresent(String, OddValue?)
    case nestedObject(String, [Step])
    case nestedArray(String, [Step])
    /// With a key, or without one.
    case superEncoder(String?, OddValue)
    /// Writes to two containers in turn.
    case inTurn(String, String, [Step])
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .nothing: break
    case .null:
      var single = encoder.singleValueContainer()
      try single.encodeNil()
    case .number(let number):
      var single = encoder.singleValueContainer()
      try single.encode(number)
    case .text(let text):
      var single = encoder.singleValueContainer()
      try single.encode(text)
    case .object(let steps):
      if steps.isEmpty { _ = encoder.container(keyedBy: TextKey.self) }
      for step in steps {
        var container = encoder.container(keyedBy: TextKey.self)
        try Self.write([step], to: &container)
      }
    case .array(let steps):
      if steps.isEmpty { _ = encoder.unkeyedContainer() }
      for step in steps {
        var container = encoder.unkeyedContainer()
        try Self.write([step], to: &container)
      }
    }
  }

  private static func write(_ steps: [Step], to container: inout KeyedEncodingContainer<TextKey>) throws {
    for step in steps {
      switch step {
      case .value(let key, let value): try container.encode(value, forKey: TextKey(key))
      case .null(let key): try container.encodeNil(forKey: TextKey(key))
      case .ifPresent(let key, let value): try container.encodeIfPresent(value, forKey: TextKey(key))
      case .nestedObject(let key, let steps):
        var nested = container.nestedContainer(keyedBy: TextKey.self, forKey: TextKey(key))
        try write(steps, to: &nested)
      case .nestedArray(let key, let steps):
        var nested = container.nestedUnkeyedContainer(forKey: TextKey(key))
        try write(steps, to: &nested)
      case .superEncoder(let key, let value):
        try value.encode(to: key.map { container.superEncoder(forKey: TextKey($0)) } ?? container.superEncoder())
      case .inTurn(let first, let second, let steps):
        var one = container.nestedContainer(keyedBy: TextKey.self, forKey: TextKey(first))
        var other = container.nestedContainer(keyedBy: TextKey.self, forKey: TextKey(second))
        for (place, step) in steps.enumerated() {
          if place % 2 == 0 { try write([step], to: &one) } else { try write([step], to: &other) }
        }
      }
    }
  }

  private static func write(_ steps: [Step], to container: inout any UnkeyedEncodingContainer) throws {
    for step in steps {
      switch step {
      case .value(_, let value): try container.encode(value)
      case .null: try container.encodeNil()
      case .ifPresent(_, let value): if let value { try container.encode(value) }
      case .nestedObject(_, let steps):
        var nested = container.nestedContainer(keyedBy: TextKey.self)
        try write(steps, to: &nested)
      case .nestedArray(_, let steps):
        var nested = container.nestedUnkeyedContainer()
        try write(steps, to: &nested)
      case .superEncoder(_, let value): try value.encode(to: container.superEncoder())
      case .inTurn(_, _, let steps):
        var one = container.nestedContainer(keyedBy: TextKey.self)
        var other = container.nestedUnkeyedContainer()
        for (place, step) in steps.enumerated() {
          if place % 2 == 0 { try write([step], to: &one) } else { try write([step], to: &other) }
        }
      }
    }
  }
}

// MARK: - Random code

extension OddValue {
  /// The kind of value under a key. `JSONEncoder` traps if another kind of container is requested there.
  fileprivate enum Kind { case object, array, other }

  fileprivate var kind: Kind {
    switch self {
    case .nothing, .object: .object
    case .array: .array
    case .null, .number, .text: .other
    }
  }

  static func random(_ random: inout SplitMix64, depth: Int) -> OddValue {
    switch random.below(depth < 3 ? 9 : 4) {
    case 0: return .nothing
    case 1: return .null
    case 2: return .text(random.pick(["", "a"]))
    case 3: return .number(random.below(3))
    case 4, 5:
      var kinds: [String: Kind] = [:]
      return .array(steps(&random, depth: depth + 1, &kinds))
    default:
      var kinds: [String: Kind] = [:]
      return .object(steps(&random, depth: depth + 1, &kinds))
    }
  }

  /// - Parameter kinds: The kinds of values under the keys of their container.
  private static func steps(_ random: inout SplitMix64, depth: Int, _ kinds: inout [String: Kind]) -> [Step] {
    var steps: [Step] = []
    for _ in 0..<random.below(5) { steps.append(step(&random, depth: depth, &kinds)) }
    return steps
  }

  private static func step(_ random: inout SplitMix64, depth: Int, _ kinds: inout [String: Kind]) -> Step {
    let key = random.pick(["a", "b", "super"])
    func inside(_ random: inout SplitMix64) -> [Step] {
      // The existing object may have keys that are unknown here.
      var inner: [String: Kind] = [:]
      let steps = Self.steps(&random, depth: depth + 1, &inner)
      return steps
    }
    let value = Self.random(&random, depth: depth)
    switch random.below(8) {
    case 0:
      kinds[key] = .other
      return .null(key)
    case 1:
      let isThere = random.chance(2)
      if isThere { kinds[key] = value.kind }
      return .ifPresent(key, isThere ? value : nil)
    case 2 where kinds[key] == nil:
      kinds[key] = .object
      return .nestedObject(key, inside(&random))
    case 3 where (kinds[key] ?? .array) == .array:
      kinds[key] = .array
      return .nestedArray(key, inside(&random))
    case 4:
      kinds[key] = value.kind
      return .superEncoder(random.chance(2) && key == "super" ? nil : key, value)
    case 5 where kinds["a"] == nil && kinds["b"] == nil:
      (kinds["a"], kinds["b"]) = (.object, .object)
      // Steps on both in turn; each needs its own container.
      return .inTurn("a", "b", inside(&random).filter { $0.isAlone })
    case 6 where kinds[key] == .object:
      // Continues an existing value, if that works for any kind.
      return .nestedObject(key, [.value(random.pick(["a", "x"]), value)])
    default:
      kinds[key] = value.kind
      return .value(key, value)
    }
  }
}

extension OddValue.Step {
  /// Whether the step works for any kind of value under its key.
  fileprivate var isAlone: Bool {
    switch self {
    case .value, .null, .ifPresent, .superEncoder: true
    case .nestedObject, .nestedArray, .inTurn: false
    }
  }
}
