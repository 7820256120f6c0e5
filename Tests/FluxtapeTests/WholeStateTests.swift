import FluxtapeCoding
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import FluxtapeRandomCases
import Testing

@testable import Fluxtape

/// Whole states of equal values are equal bytes, whatever changes led to them.
struct WholeStateTests {
  enum Fruit: String, Codable, CaseIterable, Hashable { case apple, fig, pear }

  enum Screen: Encodable { case home, list(Set<Int>), detail(id: Int, tags: [String: Int]) }

  struct Point: Codable, Hashable {
    var x = 0
    var y: Int?
  }

  /// Encodes itself, including a dictionary and a set.
  final class Session: Encodable {
    var visits: [String: Int] = [:]
    var seen: Set<Fruit> = []
    enum CodingKeys: CodingKey { case visits, seen }
  }

  /// Has no encoding.
  final class Reflected {
    var entries: [Fruit: Int] = [:]
    var points: Set<Point> = []
  }

  /// Encodes its members in another order, and omits some of them sometimes.
  struct Own: Encodable {
    var numbers: [Int: Int] = [:]
    var point: Point?
    enum CodingKeys: CodingKey { case point, numbers }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encodeIfPresent(point, forKey: .point)
      try container.encode(numbers, forKey: .numbers)
    }
  }

  struct State: Encodable {
    var count = 0
    var words: [String: Int] = [:]
    var fruits: Set<Fruit> = []
    var byFruit: [Fruit: Point] = [:]
    var byNumber: [Int: [String: Int]] = [:]
    var points: Set<Point> = []
    var screen = Screen.home
    var optional: [String: Point]?
    var list: [[String: Int]] = [[:]]
    var own = Own()
    var session = Session()
    var anything: [String: Held] = [:]
  }

  /// Reflected, since it contains a class without an encoding.
  struct Held: Encodable {
    var number = 0
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(number)
    }
  }

  /// Like the one above, but reflected.
  struct Plain {
    var words: [String: Int] = [:]
    var fruits: Set<Fruit> = []
    var object = Reflected()
    var pair: (left: [Int: Int], right: Set<String>) = ([:], [])
    var any: [String: Any] = [:]
  }
}

// MARK: - Changes

extension Dictionary {
  /// The same entries, inserted in another order.
  fileprivate func remade(_ random: inout SplitMix64) -> Self {
    var made = Self(minimumCapacity: Int.random(in: 0..<60, using: &random))
    for (key, value) in shuffled(using: &random) { made[key] = value }
    return made
  }

  /// Adds or removes one of a few entries.
  fileprivate mutating func change(_ keys: [Key], _ random: inout SplitMix64, _ value: (Int) -> Value) {
    guard let key = keys.randomElement(using: &random) else { return }
    self[key] = Bool.random(using: &random) ? nil : value(Int.random(in: 0..<2, using: &random))
    // The capacity influences the order of iteration.
    if Int.random(in: 0..<5, using: &random) == 0 { reserveCapacity(count + Int.random(in: 1..<60, using: &random)) }
  }
}

extension Set {
  /// The same elements, inserted in another order.
  fileprivate func remade(_ random: inout SplitMix64) -> Self {
    var made = Self(minimumCapacity: Int.random(in: 0..<60, using: &random))
    for element in shuffled(using: &random) { made.insert(element) }
    return made
  }

  fileprivate mutating func change(_ elements: [Element], _ random: inout SplitMix64) {
    guard let element = elements.randomElement(using: &random) else { return }
    if contains(element) { remove(element) } else { insert(element) }
    if Int.random(in: 0..<5, using: &random) == 0 { reserveCapacity(count + Int.random(in: 1..<60, using: &random)) }
  }
}

extension WholeStateTests {
  private static var screens: [Screen] { [.home, .list([1, 2, 3]), .list([3, 2, 1]), .detail(id: 1, tags: ["b": 1, "a": 2])] }
  private static let letters = ["a", "b", "c"]
  private static let points = [Point(), Point(x: 1), Point(x: 0, y: 1)]

  private static func change(_ state: inout State, _ random: inout SplitMix64) {
    switch Int.random(in: 0..<13, using: &random) {
    case 0: state.count = Int.random(in: 0..<2, using: &random)
    case 1: state.words.change(letters, &random) { $0 }
    case 2: state.fruits.change(Fruit.allCases, &random)
    case 3: state.byFruit.change(Fruit.allCases, &random) { points[$0] }
    case 4: state.byNumber.change([1, 2, 10], &random) { ["n": $0] }
    case 5: state.points.change(points, &random)
    case 6: state.screen = screens.randomElement(using: &random) ?? .home
    case 7: if state.optional == nil { state.optional = [:] } else { state.optional?.change(letters, &random) { points[$0] } }
    case 8: state.list[0].change(letters, &random) { $0 }
    case 9: state.own.numbers.change([1, 2, 3], &random) { $0 }
    case 10: state.own.point = points.randomElement(using: &random)
    case 11: state.session.visits.change(letters, &random) { $0 }
    default: state.anything.change(letters, &random) { Held(number: $0) }
    }
  }

  private static func change(_ state: inout Plain, _ random: inout SplitMix64) {
    switch Int.random(in: 0..<7, using: &random) {
    case 0: state.words.change(letters, &random) { $0 }
    case 1: state.fruits.change(Fruit.allCases, &random)
    case 2: state.object.entries.change(Fruit.allCases, &random) { $0 }
    case 3: state.object.points.change(points, &random)
    case 4: state.pair.left.change([1, 2], &random) { $0 }
    case 5: state.pair.right.change(letters, &random)
    default: state.any.change(letters, &random) { $0 == 0 ? 1 as Any : [2: "b", 1: "a"] as [Int: String] }
    }
  }
}

extension WholeStateTests {
  /// An equal state that shares nothing with the original.
  private static func remade(_ state: State, _ random: inout SplitMix64) -> State {
    var made = state
    made.words = state.words.remade(&random)
    made.fruits = state.fruits.remade(&random)
    made.byFruit = state.byFruit.remade(&random)
    made.byNumber = state.byNumber.remade(&random).mapValues { $0.remade(&random) }
    made.points = state.points.remade(&random)
    if case .list(let ids) = state.screen { made.screen = .list(ids.remade(&random)) }
    made.optional = state.optional?.remade(&random)
    made.list = state.list.map { $0.remade(&random) }
    made.own.numbers = state.own.numbers.remade(&random)
    made.session = Session()
    made.session.visits = state.session.visits.remade(&random)
    made.session.seen = state.session.seen.remade(&random)
    made.anything = state.anything.remade(&random)
    return made
  }

  private static func remade(_ state: Plain, _ random: inout SplitMix64) -> Plain {
    var made = state
    made.words = state.words.remade(&random)
    made.fruits = state.fruits.remade(&random)
    made.object = Reflected()
    made.object.entries = state.object.entries.remade(&random)
    made.object.points = state.object.points.remade(&random)
    made.pair = (state.pair.left.remade(&random), state.pair.right.remade(&random))
    made.any = state.any.remade(&random)
    return made
  }

  private static func remade(
    _ state: [String: [Int: Set<String>]], _ random: inout SplitMix64
  ) -> [String: [Int: Set<String>]] {
    state.remade(&random).mapValues { $0.remade(&random).mapValues { $0.remade(&random) } }
  }
}

// MARK: - Whole states

extension WholeStateTests {
  /// The texts of all whole states in a log, each with a key that is the same for equal values.
  ///
  /// - Parameter keys: The key of the state after each action.
  private static func wholeStates(in log: RecordedLog, _ keys: [JSONValue]) throws -> [(key: JSONValue, text: String)] {
    var latest: JSONValue?
    return try log.lines.dropFirst().compactMap { line in
      switch try LogLine(decoding: Array(line.utf8)) {
      case .record(.action(let action)): latest = action.payload?.int.map { keys[$0] }
      // The state after the previous action.
      case .record(.state(let state)) where state.step == nil: break
      default: return nil
      }
      guard let latest, let start = line.firstRange(of: #","state":"#) else { return nil }
      // Behind a state may stand which types are slow.
      let end = line.firstRange(of: #","slow":"#)?.lowerBound ?? line.index(before: line.endIndex)
      return (latest, String(line[start.upperBound..<end]))
    }
  }

  private static func play<Value>(
    _ first: Value, seed: Int, _ change: (inout Value, inout SplitMix64) -> Void, _ remade: (Value, inout SplitMix64) -> Value
  ) throws -> [(key: JSONValue, text: String)] {
    var random = SplitMix64(seed: seed)
    let (recorder, sink) = Recorder.inMemory(options: RecorderOptions(patchesPerSnapshot: 1))
    let tap = recorder.store("s")
    var state = first
    var earlier: [Value] = []
    var keys: [JSONValue] = []
    for number in 0..<300 {
      // Changes outside actions make the recorder write whole states there too.
      if Int.random(in: 0..<6, using: &random) == 0 { change(&state, &random) }
      tap.reduce(number, into: &state) { state, _ in
        if let known = earlier.randomElement(using: &random), Bool.random(using: &random) { return state = remade(known, &random) }
        for _ in 0..<Int.random(in: 0..<3, using: &random) { change(&state, &random) }
        if earlier.count < 6 { earlier.append(remade(state, &random)) }
      }
      // Another encoder, which caches nothing.
      keys.append(JSONValue.whole(state))
      guard Int.random(in: 0..<8, using: &random) == 0 else { continue }
      // As at the beginning of a segment: written from the remembered state.
      recorder.log?.withWriter { $0.losses += 1 }
      recorder.log?.restateStores()
    }
    return try wholeStates(in: RecordedLog(sink), keys)
  }

  private static func expectEqualBytes(_ states: [(key: JSONValue, text: String)]) {
    var texts: [JSONValue: String] = [:]
    var repeated = 0
    for (key, text) in states {
      let first = texts[key]
      if first != nil { repeated += 1 }
      #expect(first ?? text == text)
      texts[key] = text
    }
    #expect(states.count > 100 && repeated > 30, "\(states.count) whole states, \(repeated) seen before")
  }

  @Test(arguments: seeds(1)) func `of equal values are equal bytes`(_ seed: Int) throws {
    Self.expectEqualBytes(try Self.play(State(), seed: seed, Self.change, Self.remade))
  }

  @Test(arguments: seeds(1)) func `of equal values that are taken apart by reflection, too`(_ seed: Int) throws {
    Self.expectEqualBytes(try Self.play(Plain(), seed: seed, Self.change, Self.remade))
  }

  /// Few values, each of which is frequent.
  @Test(arguments: seeds(2)) func `of a dictionary, whatever was in it before`(_ seed: Int) throws {
    let change = { (state: inout [String: [Int: Set<String>]], random: inout SplitMix64) in
      state.change(Self.letters, &random) { $0 == 0 ? [1: ["b", "a"], 2: []] : [2: [], 1: ["a", "b"]] }
    }
    let states = try Self.play([String: [Int: Set<String>]](), seed: seed, change, Self.remade)
    Self.expectEqualBytes(states)
  }
}
