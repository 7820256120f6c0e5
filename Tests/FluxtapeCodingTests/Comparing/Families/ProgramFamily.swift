import FluxtapeJSON
import FluxtapeRandomCases
import Foundation

@testable import FluxtapeCoding

/// A value whose `encode(to:)` is random: any calls in any order that `Encoder` allows.
///
/// One number determines the calls, the other the values that they write. So two values may hold different numbers and be encoded alike, or
/// the reverse.
struct EncodingProgram: Encodable {
  var structure: Int
  var data: Int
  var depth: Int
  /// Whether each container is finished before the one around it continues, as in nearly all code.
  var isOrderly: Bool

  struct Refusal: Error {}

  final class Object: Encodable {
    var number: Int
    init(number: Int) { self.number = number }
  }

  func encode(to encoder: any Encoder) throws {
    var run = Run(random: SplitMix64(seed: structure), data: SplitMix64(seed: data), depth: depth)
    if isOrderly { try run.write(to: encoder) } else { try run.writeInAnyOrder(to: encoder) }
    if run.random.chance(30) { throw Refusal() }
  }

  enum Open {
    case encoder(any Encoder)
    case keyed(KeyedEncodingContainer<TextKey>)
    case list(any UnkeyedEncodingContainer)
  }
}

extension EncodingProgram {
  /// One execution of the calls.
  struct Run {
    var random: SplitMix64
    var data: SplitMix64
    var depth: Int

    /// A value of one of many types. There are few values, so that most stay the same when the data changes.
    mutating func value() -> any Encodable {
      let kind = random.next() % 17
      // Always drawn, so that the following calls do not depend on the kind.
      let number = data.below(3)
      switch kind {
      case 0, 1: return number
      case 2: return ["x", "é", "e\u{301}"][number]
      case 3: return [0, -0.0, 1.5][number]
      case 4: return number == 0
      case 5: return Array(repeating: number, count: number)
      case 6: return ["a": number, "$b": 1]
      case 7: return number == 0 ? nil : number
      case 8: return CartFamily.Price(isNet: false, cents: number, rate: nil)
      case 9: return [CartFamily.Price](repeating: CartFamily.Price(isNet: true, cents: number, rate: 1), count: 3)
      case 10: return Object(number: number)
      case 11: return [number: "x"]
      case 12: return Set([number, 7])
      case 13: return RouteFamily.Route.detail(id: number, tab: .info)
      case 14: return number == 0 ? 1 as any Encodable : "another type"
      default:
        let structure = Int(truncatingIfNeeded: random.next()), isOrderly = !random.chance(6)
        guard depth > 0 else { return number }
        return EncodingProgram(structure: structure, data: number, depth: depth - 1, isOrderly: isOrderly)
      }
    }

    /// There are few keys, so that some are written twice.
    mutating func key() -> TextKey {
      TextKey(random.pick(["a", "b", "c", "d", "e", "f/~", "$g", "password", "value", "name", "é"]))
    }

    /// Sometimes the data determines the count.
    mutating func count() -> Int { random.chance(4) ? data.below(4) : random.below(5) }
  }
}

// MARK: - One after the other

extension EncodingProgram.Run {
  mutating func write(to encoder: any Encoder) throws {
    switch random.next() % 8 {
    case 0:
      var single = encoder.singleValueContainer()
      try single.encode(value())
    case 1:
      let value = value()
      // Their `encode(to:)` writes them in the order of their hashes, which differs between equal values.
      if value is Set<Int> || value is [String: Int] { return }
      try value.encode(to: encoder)
    case 2: break
    case 3:
      var list = encoder.unkeyedContainer()
      try fill(&list, depth: 2)
    default:
      var keyed = encoder.container(keyedBy: TextKey.self)
      try fill(&keyed, depth: 2)
    }
  }

  private mutating func fill(_ keyed: inout KeyedEncodingContainer<TextKey>, depth: Int) throws {
    var used: Set<String> = []
    for _ in 0..<count() {
      let key = key()
      // Other families test repeated keys.
      let isNew = used.insert(key.stringValue).inserted
      guard isNew else { continue }
      switch random.next() % (depth > 0 ? 9 : 5) {
      case 0: try keyed.encodeNil(forKey: key)
      case 1: try keyed.encodeIfPresent(data.chance(2) ? 1 : nil, forKey: key)
      case 5:
        var inner = keyed.nestedContainer(keyedBy: TextKey.self, forKey: key)
        try fill(&inner, depth: depth - 1)
      case 6:
        var inner = keyed.nestedUnkeyedContainer(forKey: key)
        try fill(&inner, depth: depth - 1)
      case 7 where used.insert("super").inserted: try write(to: keyed.superEncoder())
      case 8: try write(to: keyed.superEncoder(forKey: key))
      default: try keyed.encode(value(), forKey: key)
      }
    }
  }

  private mutating func fill(_ list: inout any UnkeyedEncodingContainer, depth: Int) throws {
    for _ in 0..<count() {
      switch random.next() % (depth > 0 ? 8 : 5) {
      case 0: try list.encodeNil()
      case 5:
        var inner = list.nestedContainer(keyedBy: TextKey.self)
        try fill(&inner, depth: depth - 1)
      case 6:
        var inner = list.nestedUnkeyedContainer()
        try fill(&inner, depth: depth - 1)
      case 7: try write(to: list.superEncoder())
      default: try list.encode(value())
      }
    }
  }
}

// MARK: - In any order

extension EncodingProgram.Run {
  mutating func writeInAnyOrder(to encoder: any Encoder) throws {
    var open = [EncodingProgram.Open.encoder(encoder)]
    for _ in 0..<2 * (1 + count()) {
      let place = random.below(open.count)
      let opened: EncodingProgram.Open?
      switch open[place] {
      case .encoder(let encoder): opened = try call(encoder)
      case .keyed(var keyed):
        opened = try call(&keyed)
        open[place] = .keyed(keyed)
      case .list(var list):
        opened = try call(&list)
        open[place] = .list(list)
      }
      if let opened { open.append(opened) }
    }
  }

  private mutating func call(_ encoder: any Encoder) throws -> EncodingProgram.Open? {
    switch random.next() % 6 {
    case 0:
      var single = encoder.singleValueContainer()
      try single.encode(value())
      return nil
    case 1, 2: return .list(encoder.unkeyedContainer())
    default: return .keyed(encoder.container(keyedBy: TextKey.self))
    }
  }

  private mutating func call(_ keyed: inout KeyedEncodingContainer<TextKey>) throws -> EncodingProgram.Open? {
    switch random.next() % 8 {
    case 0: try keyed.encodeNil(forKey: key())
    case 1: return .keyed(keyed.nestedContainer(keyedBy: TextKey.self, forKey: key()))
    case 2: return .list(keyed.nestedUnkeyedContainer(forKey: key()))
    case 3: return .encoder(random.chance(2) ? keyed.superEncoder() : keyed.superEncoder(forKey: key()))
    default: try keyed.encode(value(), forKey: key())
    }
    return nil
  }

  private mutating func call(_ list: inout any UnkeyedEncodingContainer) throws -> EncodingProgram.Open? {
    switch random.next() % 8 {
    case 0: try list.encodeNil()
    case 1: return .keyed(list.nestedContainer(keyedBy: TextKey.self))
    case 2: return .list(list.nestedUnkeyedContainer())
    case 3: return .encoder(list.superEncoder())
    default: try list.encode(value())
    }
    return nil
  }
}

// MARK: - States

/// States that are encoded by random programs.
struct ProgramFamily: StateFamily {
  struct Whole: Encodable {
    var first: EncodingProgram
    var list: [EncodingProgram]
    var byName: [String: EncodingProgram]
  }

  var state: Whole

  init(_ random: inout SplitMix64) { state = Whole(first: Self.program(&random), list: random.list(2, Self.program), byName: [:]) }

  static func program(_ random: inout SplitMix64) -> EncodingProgram {
    EncodingProgram(structure: Int(truncatingIfNeeded: random.next()), data: random.below(5), depth: 2, isOrderly: !random.chance(4))
  }

  static func change(_ program: inout EncodingProgram, _ random: inout SplitMix64) {
    if random.chance(5) { program = Self.program(&random) } else { program.data += 1 }
  }

  mutating func change(_ random: inout SplitMix64) {
    switch random.next() % 3 {
    case 0: Self.change(&state.first, &random)
    case 1: random.edit(&state.list, make: Self.program, change: Self.change)
    default: random.edit(&state.byName, key: { $0.oddText() }, make: Self.program, change: Self.change)
    }
    // Keeps the list short, as programs write a lot.
    state.list = Array(state.list.prefix(3))
  }
}

/// The same with values that rules hide by their keys.
struct HiddenProgramFamily: StateFamily {
  static var rules: EncodingRules {
    var rules = LoginFamily.rules
    rules.hiddenPaths = [PathPattern(["list", "*", "a"]), PathPattern(["first", "b", "*"])]
    rules.setHook(.leftOut, for: EncodingProgram.Object.self)
    rules.setHook(.hidden, for: CartFamily.Price.self)
    rules.maximumDepth = 9
    return rules
  }
  var inner: ProgramFamily
  var state: ProgramFamily.Whole { inner.state }
  init(_ random: inout SplitMix64) { inner = ProgramFamily(&random) }
  mutating func change(_ random: inout SplitMix64) { inner.change(&random) }
}
