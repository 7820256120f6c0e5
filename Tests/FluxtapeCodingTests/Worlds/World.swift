import FluxtapeDocuments
import FluxtapeJSON

@testable import FluxtapeCoding

// Small worlds: all states of a few members, and all their changes in a few steps.

/// A state with a few members.
protocol World {
  /// Each member has its first value.
  init()
  static var memberCount: Int { get }
  static func valueCount(of member: Int) -> Int
  mutating func change(_ member: Int, to number: Int)
}

extension World {
  static func valueCount(of member: Int) -> Int { 3 }

  /// Follows a store through every sequence of three changes of one member each, some of which change nothing. After every patch, the
  /// reader's document equals a whole encoding.
  static func follow() throws {
    let follower = WorldFollower()
    var state = Self()
    var numbers = [Int](repeating: 0, count: memberCount)
    try follower.advance(to: state, "\(Self.self), first state")
    for (step, member) in ChangeSequence.everyThree(of: memberCount).enumerated() {
      numbers[member] = (numbers[member] + 1) % valueCount(of: member)
      state.change(member, to: numbers[member])
      try follower.advance(to: state, "\(Self.self), step \(step + 1), member \(member) to \(numbers[member])")
    }
  }
}

/// The order in which members change.
enum ChangeSequence {
  /// A sequence that contains all sequences of three, with overlaps: a de Bruijn sequence made of Lyndon words (Fredricksen and Maiorana,
  /// 1978).
  static func everyThree(of count: Int) -> [Int] {
    guard count > 0 else { return [] }
    var sequence: [Int] = []
    var word = [Int](repeating: 0, count: 4)
    func extend(_ length: Int, _ period: Int) {
      guard length <= 3 else {
        if 3 % period == 0 { sequence += word[1...period] }
        return
      }
      word[length] = word[length - period]
      extend(length + 1, period)
      for next in (word[length - period] + 1)..<max(count, word[length - period] + 1) {
        word[length] = next
        extend(length + 1, length)
      }
    }
    extend(1, 1)
    // The beginning is repeated, as the sequence is cyclic.
    return sequence + sequence.prefix(2)
  }
}

/// Follows a store as a reader does.
final class WorldFollower {
  private let delta = ImageComparison(rules: .plain)
  private let fresh = ImageComparison(rules: .plain)
  private var whole: [UInt8] = []
  private var document: JSONValue?

  func advance<State>(to state: State, _ comment: @autoclosure () -> String) throws {
    var (bytes, expected): ([UInt8], [UInt8]) = ([], [])
    let patch = delta.advance(to: state, named: "store", appendingTo: &bytes)
    fresh.append(state, named: "store", to: &expected)
    _ = delta.takeReleased()
    guard let document else {
      whole = expected
      return document = try JSONValue(parsing: expected)
    }
    guard let patch else { throw ExpectationBroken(text: "\(comment()): no patch to \(text(expected))") }
    // Parsing both takes most of the time.
    if patch.isEmpty, bytes == Array("[]".utf8), expected == whole { return }
    let right = try JSONValue(parsing: expected)
    let after = try? JSONPatch(decoding: JSONValue(parsing: bytes)).applied(to: document)
    guard after == right else {
      throw ExpectationBroken(text: "\(comment()): \(text(bytes)) leads from \(text(whole)) not to \(text(expected))")
    }
    (whole, self.document) = (expected, after)
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

// MARK: - Four members of any kinds

/// Encoded by the synthesized `encode(to:)`.
struct FourCoded<A, B, C, D>: Encodable, World
where A: Encodable & WorldMember, B: Encodable & WorldMember, C: Encodable & WorldMember, D: Encodable & WorldMember {
  var a = A.make(0), b = B.make(0), c = C.make(0), d = D.make(0)

  static var memberCount: Int { 4 }

  mutating func change(_ member: Int, to number: Int) {
    switch member {
    case 0: a.become(number)
    case 1: b.become(number)
    case 2: c.become(number)
    default: d.become(number)
    }
  }
}

/// Encoded by a handwritten `encode(to:)`: in another order, with computed values and `nil`, and one member inside another object.
struct FourByHand<A, B, C, D>: Encodable, World
where A: Encodable & WorldMember, B: Encodable & WorldMember, C: Encodable & WorldMember, D: Encodable & WorldMember {
  var members = FourCoded<A, B, C, D>()

  init() {}

  static var memberCount: Int { 4 }

  mutating func change(_ member: Int, to number: Int) { members.change(member, to: number) }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: TextKey.self)
    try container.encode(members.d, forKey: TextKey("d"))
    try container.encode("\(type(of: members.a))", forKey: TextKey("type"))
    try container.encodeIfPresent(Optional(members.b), forKey: TextKey("b"))
    var nested = container.nestedContainer(keyedBy: TextKey.self, forKey: TextKey("inside"))
    try nested.encode(members.c, forKey: TextKey("c"))
    try nested.encode(members.a, forKey: TextKey("a"))
  }
}

/// Encoded through a mirror.
struct FourShown<A: WorldMember, B: WorldMember, C: WorldMember, D: WorldMember>: World {
  var a = A.make(0), b = B.make(0), c = C.make(0), d = D.make(0)

  static var memberCount: Int { 4 }

  mutating func change(_ member: Int, to number: Int) {
    switch member {
    case 0: a.become(number)
    case 1: b.become(number)
    case 2: c.become(number)
    default: d.become(number)
    }
  }
}

enum TupleWorld {
  /// Tuples cannot conform to a protocol, so they have a separate function.
  static func follow<A: WorldMember, B: WorldMember, C: WorldMember, D: WorldMember>(
    _: A.Type, _: B.Type, _: C.Type, _: D.Type
  ) throws {
    let follower = WorldFollower()
    var state = (A.make(0), b: B.make(0), C.make(0), d: D.make(0))
    var numbers = [0, 0, 0, 0]
    try follower.advance(to: state, "\(type(of: state)), first state")
    for (step, member) in ChangeSequence.everyThree(of: 4).enumerated() {
      numbers[member] = (numbers[member] + 1) % 3
      switch member {
      case 0: state.0.become(numbers[0])
      case 1: state.b.become(numbers[1])
      case 2: state.2.become(numbers[2])
      default: state.d.become(numbers[3])
      }
      try follower.advance(to: state, "\(type(of: state)), step \(step + 1), member \(member) to \(numbers[member])")
    }
  }
}

// MARK: - Generated types

/// Members that encode themselves, one after the other.
protocol CodedList: Encodable, World {
  func forEach(_ body: (any Encodable) throws -> Void) rethrows
}

/// The same with a handwritten `encode(to:)`, as an array.
struct ListWorld<Members: CodedList>: Encodable, World {
  var members = Members()

  static var memberCount: Int { Members.memberCount }

  mutating func change(_ member: Int, to number: Int) { members.change(member, to: number) }

  func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    try members.forEach { try list.encode($0) }
  }
}

protocol EnumMember: SendableMetatype {
  /// The number of values that ``make(_:)`` makes, each with another case or payload.
  static var valueCount: Int { get }
  static func make(_ number: Int) -> Self
}

/// An enum between other members.
struct EnumWorld<Value: EnumMember & Encodable>: Encodable, World {
  var small: UInt8 = 0, value = Value.make(0), isOn = false, optional: Value?

  static var memberCount: Int { 4 }
  static func valueCount(of member: Int) -> Int { [3, Value.valueCount, 2, Value.valueCount + 1][member] }

  mutating func change(_ member: Int, to number: Int) {
    switch member {
    case 0: small = .make(number)
    case 1: value = .make(number)
    case 2: isOn = .make(number)
    default: optional = number == 0 ? nil : .make(number - 1)
    }
  }
}

struct ShownEnumWorld<Value: EnumMember>: World {
  var small: UInt8 = 0, value = Value.make(0), isOn = false, optional: Value?

  static var memberCount: Int { 4 }
  static func valueCount(of member: Int) -> Int { [3, Value.valueCount, 2, Value.valueCount + 1][member] }

  mutating func change(_ member: Int, to number: Int) {
    switch member {
    case 0: small = .make(number)
    case 1: value = .make(number)
    case 2: isOn = .make(number)
    default: optional = number == 0 ? nil : .make(number - 1)
    }
  }
}
