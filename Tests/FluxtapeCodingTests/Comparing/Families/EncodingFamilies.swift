import FluxtapeJSON
import FluxtapeRandomCases
import Foundation

@testable import FluxtapeCoding

/// A key with any text.
struct TextKey: CodingKey {
  let stringValue: String
  let intValue: Int? = nil
  init(_ text: String) { stringValue = text }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// Handwritten `encode(to:)`: computed values, keys that appear, vanish and change their order, nested containers with varying contents,
/// and other kinds of containers from one state to the next.
struct HandwrittenFamily: StateFamily {
  struct Sorted: Encodable {
    var items: [CartFamily.Price], flags: [String: Bool]
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: TextKey.self)
      // Temporary values, which are freed before the next member is encoded.
      try container.encode(items.sorted { $0.cents < $1.cents }, forKey: TextKey("sorted"))
      try container.encode(items.map(\.cents).reduce(0, +), forKey: TextKey("total"))
      try container.encode(items.map { "\($0.cents)" }.joined(separator: " and then "), forKey: TextKey("text"))
      try container.encode(flags.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }, forKey: TextKey("keys"))
    }
  }

  struct Members: Encodable {
    var names: [String], values: [Int?]
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: TextKey.self)
      for (name, value) in zip(names, values) {
        if let value { try container.encode(value, forKey: TextKey(name)) } else { try container.encodeNil(forKey: TextKey(name)) }
      }
      try container.encodeIfPresent(values.first ?? nil, forKey: TextKey("maybe"))
    }
  }

  struct Nested: Encodable {
    var rows: [[Int]], depth: Int
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: TextKey.self)
      var list = container.nestedUnkeyedContainer(forKey: TextKey("rows"))
      for row in rows {
        var inner = list.nestedUnkeyedContainer()
        for number in row { try inner.encode(number) }
      }
      var place = container.nestedContainer(keyedBy: TextKey.self, forKey: TextKey("deep"))
      for level in 0..<depth { place = place.nestedContainer(keyedBy: TextKey.self, forKey: TextKey("level\(level % 2)")) }
      try place.encode(depth, forKey: TextKey("end"))
      try container.encode(rows.count, forKey: TextKey("count"))
    }
  }

  /// A number, a text, a list, an object or nothing at all.
  struct Anything: Encodable {
    var kind: Int, number: Int, text: String
    func encode(to encoder: any Encoder) throws {
      switch kind {
      case 0:
        var single = encoder.singleValueContainer()
        try single.encode(number)
      case 1:
        var single = encoder.singleValueContainer()
        try single.encode([text: number])
      case 2:
        var list = encoder.unkeyedContainer()
        try list.encode(number)
        try list.encodeNil()
        try list.encode(text)
        for index in 0..<max(number, 0) { try list.encode(index) }
      case 3:
        var container = encoder.container(keyedBy: TextKey.self)
        try container.encode(text, forKey: TextKey("text"))
        if number > 3 { try container.encode(Anything(kind: number % 6, number: number / 2, text: text), forKey: TextKey("inner")) }
      case 4:
        var single = encoder.singleValueContainer()
        try single.encodeNil()
      default: break
      }
    }
  }

  struct Whole: Encodable {
    var sorted = Sorted(items: [], flags: [:])
    var members = Members(names: ["a", "b", "c"], values: [1, nil, 3])
    var nested = Nested(rows: [], depth: 0)
    var things: [Anything] = []
    var thing = Anything(kind: 0, number: 0, text: "")
    var late: Anything?
  }

  var state = Whole()

  init(_ random: inout SplitMix64) { state.things = random.list(3, Self.thing) }

  static func thing(_ random: inout SplitMix64) -> Anything {
    Anything(kind: random.below(6), number: random.small(), text: random.oddText())
  }

  static func change(_ thing: inout Anything, _ random: inout SplitMix64) {
    switch random.next() % 4 {
    case 0: thing.kind = random.below(6)
    case 1: thing.text = random.oddText()
    default: thing.number += 1
    }
  }

  mutating func change(_ random: inout SplitMix64) {
    switch random.next() % 10 {
    case 0, 1: random.edit(&state.sorted.items, make: CartFamily.price) { $0.cents += $1.small() }
    case 2: random.edit(&state.sorted.flags, key: { $0.oddText() }, make: { $0.chance(2) }) { flag, _ in flag.toggle() }
    case 3: random.edit(&state.members.names, make: { $0.oddText() }) { $0 = $1.oddText() }
    case 4: random.edit(&state.members.values, make: { $0.small() }) { $0 = $1.chance(2) ? nil : $1.small() }
    case 5: random.edit(&state.nested.rows, make: { $0.list(2) { $0.small() } }) { $1.edit(&$0, make: { $0.small() }) { $0 += $1.small() } }
    case 6: state.nested.depth = random.below(4)
    case 7: Self.change(&state.thing, &random)
    case 8: random.edit(&state.late, make: Self.thing, change: Self.change)
    default: random.edit(&state.things, make: Self.thing, change: Self.change)
    }
  }
}

/// Unusual things that `Encoder` allows: containers written in turn, keys written twice, values that throw, containers of another kind than
/// the written one, `superEncoder` in structs.
struct OddEncodingFamily: StateFamily {
  struct Refusal: Error {}

  struct InTurn: Encodable {
    var left: [Int], right: [String]
    func encode(to encoder: any Encoder) throws {
      var root = encoder.container(keyedBy: TextKey.self)
      var one = root.nestedUnkeyedContainer(forKey: TextKey("left"))
      var other = root.nestedContainer(keyedBy: TextKey.self, forKey: TextKey("right"))
      for index in 0..<max(left.count, right.count) {
        if index < left.count { try one.encode(left[index]) }
        if index < right.count { try other.encode(right[index], forKey: TextKey("\(index)")) }
      }
      try root.encode(left.count, forKey: TextKey("count"))
    }
  }

  struct Twice: Encodable {
    var first: Int, second: String?
    func encode(to encoder: any Encoder) throws {
      var root = encoder.container(keyedBy: TextKey.self)
      try root.encode(first, forKey: TextKey("key"))
      try root.encode(first % 2 == 0, forKey: TextKey("even"))
      if let second { try root.encode(second, forKey: TextKey("key")) }
      var again = encoder.container(keyedBy: TextKey.self)
      try again.encode(first, forKey: TextKey("again"))
    }
  }

  /// Throws sometimes, and is then encoded through its mirror.
  struct Picky: Encodable {
    var number: Int, inner: [Int]
    func encode(to encoder: any Encoder) throws {
      var root = encoder.container(keyedBy: TextKey.self)
      try root.encode(inner, forKey: TextKey("before"))
      if number % 3 == 0 { throw Refusal() }
      try root.encode(number, forKey: TextKey("after"))
    }
  }

  struct Above: Encodable {
    var name: String, list: [Int]
    func encode(to encoder: any Encoder) throws {
      var root = encoder.container(keyedBy: TextKey.self)
      try root.encode(name, forKey: TextKey("name"))
      var parent = root.superEncoder().unkeyedContainer()
      for number in list { try parent.encode(number) }
      var named = root.superEncoder(forKey: TextKey("other")).singleValueContainer()
      try named.encode(list.last)
      var elements = root.nestedUnkeyedContainer(forKey: TextKey("list"))
      var inner = elements.superEncoder().container(keyedBy: TextKey.self)
      try inner.encode(name, forKey: TextKey("super"))
    }
  }

  /// Requests one container, and writes into another.
  struct Undecided: Encodable {
    var number: Int
    func encode(to encoder: any Encoder) throws {
      var keyed = encoder.container(keyedBy: TextKey.self)
      try keyed.encode(number, forKey: TextKey("a"))
      guard number % 2 == 0 else { return }
      var list = encoder.unkeyedContainer()
      try list.encode(number)
    }
  }

  struct Whole: Encodable {
    var inTurn = InTurn(left: [], right: [])
    var twice = Twice(first: 0, second: nil)
    var picky = [Picky(number: 1, inner: [])]
    var above = Above(name: "", list: [])
    var undecided: [String: Undecided] = [:]
  }

  var state = Whole()

  init(_ random: inout SplitMix64) {}

  mutating func change(_ random: inout SplitMix64) {
    switch random.next() % 8 {
    case 0: random.edit(&state.inTurn.left, make: { $0.small() }) { $0 += $1.small() }
    case 1: random.edit(&state.inTurn.right, make: { $0.oddText() }) { $0 = $1.oddText() }
    case 2: random.chance(2) ? state.twice.first += 1 : (state.twice.second = random.chance(2) ? nil : random.oddText())
    case 3, 4:
      random.edit(&state.picky, make: { Picky(number: $0.small(), inner: $0.list(2) { $0.small() }) }) {
        $1.chance(2) ? $0.number += 1 : $1.edit(&$0.inner, make: { $0.small() }) { $0 += $1.small() }
      }
    case 5: random.edit(&state.above.list, make: { $0.small() }) { $0 += $1.small() }
    case 6: state.above.name = random.oddText()
    default: random.edit(&state.undecided, key: { $0.oddText() }, make: { Undecided(number: $0.small()) }) { $0.number += $1.small() }
    }
  }
}

/// Wrappers that encode their contents, generic types, types that encode as text.
struct WrapperFamily: StateFamily {
  @propertyWrapper struct Clamped: Codable {
    var wrappedValue: Int
    init(wrappedValue: Int) { self.wrappedValue = wrappedValue }
    init(from decoder: any Decoder) throws { wrappedValue = try decoder.singleValueContainer().decode(Int.self) }
    func encode(to encoder: any Encoder) throws {
      var single = encoder.singleValueContainer()
      try single.encode(min(wrappedValue, 10))
    }
  }
  struct Tagged<Tag, Raw: Encodable>: Encodable {
    var raw: Raw
    func encode(to encoder: any Encoder) throws { try raw.encode(to: encoder) }
  }
  struct Pair<First: Encodable, Second: Encodable>: Encodable { var first: First, second: Second }
  struct Options: OptionSet, Codable { let rawValue: UInt8 }
  enum Level: Int, Codable, CaseIterable { case low, high = 7 }
  /// Encodes as one text.
  struct Version: Encodable {
    var major: Int, minor: Int
    func encode(to encoder: any Encoder) throws {
      var single = encoder.singleValueContainer()
      try single.encode("\(major).\(minor)")
    }
  }
  struct Whole: Encodable {
    @Clamped var level = 3
    var id = Tagged<Int, String>(raw: "")
    var list = Tagged<String, [Pair<Int, Tagged<Bool, Int?>>]>(raw: [])
    var options = Options()
    var levels: [Level] = []
    var version = Version(major: 1, minor: 0)
    var pair = Pair(first: [Version](), second: [String: Options]())
  }

  var state = Whole()

  init(_ random: inout SplitMix64) {}

  mutating func change(_ random: inout SplitMix64) {
    switch random.next() % 8 {
    case 0: state.level = random.small()
    case 1: state.id.raw = random.oddText()
    case 2, 3:
      random.edit(&state.list.raw, make: { Pair(first: $0.small(), second: Tagged(raw: nil)) }) {
        $1.chance(2) ? $0.first += 1 : ($0.second.raw = $1.chance(2) ? nil : $1.small())
      }
    case 4: state.options = Options(rawValue: UInt8(random.below(4)))
    case 5: random.edit(&state.levels, make: { $0.pick(Level.allCases) }) { $0 = $1.pick(Level.allCases) }
    case 6: random.edit(&state.pair.first, make: { Version(major: $0.small(), minor: 0) }) { $0.minor += $1.small() }
    default:
      state.version.minor += 1
      random.edit(&state.pair.second, key: { $0.oddText() }, make: { Options(rawValue: UInt8($0.below(4))) }) {
        $0 = Options(rawValue: UInt8($1.below(3)))
      }
    }
  }
}

/// Texts that are too long and values that are nested too deeply.
struct LimitFamily: StateFamily {
  static var rules: EncodingRules {
    var rules = EncodingRules.plain
    rules.maximumStringBytes = 12
    rules.maximumDepth = 5
    return rules
  }
  struct Whole: Encodable {
    var text = ""
    var texts: [String: String] = [:]
    var lists: [[[[Int]]]] = []
    var term = TreeFamily.Term.number(0)
    var names = [AnyHashable: [String]]()
    private enum CodingKeys: CodingKey { case text, texts, lists, term }
  }

  var state = Whole()

  init(_ random: inout SplitMix64) {}

  mutating func change(_ random: inout SplitMix64) {
    switch random.next() % 5 {
    case 0: random.edit(&state.text)
    case 1: state.text = String(repeating: random.oddText(), count: random.below(14))
    case 2: random.edit(&state.texts, key: { String(repeating: $0.oddText(), count: 5) }, make: { $0.text() + $0.text() }) { $1.edit(&$0) }
    case 3: random.edit(&state.lists, make: { [[[$0.small()]]] }) { $1.edit(&$0, make: { [[$0.small()]] }) { $0.append([$1.small()]) } }
    default: TreeFamily.change(&state.term, &random)
    }
  }
}

// MARK: - Roots other than structs

struct ListRootFamily: StateFamily {
  var state: [RouteFamily.Route] = []
  init(_ random: inout SplitMix64) {}
  mutating func change(_ random: inout SplitMix64) { random.edit(&state, make: RouteFamily.route, change: RouteFamily.change) }
}

struct TextRootFamily: StateFamily {
  var state: String? = ""
  init(_ random: inout SplitMix64) {}
  mutating func change(_ random: inout SplitMix64) { random.edit(&state, make: { $0.oddText() }) { $1.edit(&$0) } }
}

struct DictionaryRootFamily: StateFamily {
  var state: [String: [CartFamily.Line]?] = [:]
  init(_ random: inout SplitMix64) {}
  mutating func change(_ random: inout SplitMix64) {
    random.edit(&state, key: { $0.oddText() }, make: { $0.chance(3) ? nil : $0.list(2, CartFamily.line) }) {
      $1.edit(&$0, make: { _ in [] }) { $1.edit(&$0, make: CartFamily.line, change: CartFamily.change) }
    }
  }
}

struct EnumRootFamily: StateFamily {
  var state = RouteFamily.Route.home
  init(_ random: inout SplitMix64) {}
  mutating func change(_ random: inout SplitMix64) { RouteFamily.change(&state, &random) }
}
