import FluxtapeJSON
import FluxtapeRandomCases
import Foundation

/// Structs, enums and tuples that are not `Encodable`, closures, storage that the compiler makes, a `customMirror`.
struct ReflectedFamily: StateFamily {
  enum Step { case idle, waiting(since: Date, attempts: Int), done([String: Int]), both(Int, String), nested(Result<Int, Failure>) }
  enum Failure: Error { case a, b(String) }
  struct Point { var x: Int, isOn: Bool, y: Double }
  struct Mirrored: CustomReflectable {
    var values: [Int]
    var customMirror: Mirror { Mirror(self, children: values.enumerated().map { ("value\($0)" as String?, $1 as Any) }) }
  }
  struct Half: Encodable { var cart: [CartFamily.Price] }
  @propertyWrapper struct Stored { var wrappedValue: Int }
  struct Whole {
    var pair: (Int, name: String, (Bool, Point)) = (0, "", (false, Point(x: 0, isOn: false, y: 0)))
    var points: [Point] = []
    var step = Step.idle
    var steps: [Step] = []
    var byName: [String: Point] = [:]
    var byNumber: [Int: Step?] = [:]
    var maybe: Point??
    let action: (Int) -> Void = { _ in }
    @Stored var stored = 1
    lazy var computed = [1]
    var mirrored = Mirrored(values: [])
    var half = Half(cart: [])
    var `odd key/~` = 0
    var part: Substring = ""
    var window: ArraySlice<Int> = []
    var type: Any.Type = Int.self
    var numbers: [[(Int, Int)]] = []
  }

  var state = Whole()

  init(_ random: inout SplitMix64) { state.points = random.list(3, Self.point) }

  static func point(_ random: inout SplitMix64) -> Point { Point(x: random.small(), isOn: random.chance(2), y: random.oddDouble()) }

  static func change(_ point: inout Point, _ random: inout SplitMix64) {
    switch random.next() % 3 {
    case 0: point.x += 1
    case 1: point.isOn.toggle()
    default: point.y = random.oddDouble()
    }
  }

  static func step(_ random: inout SplitMix64) -> Step {
    random.pick([
      .idle, .waiting(since: Date(timeIntervalSinceReferenceDate: Double(random.small())), attempts: random.small()),
      .done([random.oddText(): random.small()]), .both(random.small(), random.oddText()), .nested(.success(random.small())),
      .nested(.failure(.b(random.oddText()))),
    ])
  }

  mutating func change(_ random: inout SplitMix64) {
    switch random.next() % 16 {
    case 0: random.chance(2) ? state.pair.0 += 1 : (state.pair.name = random.oddText())
    case 1: Self.change(&state.pair.2.1, &random)
    case 2, 3: random.edit(&state.points, make: Self.point, change: Self.change)
    case 4: state.step = Self.step(&random)
    case 5: random.edit(&state.steps, make: Self.step) { $0 = Self.step(&$1) }
    case 6: random.edit(&state.byName, key: { $0.oddText() }, make: Self.point, change: Self.change)
    case 7: random.edit(&state.byNumber, key: { $0.small() }, make: { $0.chance(3) ? nil : Self.step(&$0) }) { $0 = Self.step(&$1) }
    case 8:
      random.edit(&state.maybe, make: { $0.chance(2) ? nil : Self.point(&$0) }) { $1.edit(&$0, make: Self.point, change: Self.change) }
    case 9: state.stored += 1
    case 10: random.chance(3) ? _ = state.computed : state.computed.append(random.small())
    case 11: random.edit(&state.mirrored.values, make: { $0.small() }) { $0 += $1.small() }
    case 12: random.edit(&state.half.cart, make: CartFamily.price) { $0.cents += $1.small() }
    case 14:
      state.part = ("<" + random.oddText() + random.text() + ">").dropFirst().dropLast()
      let numbers = random.list(5) { $0.small() }
      state.window = random.chance(2) ? numbers[1..<3] : state.window.dropFirst()
    case 13:
      state.`odd key/~` += 1
      state.type = random.pick([Int.self, String.self])
    default:
      random.edit(&state.numbers, make: { $0.list(2) { ($0.small(), 1) } }) {
        $1.edit(&$0, make: { ($0.small(), 2) }) { $0.0 += $1.small() }
      }
    }
  }
}
